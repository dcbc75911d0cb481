import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { as, PROJECT, sendJson } from '../../support/backend.ts'
import { freshDatabase } from '../../support/env.ts'
import { connect } from './listener.ts'

beforeEach(freshDatabase)

describe('a channel', () => {
  test('carries what is said to everybody who is subscribed, the speaker too', async () => {
    const app = createTestApp()
    const [ann, bob] = [await connect(app), await connect(app)]
    expect(await ann.subscribe('room')).toEqual({ channel: 'room' })
    await bob.subscribe('room')

    const id = await ann.publish('room', { text: 'Hello' }, { userId: 'ann', metadata: { team: 'Bears' } })

    const expected = {
      id,
      channel: 'room',
      type: 'said',
      data: { text: 'Hello' },
      timestamp: Number(id.split('-')[0]),
      userId: 'ann',
      metadata: { team: 'Bears' },
      seq: expect.any(Number),
    }
    expect(await bob.nth('message', 1)).toEqual(expected)
    expect(await ann.nth('message', 1)).toEqual(expected)
    expect(bob.of('published')).toEqual([])
  })

  test('takes what is said by HTTP', async () => {
    const app = createTestApp()
    const ann = await connect(app)
    await ann.subscribe('room')
    const response = await sendJson(
      app,
      `/api/realtime/${PROJECT}/publish`,
      { channel: 'room', type: 'said', data: 1 },
      { headers: as.public() },
    )
    expect(await response.json()).toEqual({
      messageId: expect.any(String),
      channel: 'room',
      timestamp: expect.any(Number),
    })
    await vi.waitFor(() => expect(ann.messages('room')).toHaveLength(1))
  })
})
