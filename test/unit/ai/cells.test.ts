import { beforeEach, expect, test, vi } from 'vitest'
import { ObjectRequest, TextRequest } from '#worker/backend/ai/schema.ts'
import { type Answering, MP3, ordinary, pieces } from '../../support/ai-stand-ins.ts'
import { offendersOf } from '../../support/offenders.ts'
import { bodyOf, createService } from './service.ts'

/** Streams that break off are noted, which is not what this is about. */
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined))

type Service = ReturnType<typeof createService>
const schema = { type: 'object', properties: { team: { type: 'string' } } }
const prompt = 'Who won?'
const PHOTO = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 9, 9)

/** Everything that can be asked for. */
const ASK = {
  text: ({ ai, asker }) => ai.text(TextRequest.parse({ prompt }), asker),
  'a streamed text': ({ ai, asker }) => ai.streamText(TextRequest.parse({ prompt }), asker).then(bodyOf),
  'an object': ({ ai, asker }) => ai.object(ObjectRequest.parse({ prompt, schema }), asker),
  'a streamed object': ({ ai, asker }) => ai.streamObject(ObjectRequest.parse({ prompt, schema }), asker).then(bodyOf),
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
const WORDS = EVERYTHING.slice(0, 4)
const PICTURES = EVERYTHING.slice(4, 6)
const OFFERED: Readonly<Record<string, readonly What[]>> = {
  openai: EVERYTHING,
  google: EVERYTHING,
  'openai-compatible': EVERYTHING,
  anthropic: WORDS,
  fal: PICTURES,
  replicate: PICTURES,
}
const CELLS = Object.entries(OFFERED).flatMap(([provider, all]) => all.map((what) => [provider, what] as const))

const LARGE = new Uint8Array(30_000_000)
const page = (status: number) => () =>
  new Response('<html><title>Safety check</title></html>', { status, headers: { 'content-type': 'text/html' } })
const fault = (status: number) => () => Response.json({ error: { message: 'no', code: status } }, { status })

/** The provider's behavior, its outcome, and the units that it costs all the same. */
const MISHAPS: readonly (readonly [string, Answering, RegExp, number])[] = [
  ['breaks', page(500), /^AI_FAILED$/, 0],
  ['says it is too busy', fault(429), /^AI_BUSY$/, 0],
  ['hangs', () => new Promise(() => undefined), /^AI_TIMEOUT$/, 0],
  ['is not there', () => Promise.reject(new TypeError('fetch failed')), /^AI_FAILED$/, 0],
  ['refuses the key', fault(401), /^AI_NOT_CONFIGURED$/, 0],
  ['does not know the model', fault(404), /^AI_NOT_CONFIGURED$/, 0],
  ['answers with a page', page(200), /^AI_(?:FAILED|EMPTY)$/, 1],
  ['answers with half a JSON', () => new Response('{"choices":[{"me'), /^AI_(?:FAILED|EMPTY)$/, 1],
  ['answers 30 MB', () => pieces(LARGE, 1_000_000), /^AI_FAILED$/, 1],
]

/** The outcome: `fine`, or the code of its failure, wherever that was reported. */
const outcomeOf = async (service: Service, what: What): Promise<string> => {
  try {
    const answer = await ASK[what](service)
    return (typeof answer === 'string' && /"code":"(\w+)"/.exec(answer)?.[1]) || 'fine'
  } catch (thrown) {
    return (thrown as { code: string }).code
  }
}

test('every provider gives everything it offers for one unit', async () => {
  const check = async ([provider, what]: (typeof CELLS)[number]) => {
    const service = createService({ provider })
    expect(await outcomeOf(service, what)).toBe('fine')
    expect([service.charges.length, service.refunded(), service.open()]).toEqual([1, 0, 0])
  }
  expect(await offendersOf(CELLS, String, check)).toEqual([])
})

test.each(MISHAPS)(
  'a provider that %s costs what was bought and is told by its code',
  async (_, answering, outcome, units) => {
    const check = async ([provider, what]: (typeof CELLS)[number]) => {
      const service = createService({ provider, answering, timeoutMs: outcome.test('AI_TIMEOUT') ? 40 : 5000 })
      expect(await outcomeOf(service, what)).toMatch(outcome)
      expect([service.charges.length, 1 - service.refunded(), service.open()]).toEqual([1, units, 0])
      expect(service.bought()).toBe(units)
    }
    expect(await offendersOf(CELLS, String, check)).toEqual([])
  },
)

const STREAMS = WORDS.filter((what) => what.startsWith('a streamed'))
const CUTS = 12
const SPEAKERS = Object.keys(OFFERED).filter((provider) => OFFERED[provider]!.includes('text'))

test('a stream that is cut anywhere says so, and no character of it is broken', async () => {
  const streams = SPEAKERS.flatMap((provider) => STREAMS.map((what) => [provider, what] as const))
  const check = async ([provider, what]: (typeof streams)[number]) => {
    for (let part = 1; part < CUTS; part++) {
      const cut: Answering = async (request) => {
        const bytes = new Uint8Array(await (await ordinary(request)).arrayBuffer())
        return pieces(bytes.slice(0, Math.floor((bytes.length * part) / CUTS)), 7)
      }
      const service = createService({ provider, answering: cut })
      const body = await ASK[what](service).catch((thrown: { code: string }) => `3:"code":"${thrown.code}"`)
      expect(String(body), `${part}/${CUTS}`).toMatch(/"code":"AI_(?:FAILED|EMPTY)"|^d:/m)
      expect(String(body)).not.toContain('\uFFFD')
      expect([/^d:/m.test(String(body)), part].join()).toMatch(/^false|1[01]$/)
      expect(service.open()).toBe(0)
    }
  }
  expect(await offendersOf(streams, String, check)).toEqual([])
})
