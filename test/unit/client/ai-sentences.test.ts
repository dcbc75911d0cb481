import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import { findOffenders } from '../../support/offenders.ts'
import { createRecorder, getRejection } from './recorder.ts'

const pictures = (count: number) => Array.from({ length: count }, (_, n) => `https://x.example/${n}.png`)
const ignore = () => undefined
const none = undefined as never

type Row = readonly [what: string, call: (ai: Client['ai']) => Promise<unknown>, message: string]

const QUESTION = 'Either prompt or messages is required'
const PROMPT = 'Prompt is required'
const withPicture = (image: string) => [{ role: 'user', content: [{ type: 'image', image }] }] as const

const REFUSED: readonly Row[] = [
  ['a text without input', (ai) => ai.generateText({}), QUESTION],
  ['a text with a blank prompt', (ai) => ai.generateText({ prompt: '  ' }), QUESTION],
  ['a text without messages', (ai) => ai.generateText({ messages: [] }), QUESTION],
  ['a streamed text without input', (ai) => ai.streamText({ prompt: '' }, ignore), QUESTION],
  ['an object without a prompt', (ai) => ai.generateObject({ prompt: none }), PROMPT],
  ['a streamed object without a prompt', (ai) => ai.streamObject({ prompt: ' ' }, ignore), PROMPT],
  ['an image without a prompt', (ai) => ai.generateImage({ prompt: '' }), PROMPT],
  ['an edited image without a prompt', (ai) => ai.modifyImage({ prompt: '', images: pictures(1) }), PROMPT],
  ['an object with a prompt that is not text', (ai) => ai.generateObject({ prompt: 7 as never }), PROMPT],
  [
    'a streamed text with blanks and no messages',
    (ai) => ai.streamText({ prompt: ' ', messages: [] }, ignore),
    QUESTION,
  ],
  [
    'an edited image without a list',
    (ai) => ai.modifyImage({ prompt: 'x', images: 'https://x/a.png' as never }),
    'At least one image is required',
  ],
  [
    'an allowed image next to a disallowed one',
    (ai) => ai.modifyImage({ prompt: 'x', images: [...pictures(1), 'data:image/png;base64,AA=='] }),
    'Image URL must use HTTPS: data:image/png;base64,AA==',
  ],
  ['speech of blanks', (ai) => ai.generateSpeech({ text: ' \n' }), 'Text is required'],
  ['a transcript of a blank URL', (ai) => ai.transcribeAudio({ audio: ' ' }), 'Audio is required'],
  [
    'an edited image without images',
    (ai) => ai.modifyImage({ prompt: 'x', images: [] }),
    'At least one image is required',
  ],
  ['51 images', (ai) => ai.modifyImage({ prompt: 'x', images: pictures(51) }), 'Maximum 50 images allowed'],
  [
    'an image over plain HTTP',
    (ai) => ai.modifyImage({ prompt: 'x', images: ['http://x.example/a.png'] }),
    'Image URL must use HTTPS: http://x.example/a.png',
  ],
  [
    'an image of another type',
    (ai) => ai.modifyImage({ prompt: 'x', images: ['https://x.example/a.bmp'] }),
    'Image URL must end in jpg, jpeg, png, gif or webp: https://x.example/a.bmp',
  ],
  [
    'a message with an image over plain HTTP',
    (ai) => ai.generateText({ messages: withPicture('http://x.example/a.png') }),
    'Image URL must use HTTPS: http://x.example/a.png',
  ],
  [
    'a streamed message with an image of another type',
    (ai) => ai.streamText({ messages: withPicture('https://x.example/a') }, ignore),
    'Image URL must end in jpg, jpeg, png, gif or webp: https://x.example/a',
  ],
  ['speech without a text', (ai) => ai.generateSpeech({ text: '' }), 'Text is required'],
  ['a transcript without audio', (ai) => ai.transcribeAudio({ audio: none }), 'Audio is required'],
  ['a transcript of no bytes', (ai) => ai.transcribeAudio({ audio: [] }), 'Audio is required'],
  ['a transcript of an empty buffer', (ai) => ai.transcribeAudio({ audio: new ArrayBuffer(0) }), 'Audio is required'],
]

describe('argument validation of the AI client', () => {
  test('rejects each invalid argument of the AI client with its own message, and sends nothing', async () => {
    const offenders = await findOffenders(REFUSED, JSON.stringify, async ([, call, message]) => {
      const { client, requests } = createRecorder({})
      const refusal = await getRejection(call(client.ai))
      expect(refusal).toBeInstanceOf(AppError)
      expect(refusal).toMatchObject({ kind: 'ai', code: 'VALIDATION_ERROR', message })
      expect(requests).toEqual([])
    })
    expect(offenders).toEqual([])
  })
})

const ASK: Readonly<Record<string, (ai: Client['ai']) => Promise<unknown>>> = {
  text: (ai) => ai.generateText({ prompt: 'x' }),
  object: (ai) => ai.generateObject({ prompt: 'x' }),
  image: (ai) => ai.generateImage({ prompt: 'x' }),
  speech: (ai) => ai.generateSpeech({ text: 'x' }),
  transcribe: (ai) => ai.transcribeAudio({ audio: [1] }),
}

describe('incomplete responses', () => {
  test.each([
    ['text', {}, 'AI returned no text.', 'AI_EMPTY'],
    ['text', { text: '' }, 'AI returned no text.', 'AI_EMPTY'],
    ['object', { object: null }, 'AI returned no object.', 'AI_EMPTY'],
    ['image', { data: [] }, 'AI returned no image.', 'AI_NO_IMAGE'],
    ['image', { data: [{ url: 'https://x/a.png' }, {}] }, 'AI returned no image.', 'AI_NO_IMAGE'],
    ['speech', { format: 'mp3' }, 'AI returned no speech.', 'AI_EMPTY'],
    ['transcribe', { language: 'en' }, 'AI returned no transcript.', 'AI_EMPTY'],
  ] as const)('fails for a response to %s of %j', async (what, body, message, code) => {
    const { client } = createRecorder(body)
    expect(await getRejection(ASK[what]!(client.ai))).toMatchObject({ kind: 'ai', message, code })
  })
})

describe('server errors', () => {
  test('maps a server error to the kind of its status', async () => {
    const offenders = await findOffenders(
      [
        [401, 'UNAUTHORIZED', 'auth', false],
        [400, 'VALIDATION_ERROR', 'validation', false],
        [422, 'AI_REFUSED', 'network', false],
        [422, 'AI_MODERATED', 'network', false],
        [429, 'AI_IN_FLIGHT', 'network', true],
        [429, 'AI_QUOTA_EXCEEDED', 'network', false],
        [502, 'AI_FAILED', 'network', true],
        [503, 'AI_BUSY', 'network', true],
        [503, 'AI_NOT_CONFIGURED', 'network', false],
        [504, 'AI_TIMEOUT', 'network', true],
      ] as const,
      JSON.stringify,
      async ([status, code, kind, retryable]) => {
        const respond = () => Response.json({ error: 'as it is', message: 'as it is', code }, { status })
        for (const call of Object.values(ASK)) {
          const refusal = await getRejection(call(createRecorder(respond).client.ai))
          expect(refusal).toMatchObject({ status, code, kind, retryable, message: 'as it is' })
        }
        const streamed = createRecorder(respond).client.ai.streamText({ prompt: 'x' }, ignore)
        expect(await getRejection(streamed)).toMatchObject({ status, code, kind, message: 'as it is' })
      },
    )
    expect(offenders).toEqual([])
  })

  test('quotes at most one line of an HTML error page', async () => {
    const page = () =>
      new Response(`<html>${'x'.repeat(5000)}</html>`, { status: 500, headers: { 'content-type': 'text/html' } })
    const refusal = (await getRejection(ASK['text']!(createRecorder(page).client.ai))) as AppError
    expect(refusal).toMatchObject({ status: 500, code: 'INTERNAL', kind: 'network' })
    expect(refusal.message.length).toBeLessThanOrEqual(300)
  })
})

describe('requests', () => {
  test.each([
    [
      'text',
      (ai: Client['ai']) =>
        ai.generateText({
          prompt: 'p',
          messages: [{ role: 'user', content: 'm' }],
          model: 'x',
          search: true,
          maxSteps: 3,
          maxTokens: 9,
          temperature: 0.2,
        }),
      { text: 'ok' },
      {
        prompt: 'p',
        messages: [{ role: 'user', content: 'm' }],
        model: 'x',
        search: true,
        maxSteps: 3,
        maxTokens: 9,
        temperature: 0.2,
        stream: false,
      },
    ],
    [
      'object',
      (ai: Client['ai']) =>
        ai.generateObject({ prompt: 'p', output: 'enum', enum: ['a', 'b'], schema: { type: 'object' } }),
      { object: 'a' },
      { prompt: 'p', output: 'enum', enum: ['a', 'b'], schema: { type: 'object' }, stream: false },
    ],
    [
      'image',
      (ai: Client['ai']) => ai.generateImage({ prompt: 'p', n: 2 }),
      { data: ['https://x/a.png'] },
      { prompt: 'p', n: 2 },
    ],
    [
      'image',
      (ai: Client['ai']) => ai.modifyImage({ prompt: 'p', images: pictures(50) }),
      { result: { data: [{ url: 'https://x/a.png' }] } },
      { prompt: 'p', images: pictures(50) },
    ],
    [
      'speech',
      (ai: Client['ai']) => ai.generateSpeech({ text: 't', voice: 'nova', response_format: 'wav', speed: 1.5 }),
      { result: { url: 'https://x/a.wav' } },
      { text: 't', voice: 'nova', response_format: 'wav', speed: 1.5 },
    ],
    [
      'transcribe',
      (ai: Client['ai']) => ai.transcribeAudio({ audio: Uint8Array.of(0, 1, 2, 255).subarray(1), language: 'de' }),
      { transcript: '' },
      { audio: [1, 2, 255], language: 'de' },
    ],
    [
      'transcribe',
      (ai: Client['ai']) => ai.transcribeAudio({ audio: 'https://x/a.mp3', response_format: 'json' }),
      { result: { text: '' } },
      { audio: 'https://x/a.mp3', response_format: 'json' },
    ],
  ] as const)('sends the request for %s', async (what, call, result, body) => {
    const { client, requests } = createRecorder(result)
    await call(client.ai)
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: `https://core.example/api/ai/p1/${what}`,
      headers: { authorization: 'Bearer public-key', 'content-type': 'application/json' },
    })
    expect(requests[0]!.body).toEqual(body)
  })

  test('fills in what a speech server omits', async () => {
    const { client } = createRecorder({ url: 'https://x/a.mp3' })
    expect(await client.ai.generateSpeech({ text: 't' })).toEqual({
      url: 'https://x/a.mp3',
      voice: 'alloy',
      format: 'mp3',
      mimeType: 'audio/mpeg',
    })
  })
})
