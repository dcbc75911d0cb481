import { describe, expect, test } from 'vitest'
import { ObjectRequest, TextRequest } from '#worker/backend/ai/schema.ts'
import {
  type Responder,
  createToolCallResponse,
  MP3,
  OBJECT,
  respondNormally,
  PNG,
  TEXT,
} from '../../support/ai-stand-ins.ts'
import { createService, readStreamText } from './service.ts'

const schema = {
  type: 'object',
  properties: { team: { type: 'string' }, score: { type: 'number' } },
  required: ['team', 'score'],
  additionalProperties: false,
}
const text = (request: object) => TextRequest.parse(request)
const object = (request: object) => ObjectRequest.parse(request)
const usage = { promptTokens: 3, completionTokens: 5, totalTokens: 8 }
const getLines = (body: string, code: string) =>
  body.split('\n').flatMap((line) => (line.startsWith(`${code}:`) ? [JSON.parse(line.slice(2)) as unknown] : []))

const TEXT_PROVIDERS = ['openai', 'google', 'anthropic', 'openai-compatible'] as const

/** Requests in each service's own format. */
const REQUESTS: Readonly<Record<(typeof TEXT_PROVIDERS)[number], object>> = {
  openai: {
    path: '/v1/responses',
    headers: { authorization: 'Bearer openai-key' },
    body: { model: 'large-text', max_output_tokens: 50, temperature: 0.5 },
  },
  google: {
    path: '/v1/models/gemini-large:generateContent',
    headers: { 'x-goog-api-key': 'google-key' },
    body: { generationConfig: { maxOutputTokens: 50, temperature: 0.5 } },
  },
  anthropic: {
    path: '/v1/messages',
    headers: { 'x-api-key': 'anthropic-key' },
    body: { model: 'large-text', max_tokens: 50, temperature: 0.5 },
  },
  'openai-compatible': {
    path: '/v1/chat/completions',
    headers: { authorization: 'Bearer compatible-key' },
    body: { model: 'large-text', max_tokens: 50, temperature: 0.5 },
  },
}

describe.each(TEXT_PROVIDERS)('%s', (provider) => {
  test('answers a prompt and messages through the %s provider', async () => {
    const { ai, asker, requests, charges, open } = createService({ provider })
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
      { role: 'assistant', content: 'Hi' },
    ]
    const result = await ai.text(text({ prompt: 'Who won?', messages, maxTokens: 50, temperature: 0.5 }), asker)
    expect(result).toMatchObject({ text: TEXT, finishReason: 'stop', usage, sources: [], toolCalls: [] })
    expect(requests).toMatchObject([{ method: 'POST', ...REQUESTS[provider] }])
    const sent = JSON.stringify(requests[0]!.body)
    for (const words of ['Be brief.', 'Hello', 'Hi', 'Who won?']) expect(sent).toContain(words)
    expect(charges).toMatchObject([{ kind: 'calls', units: 1, buyer: 'visitor-1' }])
    expect(open()).toBe(0)
  })

  test('streams an answer whose chunks split characters', async () => {
    const { ai, asker, requests, open } = createService({ provider })
    const body = await readStreamText(await ai.streamText(text({ prompt: 'Who won?', stream: true }), asker))
    expect(getLines(body, '0').join('')).toBe(TEXT)
    expect(getLines(body, 'f')).toEqual([{ messageId: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown }])
    expect(getLines(body, 'd')).toEqual([{ finishReason: 'stop', usage }])
    expect([getLines(body, 'e'), getLines(body, '3')]).toEqual([[], []])
    expect(body.endsWith('\n')).toBe(true)
    expect(requests).toHaveLength(1)
    expect(open()).toBe(0)
  })

  test('returns an object that matches a schema, whole and streamed', async () => {
    const { ai, asker, requests } = createService({ provider })
    expect(await ai.object(object({ prompt: 'Who won?', schema }), asker)).toMatchObject({ object: OBJECT, usage })
    expect(JSON.stringify(requests[0]!.body)).toContain('"score"')
    const body = await readStreamText(
      await ai.streamObject(object({ prompt: 'Who won?', schema, stream: true }), asker),
    )
    const partials = getLines(body, '2') as unknown[][]
    expect(partials.length).toBeGreaterThan(1)
    expect(partials.at(-1)).toEqual([OBJECT])
    expect(getLines(body, 'd')).toEqual([{ finishReason: 'stop', usage }])
  })
})

describe('web search', () => {
  test('returns the sources of an answer, whole and streamed', async () => {
    const { ai, asker, requests } = createService({ provider: 'openai' })
    const result = await ai.text(text({ prompt: 'Who won?', search: true, maxSteps: 3 }), asker)
    expect(result.sources).toMatchObject([{ url: 'https://scores.example/1', title: 'Scores' }])
    expect(requests[0]!.body['tools']).toMatchObject([{ type: 'web_search' }])
  })

  const web = {
    require: () => undefined,
    find: async (query: string) => [{ title: `About ${query}`, link: 'https://found.example/1', snippet: '21 to 3' }],
  }
  /** Searches once, then answers. */
  const looking: Responder = (request) => {
    const hasFound = JSON.stringify(request.body).includes('found.example')
    const call = { id: 't1', type: 'function', function: { name: 'web_search', arguments: '{"query":"the score"}' } }
    return hasFound ? respondNormally(request) : createToolCallResponse([call])
  }

  test('searches with our own provider when the model’s service has none, and returns its sources', async () => {
    const { ai, asker, requests } = createService({ respond: looking, web })
    const result = await ai.text(text({ prompt: 'Who won?', search: true }), asker)
    expect(result).toMatchObject({
      text: TEXT,
      sources: [{ url: 'https://found.example/1', title: 'About the score' }],
    })
    expect(JSON.stringify(requests[1]!.body)).toContain('21 to 3')
    const limited = createService({ respond: looking, web })
    await limited.ai.text(text({ prompt: 'Who won?', search: true, maxSteps: 1 }), limited.asker)
    expect(limited.requests).toHaveLength(1)
  })

  test('rejects a search when no search provider is configured', async () => {
    const { ai, asker, requests } = createService()
    await expect(ai.text(text({ prompt: 'x', search: true }), asker)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'search' }],
    })
    expect(requests).toEqual([])
  })
})

const PHOTO = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 9, 9)
const IMAGE = { prompt: 'A player', images: [], n: 1 }

describe.each(['openai', 'google', 'openai-compatible', 'fal', 'replicate'])('%s', (provider) => {
  test('generates images from text and photos, and stores them under our own URLs', async () => {
    const { ai, asker, requests, files, keep, charges } = createService({ provider })
    const made = await ai.draw({ ...IMAGE, n: 2 }, [], asker)
    expect(made).toHaveLength(2)
    for (const { url } of made) expect(url).toMatch(/^https:\/\/cards\.example\/storage\/p1\/ai\/[0-9a-f]{32}\.png$/)
    expect([...files.values()]).toEqual([PNG, PNG])
    expect(charges).toMatchObject([{ kind: 'pictures', units: 2 }])
    requests.length = 0

    keep('photo.jpg', PHOTO)
    expect(await ai.draw(IMAGE, ['photo.jpg'], asker)).toHaveLength(1)
    const sent = requests[0]!.body
    const isGiven =
      JSON.stringify(sent).includes('/9j/4AkJ') || Object.values(sent).some((field) => field instanceof Uint8Array)
    expect(isGiven, JSON.stringify(sent)).toBe(true)
    expect(JSON.stringify(sent)).toContain('A player')
  })
})

describe.each(['openai', 'openai-compatible'])('%s', (provider) => {
  test('generates speech, and stores the recording under our own URL', async () => {
    const { ai, asker, requests, files } = createService({ provider })
    const made = await ai.speech({ text: 'Go!', voice: 'nova', response_format: 'mp3', speed: 1.5 }, asker)
    expect(made).toMatchObject({ voice: 'nova', format: 'mp3', mimeType: 'audio/mpeg' })
    expect(made.url).toMatch(/\/storage\/p1\/ai\/[0-9a-f]{32}\.mp3$/)
    expect([...files.values()]).toEqual([MP3])
    expect(requests[0]!.body).toMatchObject({ model: 'large-speech', input: 'Go!', voice: 'nova', speed: 1.5 })
  })

  test('transcribes bytes, base64, data URLs and stored files', async () => {
    const { ai, asker, requests, keep } = createService({ provider })
    const base64 = btoa(String.fromCharCode(...MP3))
    const stored = keep('talk.mp3', MP3)
    for (const audio of [[...MP3], base64, `data:audio/mpeg;base64,${base64}`, stored])
      expect(await ai.transcription({ audio, language: 'en' }, asker)).toMatchObject({ text: 'go long' })
    for (const { body } of requests)
      expect(body).toMatchObject({ model: 'large-transcription', file: MP3, language: 'en' })
  })
})
