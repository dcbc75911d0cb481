import { describe, expect, test } from 'vitest'
import { TextRequest } from '#worker/backend/ai/schema.ts'
import { type Responder, PNG } from '../../support/ai-stand-ins.ts'
import { getRejection } from '../client/recorder.ts'
import { createService } from './service.ts'

const TEXT = TextRequest.parse({ prompt: 'Who won?' })
const STREAMED = TextRequest.parse({ prompt: 'Who won?', stream: true })
const IMAGE = { prompt: 'A player', images: [], n: 2 }
const failing =
  (status: number): Responder =>
  () =>
    Response.json({ error: { message: 'oops' } }, { status })
const hanging: Responder = () => new Promise(() => undefined)

describe('a quota', () => {
  test.each([
    ['a refused connection', () => Promise.reject(new TypeError('fetch failed')), 1],
    ['500', failing(500), 1],
    ['503', failing(503), 1],
    ['too many calls', failing(429), 1],
    ['a timeout', hanging, 1],
    ['a rejected key', failing(401), 1],
    ['an empty account', failing(402), 1],
    ['a key without permission', failing(403), 1],
    ['an unknown model', failing(404), 1],
    ['400', failing(400), 0],
    ['an unexpected response', () => Response.json({ hello: 'world' }), 0],
  ] as const)('refunds only what %s did not cost', async (_what, respond, units) => {
    const timeoutMs = respond === hanging ? 60 : 5000
    const whole = createService({ respond, timeoutMs })
    await getRejection(whole.ai.text(TEXT, whole.asker))
    expect(whole.refunded()).toBe(units)
    const streamed = createService({ respond, timeoutMs })
    await getRejection(streamed.ai.streamText(STREAMED, streamed.asker))
    expect(streamed.refunded()).toBe(units)
  })

  test('refunds nothing when the caller aborts a running call, nor after a success', async () => {
    const left = createService({ respond: hanging })
    const calling = getRejection(left.ai.text(TEXT, left.asker))
    await expect.poll(() => left.requests.length).toBe(1)
    left.leave()
    expect([(await calling) !== null, left.open(), left.refunded()]).toEqual([true, 0, 0])
    const fine = createService()
    await fine.ai.text(TEXT, fine.asker)
    expect(fine.refunded()).toBe(0)
  })

  test('refunds images that were not made, but not those that cannot be downloaded', async () => {
    const down = createService({ respond: failing(502) })
    await getRejection(down.ai.draw(IMAGE, [], down.asker))
    expect(down.refunded()).toBe(2)
    const made = { images: [{ url: 'https://fal.stand-in/a.png', width: 1, height: 1, content_type: 'image/png' }] }
    const lost = createService({
      provider: 'fal',
      respond: ({ method }) => (method === 'GET' ? new Response(PNG, { status: 404 }) : Response.json(made)),
    })
    await getRejection(lost.ai.draw(IMAGE, [], lost.asker))
    expect(lost.refunded()).toBe(0)
  })

  test('refunds a missing photo, because no provider was called', async () => {
    const { ai, asker, requests, refunded } = createService()
    expect(await getRejection(ai.draw(IMAGE, ['gone.jpg'], asker))).toMatchObject({ code: 'FILE_NOT_FOUND' })
    expect([requests.length, refunded()]).toEqual([0, 2])
  })
})
