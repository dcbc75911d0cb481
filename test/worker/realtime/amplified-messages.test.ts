import { beforeEach, describe, expect, it } from 'vitest'
import { REALTIME_LIMITS } from '#shared/client/limits.ts'
import { createTestApp, noPictures, type TestApp } from '../../support/app.ts'
import { as } from '../../support/backend.ts'
import { freshDatabase } from '../../support/env.ts'
import { connect } from './listener.ts'

let app: TestApp
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp({ pictures: noPictures })
})

const LONG = 'x'.repeat(REALTIME_LIMITS.keylessMaxBytes)
const publicKey = as.public().authorization.slice('Bearer '.length)
const KEYS: Record<string, { query?: string; headers?: Record<string, string> }> = {
  'in the URL': { query: `&apikey=${publicKey}` },
  'as a header': { headers: { apikey: publicKey } },
  'as the bearer': { headers: as.public() },
  'of the service': { headers: as.service() },
}

describe('large socket messages', () => {
  it('limits a socket message without a key to 4 KB, and accepts shorter ones', async () => {
    const [ann, bob] = [await connect(app), await connect(app)]
    await bob.subscribe('room')
    ann.say('publish', { channel: 'room', type: 'said', data: LONG })
    expect(await ann.nth('error', 1)).toEqual({
      error: 'payload.data: is too long. Without a key a message has at most 4096 bytes.',
      channel: 'room',
    })
    ann.say('publish', { channel: 'room', type: 'said', data: '球'.repeat(1500) })
    await ann.nth('error', 2)
    await ann.publish('room', LONG.slice(100))
    expect(await bob.nth('message', 1)).toMatchObject({ data: LONG.slice(100) })
    expect(bob.messages('room')).toHaveLength(1)
  })

  it.each(Object.entries(KEYS))('accepts a longer socket message with a key %s', async (_, { query, headers }) => {
    const ann = await connect(app, query, headers)
    await ann.subscribe('room')
    await ann.publish('room', LONG)
    expect(await ann.nth('message', 1)).toMatchObject({ data: LONG })
  })

  it('charges a message’s bytes per listener to its network’s budget', async () => {
    const headers = { ...as.public(), 'cf-connecting-ip': '198.51.100.7' }
    const crowd = await Promise.all(Array.from({ length: 40 }, () => connect(app, '', headers)))
    await Promise.all(crowd.map((one) => one.subscribe('room', { presence: 'none' })))
    const data = 'x'.repeat(16_000)
    // 40 listeners of 16 KB are 0.64 MB. With a 16 MB burst, the third sender reaches the limit.
    for (const sender of crowd.slice(0, 2))
      for (let n = 0; n < 20; n++) sender.say('publish', { channel: 'room', type: 'said', data })
    const refused = () => crowd.slice(0, 2).flatMap((one) => one.of('error'))
    const accepted = () => crowd.slice(0, 2).flatMap((one) => one.of('published'))
    while (refused().length + accepted().length < 40) await scheduler.wait(5)
    expect(accepted().length).toBeGreaterThan(20)
    expect(refused()[0]!.payload).toEqual({ error: 'Too much is being sent. Wait a moment.', channel: 'room' })
    const bob = await connect(app, '', { 'cf-connecting-ip': '198.51.100.8' })
    expect(await bob.publish('elsewhere', 'hello')).not.toBe('')
  })
})
