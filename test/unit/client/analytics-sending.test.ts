import { expect, test } from 'vitest'
import { createCounting, refuse } from './counting.ts'

const names = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `e${from + i}`)

function createLogged() {
  const world = createCounting()
  const tab = world.open()
  return {
    ...world,
    tab,
    log: (types: readonly string[]) => types.forEach((type) => tab.analytics.log(type)),
    sent: () => world.batches.map((batch) => batch.map(({ type }) => type)),
    waiting: () => ((world.keptOf('queue') ?? []) as { type: string }[]).map(({ type }) => type),
  }
}

test('a few events go after three seconds, in one request', async () => {
  const { log, pass, sent, waiting } = createLogged()
  log(names(2))
  await pass(2999)
  log(names(1, 2))
  expect(sent()).toEqual([])
  await pass(1)
  expect([sent(), waiting()]).toEqual([[names(3)], []])
})

test('ten go at once, and more in tens', async () => {
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

test.each([400, 401, 413, 429, 500, 503])('refused with %i they stay, in order, and go again later', async (status) => {
  const { log, pass, sent, waiting, server } = createLogged()
  server.answer = refuse(status)
  log(names(2))
  await pass(3000)
  expect([sent().length, waiting()]).toEqual([1, names(2)])
  await pass(2999)
  expect(sent()).toHaveLength(1)
  await pass(1)
  expect(sent()).toHaveLength(2)
  server.answer = () => new Response(null, { status: 204 })
  log(['e2'])
  await pass(5999)
  expect(sent()).toHaveLength(2)
  await pass(1)
  expect([sent().at(-1), waiting()]).toEqual([names(3), []])
})

test('without a network nothing is lost, nothing hammers, and what waits goes when it is back', async () => {
  const { tab, log, pass, sent, waiting, server, wake } = createLogged()
  tab.analytics.start()
  server.answer = () => {
    throw new TypeError('Failed to fetch')
  }
  log(names(25))
  await pass(60 * 60_000)
  const all = ['pageview', ...names(25)]
  expect(waiting()).toEqual(all)
  server.answer = () => Response.json({ success: true })
  const before = sent().length
  wake()
  await pass(3000)
  expect([sent().slice(before).flat(), waiting()]).toEqual([all, []])
})

test('known to be offline it does not even try', async () => {
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

test('what waited in a page that was closed goes with the next one', async () => {
  const { log, kept } = createLogged()
  log(['late'])
  const next = createCounting()
  for (const [key, text] of kept) next.kept.set(key, text)
  next.open().analytics.start()
  await next.pass(3000)
  expect(next.events().map(({ type }) => type)).toEqual(['late', 'pageview'])
})

test('a page that is left sends at once what it has', async () => {
  const { tab, settled, sent } = createLogged()
  tab.analytics.start()
  tab.analytics.log('bye')
  tab.hide()
  await settled()
  expect(sent()).toEqual([['pageview', 'bye']])
})

test('two tabs send each event once', async () => {
  const { log, open, pass, sent } = createLogged()
  const other = open()
  log(names(3))
  other.analytics.log('e3')
  await pass(3000)
  expect(sent().flat()).toEqual(names(4))
})

test('at most 200 are queued, the newest; foreign values in storage are no events', async () => {
  const { log, waiting, kept, server, pass, sent } = createLogged()
  server.answer = refuse(500)
  kept.set('analytics-queue:p1', '{"not": "ours"')
  log(names(230))
  expect(waiting()).toEqual(names(200, 30))
  kept.set('analytics-queue:p1', '[null, 7, "x"]')
  server.answer = () => Response.json({})
  log(['own'])
  await pass(10_000)
  expect(sent().at(-1)).toEqual(['own'])
})

test('a browser that keeps nothing still sends', async () => {
  const { log, world, pass, sent } = createLogged()
  world.storesNothing = true
  log(names(2))
  await pass(3000)
  expect(sent()).toEqual([names(2)])
})

test('two alike of one moment are two, and what an older page left is sent once', async () => {
  const { log, kept, events, pass, waiting } = createLogged()
  kept.set('analytics-queue:p1', '[{"type":"left"},{"type":"left","pathname":"/a"}]')
  log(['tap', 'tap'])
  await pass(10_000)
  expect(events().map(({ type }) => type)).toEqual(['left', 'left', 'tap', 'tap'])
  expect(new Set(events().map(({ event_id: id }) => id)).size).toBe(3)
  expect(waiting()).toEqual([])
})
