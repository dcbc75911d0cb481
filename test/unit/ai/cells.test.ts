import { beforeEach, expect, test, vi } from 'vitest'
import { ObjectRequest, TextRequest } from '#worker/backend/ai/schema.ts'
import { type Responder, MP3, respondNormally, streamInPieces } from '../../support/ai-stand-ins.ts'
import { findOffenders } from '../../support/offenders.ts'
import { createService, readStreamText } from './service.ts'

/** Silences the log of broken streams, which these tests do not check. */
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined))

type Service = ReturnType<typeof createService>
const schema = { type: 'object', properties: { team: { type: 'string' } } }
const prompt = 'Who won?'
const PHOTO = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 9, 9)

/** Every kind of AI call. */
const ASK = {
  text: ({ ai, asker }) => ai.text(TextRequest.parse({ prompt }), asker),
  'a streamed text': ({ ai, asker }) => ai.streamText(TextRequest.parse({ prompt }), asker).then(readStreamText),
  'an object': ({ ai, asker }) => ai.object(ObjectRequest.parse({ prompt, schema }), asker),
  'a streamed object': ({ ai, asker }) =>
    ai.streamObject(ObjectRequest.parse({ prompt, schema }), asker).then(readStreamText),
  'a picture': ({ ai, asker }) => ai.draw({ prompt, images: [], n: 1 }, [], asker),
  'a picture of a photo': ({ ai, asker, keep }) => {
    keep('photo.jpg', PHOTO)
    return ai.draw({ prompt, images: [], n: 1 }, ['photo.jpg'], asker)
  },
  speech: ({ ai, asker }) => ai.speech({ text: 'Go!' }, asker),
  'a transcript': ({ ai, asker }) => ai.transcription({ audio: [...MP3] }, asker),
} satisfies Record<string, (service: Service) => Promise<unknown>>
type What = keyof typeof ASK

const EVERYTHING = Object.keys(ASK) as What[]
const TEXT_CALLS = EVERYTHING.slice(0, 4)
const IMAGE_CALLS = EVERYTHING.slice(4, 6)
const CALLS_BY_PROVIDER: Readonly<Record<string, readonly What[]>> = {
  openai: EVERYTHING,
  google: EVERYTHING,
  'openai-compatible': EVERYTHING,
  anthropic: TEXT_CALLS,
  fal: IMAGE_CALLS,
  replicate: IMAGE_CALLS,
}
const CELLS = Object.entries(CALLS_BY_PROVIDER).flatMap(([provider, all]) =>
  all.map((what) => [provider, what] as const),
)

const LARGE = new Uint8Array(30_000_000)
const page = (status: number) => () =>
  new Response('<html><title>Safety check</title></html>', { status, headers: { 'content-type': 'text/html' } })
const fault = (status: number) => () => Response.json({ error: { message: 'no', code: status } }, { status })

/** The provider's behavior, the outcome, and the units charged despite the failure. */
const MISHAPS: readonly (readonly [string, Responder, RegExp, number])[] = [
  ['returns 500 HTML', page(500), /^AI_FAILED$/, 0],
  ['is rate limited', fault(429), /^AI_BUSY$/, 0],
  ['never responds', () => new Promise(() => undefined), /^AI_TIMEOUT$/, 0],
  ['is unreachable', () => Promise.reject(new TypeError('fetch failed')), /^AI_FAILED$/, 0],
  ['rejects the key', fault(401), /^AI_NOT_CONFIGURED$/, 0],
  ['does not know the model', fault(404), /^AI_NOT_CONFIGURED$/, 0],
  ['returns HTML with 200', page(200), /^AI_(?:FAILED|EMPTY)$/, 1],
  ['returns truncated JSON', () => new Response('{"choices":[{"me'), /^AI_(?:FAILED|EMPTY)$/, 1],
  ['returns 30 MB', () => streamInPieces(LARGE, 1_000_000), /^AI_FAILED$/, 1],
]

/** The outcome: `fine`, or the code of the failure, thrown or streamed. */
const getOutcome = async (service: Service, what: What): Promise<string> => {
  try {
    const result = await ASK[what](service)
    return (typeof result === 'string' && /"code":"(\w+)"/.exec(result)?.[1]) || 'fine'
  } catch (thrown) {
    return (thrown as { code: string }).code
  }
}

test('charges one unit for every call that a provider offers', async () => {
  const check = async ([provider, what]: (typeof CELLS)[number]) => {
    const service = createService({ provider })
    expect(await getOutcome(service, what)).toBe('fine')
    expect([service.charges.length, service.refunded(), service.open()]).toEqual([1, 0, 0])
  }
  expect(await findOffenders(CELLS, String, check)).toEqual([])
})

test.each(MISHAPS)(
  'charges only what a provider that %s delivered, and reports its code',
  async (_, respond, outcome, units) => {
    const check = async ([provider, what]: (typeof CELLS)[number]) => {
      const service = createService({ provider, respond, timeoutMs: outcome.test('AI_TIMEOUT') ? 40 : 5000 })
      expect(await getOutcome(service, what)).toMatch(outcome)
      expect([service.charges.length, 1 - service.refunded(), service.open()]).toEqual([1, units, 0])
      expect(service.bought()).toBe(units)
    }
    expect(await findOffenders(CELLS, String, check)).toEqual([])
  },
)

const STREAMS = TEXT_CALLS.filter((what) => what.startsWith('a streamed'))
const CUTS = 12
const TEXT_PROVIDERS = Object.keys(CALLS_BY_PROVIDER).filter((provider) =>
  CALLS_BY_PROVIDER[provider]!.includes('text'),
)

test('reports a stream cut at any byte, without breaking a character', async () => {
  const streams = TEXT_PROVIDERS.flatMap((provider) => STREAMS.map((what) => [provider, what] as const))
  const check = async ([provider, what]: (typeof streams)[number]) => {
    for (let part = 1; part < CUTS; part++) {
      const cut: Responder = async (request) => {
        const bytes = new Uint8Array(await (await respondNormally(request)).arrayBuffer())
        return streamInPieces(bytes.slice(0, Math.floor((bytes.length * part) / CUTS)), 7)
      }
      const service = createService({ provider, respond: cut })
      const body = await ASK[what](service).catch((thrown: { code: string }) => `3:"code":"${thrown.code}"`)
      expect(String(body), `${part}/${CUTS}`).toMatch(/"code":"AI_(?:FAILED|EMPTY)"|^d:/m)
      expect(String(body)).not.toContain('\uFFFD')
      expect([/^d:/m.test(String(body)), part].join()).toMatch(/^false|1[01]$/)
      expect(service.open()).toBe(0)
    }
  }
  expect(await findOffenders(streams, String, check)).toEqual([])
})
