import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import { ObjectRequest, TextRequest } from '#worker/backend/ai/schema.ts'
import { type Responder, streamInPieces, PNG } from '../../support/ai-stand-ins.ts'
import { findOffenders } from '../../support/offenders.ts'
import { getRejection } from '../client/recorder.ts'
import { createService, type Setup } from './service.ts'

const TEXT = TextRequest.parse({ prompt: 'a secret plan' })
const STREAMED = TextRequest.parse({ prompt: 'a secret plan', stream: true })
const OBJECT = ObjectRequest.parse({
  prompt: 'x',
  schema: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
})
const IMAGE = { prompt: 'a secret plan', images: [], n: 1 }

const json =
  (body: unknown, status: number, headers: Record<string, string> = {}): Responder =>
  () =>
    Response.json(body, { status, headers })
const html =
  (status: number): Responder =>
  () =>
    new Response('<html><title>Safety check</title></html>', { status, headers: { 'content-type': 'text/html' } })
const openAiError = (code: string, status: number) =>
  json({ error: { message: 'It says: a secret plan', type: 'invalid_request_error', param: null, code } }, status)
const chat =
  (message: object, finish_reason: string): Responder =>
  () =>
    Response.json({ id: 'c', created: 1, model: 'm', choices: [{ index: 0, message, finish_reason }] })

type Row = readonly [what: string, answering: Responder, code: string, status: number]

const FAILURES: readonly Row[] = [
  ['500', json({ error: { message: 'oops' } }, 500), 'AI_FAILED', 502],
  ['HTML with 500', html(500), 'AI_FAILED', 502],
  ['HTML with 200', html(200), 'AI_FAILED', 502],
  ['HTML with 400', html(400), 'VALIDATION_ERROR', 400],
  [
    'a redirect',
    () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example/' } }),
    'AI_FAILED',
    502,
  ],
  [
    'a truncated response',
    () => new Response('{"choices":[{"mess', { headers: { 'content-type': 'application/json' } }),
    'AI_FAILED',
    502,
  ],
  ['an unexpected response', json({ hello: 'world' }, 200), 'AI_FAILED', 502],
  ['no connection', () => Promise.reject(new TypeError('fetch failed')), 'AI_FAILED', 502],
  ['a wrong key', openAiError('invalid_api_key', 401), 'AI_NOT_CONFIGURED', 503],
  ['an exhausted quota', openAiError('insufficient_quota', 429), 'AI_NOT_CONFIGURED', 503],
  [
    'an exhausted quota without a code',
    json({ error: { type: 'invalid_request_error', message: 'Your credit balance is too low to go on.' } }, 400),
    'AI_NOT_CONFIGURED',
    503,
  ],
  ['an unknown model', openAiError('model_not_found', 404), 'AI_NOT_CONFIGURED', 503],
  [
    'too many calls',
    json({ error: { message: 'slow down', code: 'rate_limit_exceeded' } }, 429, { 'retry-after': '7' }),
    'AI_BUSY',
    503,
  ],
  [
    'an overload',
    json({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 529),
    'AI_BUSY',
    503,
  ],
  ['its own timeout', json({ error: { message: 'late' } }, 504), 'AI_TIMEOUT', 504],
  ['a safety check', openAiError('content_policy_violation', 400), 'AI_MODERATED', 422],
  [
    'a message that quotes the prompt',
    json(
      { error: { message: 'Not taken: "safety moderation billing"', code: 'invalid_value', input: { type: 'nsfw' } } },
      400,
    ),
    'VALIDATION_ERROR',
    400,
  ],
  ['an invalid request', openAiError('invalid_value', 400), 'VALIDATION_ERROR', 400],
  ['a refusal', chat({ role: 'assistant', content: '' }, 'content_filter'), 'AI_REFUSED', 422],
  ['an empty response', chat({ role: 'assistant', content: '' }, 'stop'), 'AI_EMPTY', 502],
  ['30 MB', () => streamInPieces(new Uint8Array(30_000_000), 1_000_000), 'AI_FAILED', 502],
  [
    '30 MB in Content-Length',
    () => new Response('{}', { headers: { 'content-length': '30000000' } }),
    'AI_FAILED',
    502,
  ],
]

describe('provider failures', () => {
  test('reports each failure of a provider by its own code, without retrying a paid call', async () => {
    const offenders = await findOffenders(FAILURES, JSON.stringify, async ([, respond, code, status]) => {
      const { ai, asker, requests, open } = createService({ respond })
      const refusal = (await getRejection(ai.text(TEXT, asker))) as AppError
      expect(refusal).toMatchObject({ code, status })
      expect(requests, 'no paid call is retried').toHaveLength(1)
      expect(open()).toBe(0)
      expect(`${refusal.message} ${String(refusal.cause)} ${JSON.stringify(refusal.details)}`).not.toContain(
        'secret plan',
      )
    })
    expect(offenders).toEqual([])
  })

  test('reports each failure by its own code before a stream has started', async () => {
    const offenders = await findOffenders(
      FAILURES.filter(([, , code]) => code !== 'AI_REFUSED' && code !== 'AI_EMPTY'),
      JSON.stringify,
      async ([what, respond, code, status]) => {
        const { ai, asker, open } = createService({ respond })
        const refusal = await getRejection(ai.streamText(STREAMED, asker))
        // A body that is not a stream contains no error event either.
        const empty = /unexpected response|truncated|HTML with 200/.test(what)
        if (empty) expect(['AI_FAILED', 'AI_EMPTY']).toContain((refusal as AppError).code)
        else expect(refusal).toMatchObject({ code, status })
        expect(open()).toBe(0)
      },
    )
    expect(offenders).toEqual([])
  })

  test('passes on the provider’s Retry-After', async () => {
    const busy = createService({ respond: FAILURES.find(([what]) => what === 'too many calls')![1] })
    expect(await getRejection(busy.ai.text(TEXT, busy.asker))).toMatchObject({ retryAfterSeconds: 7 })
  })

  test('names the setting to check for a wrong key or model', async () => {
    for (const [what, setting] of [
      ['a wrong key', 'AI_COMPATIBLE_KEY'],
      ['an unknown model', 'AI_TEXT_MODEL'],
    ] as const) {
      const { ai, asker } = createService({ respond: FAILURES.find(([name]) => name === what)![1] })
      expect(((await getRejection(ai.text(TEXT, asker))) as AppError).message).toContain(setting)
    }
  })

  test('fails when an object does not match its schema', async () => {
    const { ai, asker } = createService({ respond: chat({ role: 'assistant', content: 'not JSON' }, 'stop') })
    expect(await getRejection(ai.object(OBJECT, asker))).toMatchObject({ code: 'AI_FAILED' })
  })
})

describe('image failures', () => {
  const blocked = {
    candidates: [{ index: 0, finishReason: 'IMAGE_SAFETY', content: { role: 'model', parts: [] } }],
    usageMetadata: {},
  }
  const image = (url: string, nsfw = false) => ({
    images: [{ url, width: 1, height: 1, content_type: 'image/png' }],
    has_nsfw_concepts: [nsfw],
  })
  const rows: [string, Setup, string, number][] = [
    [
      'that a safety check blocked',
      { provider: 'openai', respond: openAiError('moderation_blocked', 400) },
      'AI_MODERATED',
      422,
    ],
    [
      'of a photo that a safety check blocked',
      {
        provider: 'fal',
        respond: json({ detail: [{ loc: ['body'], msg: 'flagged', type: 'content_policy_violation' }] }, 422),
      },
      'AI_MODERATED',
      422,
    ],
    [
      'that was blacked out',
      {
        provider: 'fal',
        respond: ({ method }) =>
          method === 'GET' ? new Response(PNG) : Response.json(image('https://fal.stand-in/a.png', true)),
      },
      'AI_MODERATED',
      422,
    ],
    ['that the model declined', { provider: 'google', respond: json(blocked, 200) }, 'AI_REFUSED', 422],
    [
      'that failed',
      {
        provider: 'replicate',
        respond: json(
          {
            id: 'p',
            status: 'failed',
            error: 'NSFW content detected',
            output: null,
            urls: { get: 'https://replicate.stand-in/v1/p' },
          },
          200,
        ),
      },
      'AI_MODERATED',
      422,
    ],
    [
      'that is HTML',
      {
        provider: 'fal',
        respond: ({ method }) =>
          method === 'GET' ? new Response('<html>') : Response.json(image('https://fal.stand-in/a.png')),
      },
      'AI_FAILED',
      502,
    ],
    [
      'that is gone',
      {
        provider: 'fal',
        respond: ({ method }) =>
          method === 'GET' ? new Response('no', { status: 404 }) : Response.json(image('https://fal.stand-in/a.png')),
      },
      'AI_FAILED',
      502,
    ],
  ]
  test('reports each failed image by its own code, and stores no file', async () => {
    const offenders = await findOffenders(rows, JSON.stringify, async ([, setup, code, status]) => {
      const { ai, asker, files, open } = createService(setup)
      expect(await getRejection(ai.draw(IMAGE, [], asker))).toMatchObject({ code, status })
      expect([files.size, open()]).toEqual([0, 0])
    })
    expect(offenders).toEqual([])
  })

  test('explains a refused image in the product’s own words', async () => {
    const { ai, asker } = createService({ provider: 'google', respond: json(blocked, 200) })
    expect(((await getRejection(ai.draw(IMAGE, [], asker))) as AppError).message).toBe(
      "We can't make a card from this photo.",
    )
  })

  test('returns an empty list when the provider made no images', async () => {
    const { ai, asker } = createService({ respond: json({ created: 1, data: [] }, 200) })
    expect(await ai.draw(IMAGE, [], asker)).toEqual([])
  })
})
