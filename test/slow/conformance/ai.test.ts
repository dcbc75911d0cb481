import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Client } from '#shared/client/index.ts'
import { markOf } from '#worker/graphics/metadata/mark.ts'
import { type Asked, MP3, OBJECT, PNG, TEXT } from '../../support/ai-stand-ins.ts'
import { freshDatabase } from '../../support/env.ts'
import { portraitBytes } from '../../support/portrait.ts'
import { takeConsole } from '../../support/quiet.ts'
import { askedOf, everyMemberOf, PUBLIC_KEY, SERVICE_KEY, type Served, TRANSPORTS } from './support.ts'

const schema = { type: 'object', properties: { team: { type: 'string' }, score: { type: 'number' } } }
const asked = () => askedOf<Asked>('ai')

type Ask = (ai: Client['ai']) => Promise<unknown>

const ignore = () => undefined

/** Calls that need a third party's service, and the setting that names one. */
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
    await asked()
  })

  const fileAt = async (url: string) => {
    const answer = await served.send(url)
    return { type: answer.headers.get('content-type'), bytes: new Uint8Array(await answer.arrayBuffer()) }
  }

  test('answers in words, at once and as they come, and is asked what was said', async () => {
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

    const requests = await asked()
    const all = { path: '/v1/responses', body: { model: 'large-text', max_output_tokens: 77, temperature: 0.25 } }
    expect(requests).toMatchObject([all, { ...all, body: { ...all.body, stream: true } }])
    for (const words of ['Who played?', 'Who won?', 'Be short.'])
      expect(JSON.stringify(requests[0]!.body)).toContain(words)
  })

  test('looks things up, and says where', async () => {
    const source = { url: 'https://scores.example/1', title: 'Scores' }
    expect((await ai.generateText({ prompt: 'Who won?', search: true, maxSteps: 2 })).sources).toMatchObject([source])
    expect((await asked())[0]!.body['tools']).toMatchObject([{ type: 'web_search' }])
  })

  test('answers with an object, at once and as it grows', async () => {
    expect(await ai.generateObject({ prompt: 'Who won?', schema })).toMatchObject({
      object: OBJECT,
      usage: { promptTokens: 3, completionTokens: 5 },
    })
    const partials: unknown[] = []
    const grown = await ai.streamObject({ prompt: 'Who won?', schema }, (partial) => partials.push(partial))
    expect([grown.object, partials.at(-1)]).toEqual([OBJECT, OBJECT])
    expect(partials.length).toBeGreaterThan(1)
    expect(JSON.stringify((await asked())[1]!.body['text'])).toContain('"score"')
  })

  test('makes pictures, of nothing and of others, that lie in our own storage', async () => {
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
    // Two in one call are more than every model makes.
    const drawing = { path: '/v1/images/generations', body: { prompt: 'A player', n: 1, size: '1024x1536' } }
    const changing = { path: '/v1/images/edits', body: { prompt: 'The same player', image: expect.any(String) } }
    expect(await asked()).toMatchObject([drawing, drawing, changing])
  })

  test('speaks, and hears what was spoken', async () => {
    const speech = await ai.generateSpeech({ text: 'Go!', voice: 'nova', response_format: 'mp3', speed: 1.5 })
    expect(speech).toMatchObject({ voice: 'nova', format: 'mp3', mimeType: 'audio/mpeg' })
    expect(await fileAt(speech.url)).toEqual({ type: 'audio/mpeg', bytes: MP3 })
    for (const audio of [MP3, [...MP3], speech.url])
      expect((await ai.transcribeAudio({ audio, language: 'en' })).text).toBe('go long')
    expect((await asked()).map(({ path }) => path)).toEqual([
      '/v1/audio/speech',
      ...Array.from({ length: 3 }, () => '/v1/audio/transcriptions'),
    ])
  })

  test.each(UNCONFIGURED)('that is not configured says for %s which setting is missing', async (__, ask, setting) => {
    const { client } = await connect(SERVICE_KEY, { bare: true })
    await expect(ask(client.ai)).rejects.toMatchObject({
      status: 503,
      code: 'AI_NOT_CONFIGURED',
      kind: 'network',
      retryable: false,
      message: expect.stringContaining(setting),
      details: [{ path: setting, message: 'is missing or not accepted' }],
    })
    expect(await asked()).toEqual([])
    // The Worker's log has it too.
    takeConsole()
  })

  test('that is not configured draws all the same, by our own artist', async () => {
    const { client } = await connect(SERVICE_KEY, { bare: true })
    const [made] = (await client.ai.generateImage({ prompt: 'Chicago Bears, helmet, number 7' })).data
    // The other fields of the answer are not for every client: the picture carries them too.
    expect(Object.keys(made!)).toEqual(['url'])
    const { type, bytes } = await fileAt(made!.url)
    expect(markOf(bytes)).toEqual({ source: 'plain', finish: 'faceless', notices: [] })
    expect(type).toMatch(/^image\//)
    expect(bytes.length).toBeGreaterThan(5000)
    expect(await asked()).toEqual([])
  })

  test('answers signed-in users, and others with pictures only', async () => {
    const { client } = await connect(PUBLIC_KEY)
    for (const [, ask] of UNCONFIGURED)
      await expect(ask(client.ai)).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED', kind: 'auth' })
    expect(await asked()).toEqual([])
    const elsewhere = `${inject('others').webUrl.replace('http:', 'https:')}/a.png`
    await expect(ai.modifyImage({ prompt: 'x', images: [elsewhere] })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      kind: 'validation',
      details: [{ path: 'images.0' }],
    })
  })
})

everyMemberOf('ai')
