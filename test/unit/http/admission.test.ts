import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { admission } from '#worker/http/admission.ts'
import { onError } from '#worker/http/errors.ts'
import { takeConsole } from '../../support/quiet.ts'

/** An app that takes three at once, each until it is let go. */
function createPlace() {
  const time = { now: 1_000_000 }
  const loop = { isSaturated: false, noticed: 0 }
  const lag = { notice: () => void loop.noticed++, isSaturated: () => loop.isSaturated }
  let letGo: (() => void)[] = []
  const app = new Hono()
    .onError(onError)
    .use(admission({ atOnce: 3, now: () => time.now, lag }))
    .on(['GET', 'POST'], '/', async (c) => {
      await new Promise<void>((resolve) => letGo.push(resolve))
      return c.text('here')
    })
    .get('/api/cards/:id?', (c) => c.text('kept'))
    .get('/fault', () => {
      throw new Error('broken')
    })
  const finish = () => {
    for (const one of letGo) one()
    letGo = []
  }
  return { time, loop, app, finish }
}

test('what one isolate cannot answer soon is refused at once, and taken again when there is room', async () => {
  const { app, finish } = createPlace()
  const taken = [1, 2, 3].map(() => app.request('/'))
  const refused = await app.request('/')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await refused.json()).toMatchObject({ code: 'OVERLOADED' })
  finish()
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200, 200])
  const again = app.request('/')
  finish()
  expect((await again).status).toBe(200)
  // Nothing is logged of it but the line of the request.
  expect(JSON.stringify(takeConsole())).not.toContain('OVERLOADED')
})

test('a failure gives its place back', async () => {
  const { app, finish } = createPlace()
  for (let n = 0; n < 5; n++) expect((await app.request('/fault')).status).toBe(500)
  const taken = app.request('/')
  finish()
  expect((await taken).status).toBe(200)
  takeConsole()
})

test('requests that never end are forgotten after two seconds', async () => {
  const { app, time, finish } = createPlace()
  for (let n = 0; n < 3; n++) void app.request('/')
  expect((await app.request('/')).status).toBe(503)
  time.now += 2000
  const taken = app.request('/')
  finish()
  expect((await taken).status).toBe(200)
})

test('a request with a body takes no place, however slowly it comes', async () => {
  const { app, finish } = createPlace()
  const slow = [1, 2, 3, 4].map(() => app.request('/', { method: 'POST' }))
  const read = app.request('/')
  finish()
  expect((await Promise.all([...slow, read])).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})

test('a socket takes no place', async () => {
  const { app, finish } = createPlace()
  for (let n = 0; n < 3; n++) void app.request('/')
  const socket = app.request('/', { headers: { upgrade: 'websocket' } })
  await Promise.resolve()
  finish()
  expect((await socket).status).toBe(200)
})

test('while the event loop is saturated reads are refused, and what is sent is taken', async () => {
  const { app, loop, finish } = createPlace()
  loop.isSaturated = true
  const refused = await app.request('/')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  const sent = app.request('/', { method: 'POST' })
  loop.isSaturated = false
  const read = app.request('/')
  finish()
  expect([(await sent).status, (await read).status]).toEqual([200, 200])
  expect(loop.noticed).toBe(3)
  takeConsole()
})

test('lists that are kept in memory are answered while the event loop is saturated, not when too many wait', async () => {
  const { app, loop, finish } = createPlace()
  loop.isSaturated = true
  expect((await app.request('/api/cards?list=top')).status).toBe(200)
  expect((await app.request('/api/cards/card-1')).status).toBe(503)
  loop.isSaturated = false
  const taken = [1, 2, 3].map(() => app.request('/'))
  expect((await app.request('/api/cards?list=top')).status).toBe(503)
  finish()
  await Promise.all(taken)
  takeConsole()
})
