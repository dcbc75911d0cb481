import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Call } from '#worker/backend/ai/calls.ts'
import { ObjectRequest, TextRequest } from '#worker/backend/ai/schema.ts'
import { streamResponse } from '#worker/backend/ai/streamed.ts'
import { type Responder, events } from '../../support/ai-stand-ins.ts'
import { getRejection } from '../client/recorder.ts'
import { createService, readStreamText, stopTimeouts } from './service.ts'

const TEXT = TextRequest.parse({ prompt: 'a secret plan' })
const STREAMED = TextRequest.parse({ prompt: 'a secret plan', stream: true })
const OBJECT = ObjectRequest.parse({ prompt: 'x', schema: { type: 'object' } })
const IMAGE = { prompt: 'a secret plan', images: [], n: 1 }

const chunk = (content: string) => ({
  id: 'c',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta: { content }, finish_reason: null }],
})
const breakStream = (
  body: Response,
  how: (controller: ReadableStreamDefaultController<Uint8Array>) => void,
): Response => {
  const reader = body.body!.getReader() as ReadableStreamDefaultReader<Uint8Array>
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) return how(controller)
      controller.enqueue(value)
    },
  })
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
}

describe('broken streams', () => {
  const logged = vi.spyOn(console, 'log')
  beforeEach(() => void logged.mockImplementation(() => undefined))
  afterEach(() => {
    expect(JSON.stringify(logged.mock.calls)).not.toContain('secret')
    logged.mockReset()
  })

  test.each([
    [
      'loses its connection',
      () => breakStream(events([chunk('some')]), (controller) => controller.error(new Error('reset'))),
    ],
    ['ends without its final event', () => events([chunk('some')])],
    [
      'contains an error event',
      () => events([chunk('some'), { error: { message: 'a secret plan', type: 'server_error' } }]),
    ],
    [
      'turns into HTML',
      () =>
        breakStream(events([chunk('some')]), (controller) => {
          controller.enqueue(new TextEncoder().encode('data: <html>\n\n'))
          controller.close()
        }),
    ],
  ] as const)('reports once that a stream %s halfway', async (_, respond) => {
    const { ai, asker, open } = createService({ respond })
    const body = await readStreamText(await ai.streamText(STREAMED, asker))
    const lines = body.split('\n')
    expect(lines.filter((line) => line.startsWith('0:'))).toEqual(['0:"some"'])
    expect(lines.filter((line) => line.startsWith('3:'))).toHaveLength(1)
    expect(lines.filter((line) => line.startsWith('d:'))).toEqual([])
    expect(body).toContain('"code":"AI_FAILED"')
    expect(body).not.toContain('secret')
    expect(open()).toBe(0)
  })

  test.each([
    ['contains an error event', { error: { message: 'oops', type: 'server_error' } }],
    ['contains an invalid chunk', 'no chunk at all'],
  ])('stops reading a stream that %s', async (_, event) => {
    const { ai, asker, requests, open } = createService({
      respond: () => breakStream(events([chunk('some'), event]), () => undefined),
    })
    expect(await readStreamText(await ai.streamText(STREAMED, asker))).toContain('"code":"AI_FAILED"')
    expect([requests[0]!.signal!.aborted, open()]).toEqual([true, 0])
  })

  test('ends a stalled stream at its timeout', async () => {
    const { pass } = stopTimeouts()
    const silent = () => breakStream(events([chunk('some')]), () => undefined)
    const { ai, asker, requests, open } = createService({ respond: silent })
    const reading = readStreamText(await ai.streamText(STREAMED, asker))
    await pass(5000)
    const body = await reading
    expect(body).toContain('3:"The AI took too long. Please try again."')
    expect(requests[0]!.signal!.aborted).toBe(true)
    expect(open()).toBe(0)
  })

  test('sends keep-alive lines in an idle stream, which readers skip', async () => {
    const { pass } = stopTimeouts()
    let speak = (): void => undefined
    const silence = new Promise<void>((resolve) => {
      speak = resolve
    })
    async function* lines() {
      yield '0:"some"\n'
      await silence
      yield 'd:{}\n'
    }
    const call = { within: <T>(work: PromiseLike<T>) => Promise.resolve(work), end: () => undefined } as Call
    const reading = readStreamText(await streamResponse(lines(), call, 20))
    await pass(20)
    await pass(20)
    speak()
    expect(await reading).toBe('0:"some"\n\n\nd:{}\n')
  })

  test('refunds a stream once when its reader leaves while waiting for a chunk', async () => {
    const endless = () => breakStream(events([chunk('some')]), () => undefined)
    const { ai, asker, open, refunded, leave } = createService({ respond: endless })
    const reader = (await ai.streamText(STREAMED, asker)).getReader()
    await reader.read()
    const next = reader.read()
    leave()
    await reader.cancel()
    await next.catch(() => undefined)
    await expect.poll(open).toBe(0)
    expect(refunded()).toBe(0)
  })

  test('aborts the provider’s call when its reader leaves', async () => {
    const endless = () => breakStream(events([chunk('some')]), () => undefined)
    const { ai, asker, requests, open } = createService({ respond: endless })
    const reader = (await ai.streamText(STREAMED, asker)).getReader()
    await reader.read()
    expect(requests[0]!.signal!.aborted).toBe(false)
    await reader.cancel()
    expect(requests[0]!.signal!.aborted).toBe(true)
    expect(open()).toBe(0)
  })
})

describe('a provider that never responds', () => {
  const hanging: Responder = () => new Promise(() => undefined)
  const calls: [string, (service: ReturnType<typeof createService>) => Promise<unknown>][] = [
    ['text', ({ ai, asker }) => ai.text(TEXT, asker)],
    ['a streamed text', ({ ai, asker }) => ai.streamText(STREAMED, asker)],
    ['an object', ({ ai, asker }) => ai.object(OBJECT, asker)],
    ['a picture', ({ ai, asker }) => ai.draw(IMAGE, [], asker)],
    ['speech', ({ ai, asker }) => ai.speech({ text: 'x' }, asker)],
    ['a transcript', ({ ai, asker }) => ai.transcription({ audio: [1, 2] }, asker)],
  ]

  test.each(calls)('times out a provider that never responds: %s', async (_, call) => {
    const { pass } = stopTimeouts()
    const service = createService({ respond: hanging })
    const calling = getRejection(call(service))
    await expect.poll(() => service.requests.length).toBe(1)
    await pass(5000)
    expect(await calling).toMatchObject({ code: 'AI_TIMEOUT', status: 504, retryable: true })
    expect(service.requests[0]!.signal!.aborted).toBe(true)
    expect(service.open()).toBe(0)
  })

  test.each(calls)('aborts the provider’s call when its caller aborts: %s', async (_, call) => {
    const service = createService({ respond: hanging })
    const calling = getRejection(call(service))
    await expect.poll(() => service.requests.length).toBe(1)
    service.leave()
    expect(await calling).toMatchObject({ code: 'AI_ABORTED', status: 499 })
    expect(service.requests[0]!.signal!.aborted).toBe(true)
    expect(service.open()).toBe(0)
  })
})
