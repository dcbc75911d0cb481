import { beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, ORIGIN, type TestApp } from '../../support/app.ts'
import { as } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { channelCalls, connect, upgrade } from './listener.ts'

let app: TestApp
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp({ clock: () => Date.UTC(2026, 10, 21, 12) })
})

const { get, post } = channelCalls(() => app)

describe('realtime authorization', () => {
  it('rejects HTTP realtime calls without a key of this project', async () => {
    for (const path of ['messages?channel=room', 'presence?channel=room'])
      expect(await get(path, {})).toMatchObject({ code: 'UNAUTHORIZED' })
    expect((await post({ channel: 'room' }, {})).status).toBe(401)
    expect((await post({ channel: 'room' }, { authorization: 'Bearer invented' })).status).toBe(401)
    expect((await app.send('/api/realtime/other/presence?channel=room', { headers: as.service() })).status).toBe(404)
  })

  it('limits a network to 600 HTTP messages an hour, but not the service', async () => {
    expect((await post({ channel: 'room' }, {})).status).toBe(401)
    expect((await post({ channel: 'hall' })).status).toBe(403)
    expect((await post({ channel: 'room' })).status).toBe(200)
    const { DB } = testEnv()
    expect((await DB.prepare('select used from window_counters').all()).results).toEqual([{ used: 1 }])
    await DB.prepare('update window_counters set used = 599').run()
    expect((await post({ channel: 'room' })).status).toBe(200)
    const refused = await post({ channel: 'room', data: 'too much' })
    expect([refused.status, await refused.json()]).toEqual([429, expect.objectContaining({ code: 'RATE_LIMITED' })])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await post({ channel: 'room', data: 'the service' }, as.service())).status).toBe(200)
    expect(await get('messages?channel=room')).toMatchObject({ count: 3, messages: [{}, {}, { data: 'the service' }] })
  })

  it('lets only the service publish on the product’s channels, and everyone subscribe', async () => {
    for (const channel of ['hall', 'card:1', 'job:1', 'card:']) {
      const ann = await connect(app)
      await ann.subscribe(channel)
      expect((await post({ channel })).status).toBe(403)
      ann.say('publish', { channel, type: 'votes', data: {} })
      expect(await ann.nth('error', 1)).toEqual({ error: 'Only the service publishes on this channel.', channel })
      expect((await post({ channel, data: 7 }, as.service())).status).toBe(200)
      expect(await ann.nth('message', 1)).toMatchObject({ channel, data: 7 })
    }
  })

  it('opens sockets for this project, from this site or without an Origin', async () => {
    const refused = async (response: Response) => ({
      status: response.status,
      socket: response.webSocket,
      ...(await response.json<{ code: string }>()),
    })
    expect(await refused(await app.send('/?project_id=other', { headers: { upgrade: 'websocket' } }))).toMatchObject({
      status: 404,
      socket: null,
      code: 'NOT_FOUND',
    })
    expect(await refused(await app.send('/', { headers: { upgrade: 'websocket' } }))).toMatchObject({ status: 404 })
    expect(await refused(await upgrade(app, '', { origin: 'https://elsewhere.example' }))).toMatchObject({
      status: 403,
      socket: null,
      code: 'FORBIDDEN',
    })
    for (const headers of [{}, { origin: ORIGIN }]) {
      const response = await upgrade(app, '', headers)
      expect([response.status, response.headers.get('set-cookie')]).toEqual([101, null])
      response.webSocket!.accept()
    }
  })
})
