import { expect, test } from 'vitest'
import { createAnalyticsTabs, refuse } from './counting.ts'

const names = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `e${from + i}`)

function createLogged() {
  const world = createAnalyticsTabs()
  const tab = world.open()
  return {
    ...world,
    tab,
    log: (types: readonly string[]) => types.forEach((type) => tab.analytics.log(type)),
    sent: () => world.batches.map((batch) => batch.map(({ type }) => type)),
    waiting: () => ((world.getStored('queue') ?? []) as { type: string }[]).map(({ type }) => type),
  }
}

test('sends a few events after three seconds, in one request', async () => {
  const { log, pass, sent, waiting } = createLogged()
  log(names(2))
  await pass(2999)
  log(names(1, 2))
  expect(sent()).toEqual([])
  await pass(1)
  expect([sent(), waiting()]).toEqual([[names(3)], []])
})

test('sends ten events at once, and more in batches of ten', async () => {
  const { log, pass, sent } = createLogged()
  log(names(9))
  await pass(0)
  expect(sent()).toEqual([])
  log(names(14, 9))
  await pass(0)
  expect(sent()).toEqual([names(10), names(10, 10)])
  await pass(3000)
  expect(sent().at(-1)).toEqual(names(3, 20))
})

test.each([400, 401, 413, 429, 500, 503])(
  'keeps events refused with %i in order, and retries them later',
  async (status) => {
    const { log, pass, sent, waiting, server } = createLogged()
    server.respond = refuse(status)
    log(names(2))
    await pass(3000)
    expect([sent().length, waiting()]).toEqual([1, names(2)])
    await pass(2999)
    expect(sent()).toHaveLength(1)
    await pass(1)
    expect(sent()).toHaveLength(2)
    server.respond = () => new Response(null, { status: 204 })
    log(['e2'])
    await pass(5999)
    expect(sent()).toHaveLength(2)
    await pass(1)
    expect([sent().at(-1), waiting()]).toEqual([names(3), []])
  },
)

test('keeps events while offline, retries with backoff, and sends them when the network is back', async () => {
  const { tab, log, pass, sent, waiting, server, wake } = createLogged()
  tab.analytics.start()
  server.respond = () => {
    throw new TypeError('Failed to fetch')
  }
  log(names(25))
  await pass(60 * 60_000)
  const all = ['pageview', ...names(25)]
  expect(waiting()).toEqual(all)
  server.respond = () => Response.json({ success: true })
  const before = sent().length
  wake()
  await pass(3000)
  expect([sent().slice(before).flat(), waiting()]).toEqual([all, []])
})

test('sends nothing while the browser reports that it is offline', async () => {
  const { tab, log, pass, sent, wake, settled } = createLogged()
  tab.analytics.start()
  await pass(3000)
  tab.seen.isOnline = false
  log(names(12))
  tab.hide()
  await pass(60 * 60_000)
  expect(sent()).toHaveLength(1)
  tab.seen.isOnline = true
  wake()
  await settled()
  expect(sent().at(-1)).toEqual(names(10))
  await pass(3000)
  expect(sent().flat()).toEqual(['pageview', ...names(12)])
})

test('sends the queued events of a closed page with the next one', async () => {
  const { log, stored } = createLogged()
  log(['late'])
  const next = createAnalyticsTabs()
  for (const [key, text] of stored) next.stored.set(key, text)
  next.open().analytics.start()
  await next.pass(3000)
  expect(next.events().map(({ type }) => type)).toEqual(['late', 'pageview'])
})

test('sends queued events at once when the page is left', async () => {
  const { tab, settled, sent } = createLogged()
  tab.analytics.start()
  tab.analytics.log('bye')
  tab.hide()
  await settled()
  expect(sent()).toEqual([['pageview', 'bye']])
})

test('sends each event once from two tabs', async () => {
  const { log, open, pass, sent } = createLogged()
  const other = open()
  log(names(3))
  other.analytics.log('e3')
  await pass(3000)
  expect(sent().flat()).toEqual(names(4))
})

test('queues at most the newest 200 events, and ignores foreign values in storage', async () => {
  const { log, waiting, stored, server, pass, sent } = createLogged()
  server.respond = refuse(500)
  stored.set('analytics-queue:p1', '{"not": "ours"')
  log(names(230))
  expect(waiting()).toEqual(names(200, 30))
  stored.set('analytics-queue:p1', '[null, 7, "x"]')
  server.respond = () => Response.json({})
  log(['own'])
  await pass(10_000)
  expect(sent().at(-1)).toEqual(['own'])
})

test('sends events from a browser without storage', async () => {
  const { log, world, pass, sent } = createLogged()
  world.storesNothing = true
  log(names(2))
  await pass(3000)
  expect(sent()).toEqual([names(2)])
})

test('sends two equal events at the same time as two, and an older page’s events once', async () => {
  const { log, stored, events, pass, waiting } = createLogged()
  stored.set('analytics-queue:p1', '[{"type":"left"},{"type":"left","pathname":"/a"}]')
  log(['tap', 'tap'])
  await pass(10_000)
  expect(events().map(({ type }) => type)).toEqual(['left', 'left', 'tap', 'tap'])
  expect(new Set(events().map(({ event_id: id }) => id)).size).toBe(3)
  expect(waiting()).toEqual([])
})
