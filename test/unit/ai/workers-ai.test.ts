import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RunModel } from '#worker/backend/ai/workers-ai/run.ts'
import { ObjectRequest, TextRequest } from '#worker/backend/ai/schema.ts'
import { events, MP3, OBJECT, PNG, TEXT } from '../../support/ai-stand-ins.ts'
import { getRejection } from '../client/recorder.ts'
import { createService, readStreamText, stopTimeouts } from './service.ts'

/** A fake Workers AI binding that records its calls. */
function scripted(result: unknown) {
  const seen: { model: string; input: Record<string, unknown> }[] = []
  const run: RunModel = async (model, input) => {
    seen.push({ model, input: input as Record<string, unknown> })
    return typeof result === 'function' ? (result as () => unknown)() : result
  }
  return { ...createService({ provider: 'workers-ai', run }), seen }
}

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const usage = { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 }
const PROMPT = TextRequest.parse({ prompt: 'Who won?', system: 'Be brief.', maxTokens: 9, temperature: 0.5 })
const streamed = TextRequest.parse({ prompt: 'Who won?', stream: true })
const object = ObjectRequest.parse({
  prompt: 'x',
  schema: { type: 'object', properties: { team: { type: 'string' } } },
})

describe('Workers AI models', () => {
  // Silences the log of broken streams.
  const logged = vi.spyOn(console, 'log')
  beforeEach(() => void logged.mockImplementation(() => undefined))
  afterEach(() => void logged.mockReset())

  test.each([
    ['older', { response: TEXT, usage }],
    ['newer', { choices: [{ message: { content: TEXT }, finish_reason: 'stop' }], usage }],
  ])('answers a prompt with %s Workers AI models', async (_, result) => {
    const { ai, asker, seen } = scripted(result)
    expect(await ai.text(PROMPT, asker)).toMatchObject({
      text: TEXT,
      finishReason: 'stop',
      usage: { promptTokens: 3, completionTokens: 5 },
    })
    expect(seen).toEqual([
      {
        model: 'large-text',
        input: {
          messages: [
            { role: 'system', content: 'Be brief.' },
            { role: 'user', content: 'Who won?' },
          ],
          max_tokens: 9,
          temperature: 0.5,
        },
      },
    ])
  })

  test.each([
    ['older', ['Touch', 'down 🏈'].map((response) => ({ response }))],
    ['newer', ['Touch', 'down 🏈'].map((content) => ({ choices: [{ delta: { content } }] }))],
  ])('streams text from %s Workers AI models', async (_, result) => {
    const { ai, asker, seen } = scripted(() => events([...result, { response: '', usage }], { done: true }).body)
    const body = await readStreamText(await ai.streamText(streamed, asker))
    expect(body.split('\n').filter((line) => line.startsWith('0:'))).toEqual(['0:"Touch"', '0:"down 🏈"'])
    expect(body).toContain(
      'd:{"finishReason":"stop","usage":{"promptTokens":3,"completionTokens":5,"totalTokens":8}}\n',
    )
    expect(seen[0]!.input).toMatchObject({ stream: true })
  })

  test.each([
    ['after a chunk', events([{ response: 'Touch' }]).body],
    ['after a chunk that resembles the end', events([{ response: 'Touch' }, { response: '\ndata: [DONE]' }]).body],
  ])('reports a Workers AI stream that is cut %s', async (_, cut) => {
    const { ai, asker, open } = scripted(cut)
    const body = await readStreamText(await ai.streamText(streamed, asker))
    expect(body).toContain('0:"Touch"\n')
    expect(body).toMatch(/\n3:"[^\n]+"\n/)
    expect(body).not.toMatch(/^d:/m)
    expect(open()).toBe(0)
  })

  test.each([
    ['stalls', false],
    ['is canceled by its reader', true],
  ])('stops reading a Workers AI stream when it %s', async (_, isLeft) => {
    let stopped = 0
    const endless = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: {"response":"Touch"}\n\n')),
      cancel: () => void stopped++,
    })
    const { pass } = stopTimeouts()
    const { ai, asker, leave } = scripted(endless)
    const reading = readStreamText(await ai.streamText(streamed, asker))
    if (isLeft) leave()
    else await pass(5000)
    expect(await reading).toContain(isLeft ? '"code":"AI_ABORTED"' : '"code":"AI_TIMEOUT"')
    await expect.poll(() => stopped).toBe(1)
  })

  test('returns an object from Workers AI models, parsed or as text', async () => {
    for (const response of [OBJECT, JSON.stringify(OBJECT)]) {
      const { ai, asker, seen } = scripted({ response })
      expect((await ai.object(object, asker)).object).toEqual(OBJECT)
      expect(seen[0]!.input).toMatchObject({
        response_format: { type: 'json_schema', json_schema: { type: 'object' } },
      })
    }
  })

  test('generates images with Workers AI models from text or one photo, as bytes or base64', async () => {
    for (const respond of [() => new Response(PNG).body, { image: base64(PNG) }]) {
      const { ai, asker, files, keep, seen } = scripted(respond)
      const photo = Uint8Array.of(0xff, 0xd8, 0xff)
      keep('photo.jpg', photo)
      await ai.draw({ prompt: 'A player', images: [], n: 1, size: '512x768' }, ['photo.jpg'], asker)
      expect([...files.values()]).toEqual([photo, PNG])
      expect(seen).toEqual([
        { model: 'large-image', input: { prompt: 'A player', image_b64: base64(photo), width: 512, height: 768 } },
      ])
    }
  })

  test('speaks and transcribes with Workers AI models', async () => {
    const speaker = scripted({ audio: base64(MP3) })
    expect(await speaker.ai.speech({ text: 'Go!' }, speaker.asker)).toMatchObject({ mimeType: 'audio/mpeg' })
    const listener = scripted({ text: 'go long', transcription_info: { language: 'en', duration: 2 } })
    expect(await listener.ai.transcription({ audio: [...MP3], language: 'en' }, listener.asker)).toMatchObject({
      text: 'go long',
      language: 'en',
      duration: 2,
    })
    expect(listener.seen[0]!.input).toEqual({ audio: base64(MP3), language: 'en' })
  })

  test.each([
    ['no response', () => new Promise(() => undefined), 'AI_TIMEOUT'],
    ['a failure', () => Promise.reject(new Error('3040: Capacity temporarily exceeded')), 'AI_FAILED'],
    ['no text', { response: '' }, 'AI_EMPTY'],
  ] as const)('maps Workers AI responses to error codes: %s', async (_, respond, code) => {
    const { pass } = stopTimeouts()
    const { ai, asker, seen, open } = scripted(respond)
    const calling = getRejection(ai.text(PROMPT, asker))
    await expect.poll(() => seen.length).toBe(1)
    if (code === 'AI_TIMEOUT') await pass(5000)
    expect(await calling).toMatchObject({ code })
    expect(open()).toBe(0)
  })

  test('reports Workers AI as not configured without the binding', async () => {
    const { ai, asker, charges } = createService({ provider: 'workers-ai', run: null })
    expect(await getRejection(ai.text(PROMPT, asker))).toMatchObject({ code: 'AI_NOT_CONFIGURED', status: 503 })
    expect(charges).toEqual([])
  })
})
