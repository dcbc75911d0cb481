import { describe, expect, test } from 'vitest'
import { TextRequest } from '#worker/backend/ai/schema.ts'
import { type Answering, PNG } from '../../support/ai-stand-ins.ts'
import { refusalOf } from '../client/recorder.ts'
import { createService } from './service.ts'

const TEXT = TextRequest.parse({ prompt: 'Who won?' })
const STREAMED = TextRequest.parse({ prompt: 'Who won?', stream: true })
const IMAGE = { prompt: 'A player', images: [], n: 2 }
const failing =
  (status: number): Answering =>
  () =>
    Response.json({ error: { message: 'oops' } }, { status })
const hanging: Answering = () => new Promise(() => undefined)

describe('a quota', () => {
  test.each([
    ['a refused connection', () => Promise.reject(new TypeError('fetch failed')), 1],
    ['500', failing(500), 1],
    ['503', failing(503), 1],
    ['too many calls', failing(429), 1],
    ['nothing in time', hanging, 1],
    ['a key that is not taken', failing(401), 1],
    ['an empty account', failing(402), 1],
    ['a key for something else', failing(403), 1],
    ['a model that is not there', failing(404), 1],
    ['400', failing(400), 0],
    ['an answer that is none', () => Response.json({ hello: 'world' }), 0],
  ] as const)('after %s: %i given back', async (_what, answering, units) => {
    const timeoutMs = answering === hanging ? 60 : 5000
    const whole = createService({ answering, timeoutMs })
    await refusalOf(whole.ai.text(TEXT, whole.asker))
    expect(whole.refunded()).toBe(units)
    const streamed = createService({ answering, timeoutMs })
    await refusalOf(streamed.ai.streamText(STREAMED, streamed.asker))
    expect(streamed.refunded()).toBe(units)
  })

  test('gets nothing back when the caller aborts while a provider is at work, nor after a success', async () => {
    const left = createService({ answering: hanging })
    const calling = refusalOf(left.ai.text(TEXT, left.asker))
    await expect.poll(() => left.asked.length).toBe(1)
    left.leave()
    expect([(await calling) !== null, left.open(), left.refunded()]).toEqual([true, 0, 0])
    const fine = createService()
    await fine.ai.text(TEXT, fine.asker)
    expect(fine.refunded()).toBe(0)
  })

  test('gets back all units of pictures that were not made, and none when they only cannot be fetched', async () => {
    const down = createService({ answering: failing(502) })
    await refusalOf(down.ai.draw(IMAGE, [], down.asker))
    expect(down.refunded()).toBe(2)
    const made = { images: [{ url: 'https://fal.stand-in/a.png', width: 1, height: 1, content_type: 'image/png' }] }
    const lost = createService({
      provider: 'fal',
      answering: ({ method }) => (method === 'GET' ? new Response(PNG, { status: 404 }) : Response.json(made)),
    })
    await refusalOf(lost.ai.draw(IMAGE, [], lost.asker))
    expect(lost.refunded()).toBe(0)
  })

  test('gets its unit back when a photo is gone, because no provider was asked', async () => {
    const { ai, asker, asked, refunded } = createService()
    expect(await refusalOf(ai.draw(IMAGE, ['gone.jpg'], asker))).toMatchObject({ code: 'FILE_NOT_FOUND' })
    expect([asked.length, refunded()]).toEqual([0, 2])
  })
})
