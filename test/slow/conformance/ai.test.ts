import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Client } from '#shared/client/index.ts'
import { readArtMetadata } from '#worker/graphics/metadata/art-metadata.ts'
import { MP3, OBJECT, PNG, type RecordedRequest, TEXT } from '../../support/ai-stand-ins.ts'
import { freshDatabase } from '../../support/env.ts'
import { portraitBytes } from '../../support/portrait.ts'
import { takeConsole } from '../../support/quiet.ts'
import { expectEveryMember, PUBLIC_KEY, type Served, SERVICE_KEY, takeRequests, TRANSPORTS } from './support.ts'

const schema = { type: 'object', properties: { team: { type: 'string' }, score: { type: 'number' } } }
const takeAiRequests = () => takeRequests<RecordedRequest>('ai')

type Ask = (ai: Client['ai']) => Promise<unknown>

const ignore = () => undefined

/** Calls that need a third-party provider, with the setting that names it. */
const UNCONFIGURED: readonly (readonly [what: string, ask: Ask, setting: string])[] = [
  ['text', (ai) => ai.generateText({ prompt: 'x' }), 'AI_TEXT_PROVIDER'],
  ['text that streams', (ai) => ai.streamText({ prompt: 'x' }, ignore), 'AI_TEXT_PROVIDER'],
  ['an object', (ai) => ai.generateObject({ prompt: 'x', schema }), 'AI_TEXT_PROVIDER'],
  ['an object that streams', (ai) => ai.streamObject({ prompt: 'x', schema }, ignore), 'AI_TEXT_PROVIDER'],
  ['speech', (ai) => ai.generateSpeech({ text: 'x' }), 'AI_SPEECH_PROVIDER'],
  ['a transcript', (ai) => ai.transcribeAudio({ audio: [1] }), 'AI_TRANSCRIPTION_PROVIDER'],
]

describe.each(TRANSPORTS)('an AI %s', (_, connect) => {
  let served: Served
  let ai: Client['ai']
  beforeAll(freshDatabase)
  beforeEach(async () => {
    served = await connect(SERVICE_KEY)
    ;({ ai } = served.client)
    await takeAiRequests()
  })

  const fileAt = async (url: string) => {
    const response = await served.send(url)
    return { type: response.headers.get('content-type'), bytes: new Uint8Array(await response.arrayBuffer()) }
  }

  test('generates text, whole and streamed, and sends the whole request to the model', async () => {
    const messages = [{ role: 'user', content: 'Who played?' }] as const
    const order = { prompt: 'Who won?', system: 'Be short.', messages, maxTokens: 77, temperature: 0.25 }
    expect(await ai.generateText(order)).toMatchObject({
      text: TEXT,
      finishReason: 'stop',
      usage: { promptTokens: 3, completionTokens: 5, totalTokens: 8 },
    })
    const chunks: string[] = []
    expect(await ai.streamText(order, (chunk) => chunks.push(chunk))).toMatchObject({
      text: TEXT,
      finishReason: 'stop',
      usage: { promptTokens: 3, completionTokens: 5 },
    })
    expect(chunks.length).toBeGreaterThan(1)
    expect(chunks.join('')).toBe(TEXT)

    const requests = await takeAiRequests()
    const all = { path: '/v1/responses', body: { model: 'large-text', max_output_tokens: 77, temperature: 0.25 } }
    expect(requests).toMatchObject([all, { ...all, body: { ...all.body, stream: true } }])
    for (const words of ['Who played?', 'Who won?', 'Be short.'])
      expect(JSON.stringify(requests[0]!.body)).toContain(words)
  })

  test('searches the web, and returns its sources', async () => {
    const source = { url: 'https://scores.example/1', title: 'Scores' }
    expect((await ai.generateText({ prompt: 'Who won?', search: true, maxSteps: 2 })).sources).toMatchObject([source])
    expect((await takeAiRequests())[0]!.body['tools']).toMatchObject([{ type: 'web_search' }])
  })

  test('generates an object, whole and streamed', async () => {
    expect(await ai.generateObject({ prompt: 'Who won?', schema })).toMatchObject({
      object: OBJECT,
      usage: { promptTokens: 3, completionTokens: 5 },
    })
    const partials: unknown[] = []
    const grown = await ai.streamObject({ prompt: 'Who won?', schema }, (partial) => partials.push(partial))
    expect([grown.object, partials.at(-1)]).toEqual([OBJECT, OBJECT])
    expect(partials.length).toBeGreaterThan(1)
    expect(JSON.stringify((await takeAiRequests())[1]!.body['text'])).toContain('"score"')
  })

  test('generates images from text and other images, and stores them', async () => {
    const made = await ai.generateImage({ prompt: 'A player', n: 2, size: '1024x1536' })
    expect(made.data).toHaveLength(2)
    const { publicUrl } = await served.client.storage.upload(
      new Blob([portraitBytes()], { type: 'image/jpeg' }),
      `shelf/${crypto.randomUUID()}.jpg`,
    )
    const changed = await ai.modifyImage({ prompt: 'The same player', images: [publicUrl] })
    for (const { url } of [...made.data, ...changed.data]) {
      expect(url.startsWith(`${served.origin}/storage/fantasy-cards/`)).toBe(true)
      expect(await fileAt(url)).toEqual({ type: 'image/png', bytes: PNG })
    }
    // Two per call are more than some models make.
    const drawing = { path: '/v1/images/generations', body: { prompt: 'A player', n: 1, size: '1024x1536' } }
    const changing = { path: '/v1/images/edits', body: { prompt: 'The same player', image: expect.any(String) } }
    expect(await takeAiRequests()).toMatchObject([drawing, drawing, changing])
  })

  test('generates speech, and transcribes it', async () => {
    const speech = await ai.generateSpeech({ text: 'Go!', voice: 'nova', response_format: 'mp3', speed: 1.5 })
    expect(speech).toMatchObject({ voice: 'nova', format: 'mp3', mimeType: 'audio/mpeg' })
    expect(await fileAt(speech.url)).toEqual({ type: 'audio/mpeg', bytes: MP3 })
    for (const audio of [MP3, [...MP3], speech.url])
      expect((await ai.transcribeAudio({ audio, language: 'en' })).text).toBe('go long')
    expect((await takeAiRequests()).map(({ path }) => path)).toEqual([
      '/v1/audio/speech',
      ...Array.from({ length: 3 }, () => '/v1/audio/transcriptions'),
    ])
  })

  test.each(UNCONFIGURED)('names the missing setting for %s', async (__, ask, setting) => {
    const { client } = await connect(SERVICE_KEY, { bare: true })
    await expect(ask(client.ai)).rejects.toMatchObject({
      status: 503,
      code: 'AI_NOT_CONFIGURED',
      kind: 'network',
      retryable: false,
      message: expect.stringContaining(setting),
      details: [{ path: setting, message: 'is missing or invalid' }],
    })
    expect(await takeAiRequests()).toEqual([])
    // The Worker logs it too.
    takeConsole()
  })

  test('draws with the built-in artist when no provider is configured', async () => {
    const { client } = await connect(SERVICE_KEY, { bare: true })
    const [made] = (await client.ai.generateImage({ prompt: 'Chicago Bears, helmet, number 7' })).data
    // The image's metadata also carries the other fields, for clients that ignore them.
    expect(Object.keys(made!)).toEqual(['url'])
    const { type, bytes } = await fileAt(made!.url)
    expect(readArtMetadata(bytes)).toEqual({ source: 'plain', finish: 'faceless', notices: [] })
    expect(type).toMatch(/^image\//)
    expect(bytes.length).toBeGreaterThan(5000)
    expect(await takeAiRequests()).toEqual([])
  })

  test('serves signed-in users, and anonymous callers only images', async () => {
    const { client } = await connect(PUBLIC_KEY)
    for (const [, ask] of UNCONFIGURED)
      await expect(ask(client.ai)).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED', kind: 'auth' })
    expect(await takeAiRequests()).toEqual([])
    const elsewhere = `${inject('others').webUrl.replace('http:', 'https:')}/a.png`
    await expect(ai.modifyImage({ prompt: 'x', images: [elsewhere] })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      kind: 'validation',
      details: [{ path: 'images.0' }],
    })
  })
})

expectEveryMember('ai')
