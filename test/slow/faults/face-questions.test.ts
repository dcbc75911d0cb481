import { beforeEach, describe, expect, test } from 'vitest'
import { QUESTION } from '#shared/domain/messages.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import { countRows, filesBelow } from '../../support/cards.ts'
import { PNG } from '../../support/ai-stand-ins.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { createArt } from '../../support/stub-artist.ts'
import { createDrivenApp, type DrivenApp } from '../../worker/edge/driven.ts'

beforeEach(freshDatabase)

const FACES = [
  { cx: 0.3, cy: 0.4, s: 0.2, roll: 0 },
  { cx: 0.7, cy: 0.45, s: 0.18, roll: 0.1 },
]
const OVAL = JSON.stringify(FACES[0])
const NO_FACE = { code: 'FACE_NOT_FOUND', message: QUESTION.FACE_NOT_FOUND }

function withoutFace(setup: Parameters<typeof createDrivenApp>[0] = {}): DrivenApp {
  const driven = createDrivenApp(setup)
  driven.seen.respond = () => ({ kind: 'none' })
  return driven
}

/** Asserts that nothing was drawn or stored. */
async function expectNothing({ made }: DrivenApp) {
  expect(made.drawn).toBe(0)
  expect([await countRows('fantasy_football_cards'), await countRows('generations')]).toEqual([0, 0])
  expect(await filesBelow('')).toEqual([])
}

describe('a photo without a face', () => {
  test('asks about a photo without a face: draws nothing, deletes the photo and refunds the card', async () => {
    const driven = withoutFace()
    const ann = await driven.visitor()
    expect(await driven.run(ann)).toMatchObject({
      state: 'failed',
      error: { code: 'FACE_NOT_FOUND', message: QUESTION.FACE_NOT_FOUND },
      faces: [],
      attempt: 0,
      card: null,
    })
    expect(await driven.left(ann)).toBe(20)
    await expectNothing(driven)
  })

  test('returns the positions of several faces in the uploaded photo', async () => {
    const driven = createDrivenApp()
    driven.seen.respond = () => ({ kind: 'several', faces: FACES })
    const ann = await driven.visitor()
    expect(await driven.run(ann)).toMatchObject({
      state: 'failed',
      error: { code: 'SEVERAL_FACES', message: QUESTION.SEVERAL_FACES },
      faces: FACES,
    })
    expect(await driven.left(ann)).toBe(20)
    await expectNothing(driven)
  })

  test('draws with the visitor’s own oval without detection, and charges a card', async () => {
    const driven = withoutFace()
    const ann = await driven.visitor()
    expect(await driven.run(ann, { face: OVAL })).toMatchObject({ state: 'ready', error: null, faces: [] })
    expect([driven.seen.looks, driven.made.drawn, await driven.left(ann)]).toEqual([0, 1, 19])
  })

  test.each(['weights are missing', 'no memory'])('draws when detection fails: %s', async (what) => {
    const driven = createDrivenApp()
    driven.seen.respond = () => {
      throw new Error(what)
    }
    const ann = await driven.visitor()
    expect(await driven.run(ann)).toMatchObject({ state: 'ready' })
    expect(takeConsole()).toEqual([[expect.stringContaining('photo not looked at')]])
    expect(await driven.left(ann)).toBe(19)
  })
})

describe('the cost of a question', () => {
  test('refunds a question once when its host dies right afterwards, and still asks it', async () => {
    let deaths = 2
    const driven = withoutFace({
      steps: (real) => ({
        settle: async (job) => {
          await real.settle(job)
          if (deaths-- > 0) throw new Error('killed')
        },
      }),
    })
    const ann = await driven.visitor()
    await driven.run(ann, { face: OVAL })
    deaths = 2
    const id = await driven.start(ann)
    await driven.step(id)
    expect(await driven.view(ann, id)).toMatchObject({ state: 'checking' })
    expect(await driven.left(ann)).toBe(19)
    expect(await driven.finish(ann, id)).toMatchObject({ state: 'failed', error: NO_FACE })
    expect(await driven.left(ann)).toBe(19)
    expect(takeConsole().length).toBeGreaterThan(0)
  })

  test('charges nothing for ten questions in a row, then a card', async () => {
    const driven = withoutFace()
    const ann = await driven.visitor()
    const left: number[] = []
    for (let i = 0; i < 12; i++) {
      await driven.run(ann)
      left.push(await driven.left(ann))
    }
    expect(left).toEqual([...Array.from({ length: 10 }, () => 20), 19, 18])
    // Drawing a card resets the free questions.
    await driven.run(ann, { face: OVAL })
    await driven.run(ann)
    expect(await driven.left(ann)).toBe(17)
  })

  test('refuses to check a photo when the visitor has no card left', async () => {
    const driven = withoutFace({ vars: { GENERATIONS_PER_VISITOR_PER_DAY: '1' } })
    const ann = await driven.visitor()
    await driven.run(ann, { face: OVAL })
    const refused = await driven.send(ann)
    expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([429, 'QUOTA_EXCEEDED'])
    expect(driven.seen.looks).toBe(0)
  })

  test('delays a visitor who gets another question once the network’s free questions are used up', async () => {
    const driven = withoutFace()
    const [ann, bob] = [await driven.visitor(), await driven.visitor()]
    await driven.run(ann)
    const { DB } = testEnv()
    const row = await DB.prepare('select network, day, free_at from generation_charges').first<Record<string, string>>()
    const free = DB.prepare(
      `insert into generation_charges (generation, visitor, network, day, kind, state, free_at)
       values (?1, ?1, ?2, ?3, 'card', 'returned', ?4)`,
    )
    await DB.batch(
      Array.from({ length: 59 }, (_, i) => free.bind(`g${i}`, row!['network'], row!['day'], row!['free_at'])),
    )

    const refused = await driven.send(ann)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED', message: REFUSAL.tooManyQuestions })
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait > 3500 && wait <= 3600).toBe(true)
    expect(await filesBelow('player-photos/')).toEqual([])

    // A form with an oval gets no question. A visitor who never got a question may still try, and pays.
    expect(await driven.run(ann, { face: OVAL })).toMatchObject({ state: 'ready' })
    expect(await driven.run(bob)).toMatchObject({ state: 'failed', error: NO_FACE })
    expect(await driven.left(bob)).toBe(19)
    driven.time.now += 3_600_000
    expect((await driven.send(ann)).status).toBe(202)
  })
})

describe('questions with a paid provider', () => {
  const vars = { AI_IMAGE_PROVIDER: 'openai', AI_IMAGE_MODEL: 'm', AI_OPENAI_KEY: 'k', LIMITS: 'normal' }
  const picture = { created: 1, data: [{ b64_json: btoa(String.fromCharCode(...PNG)) }] }

  function withProvider() {
    const requests: string[] = []
    const send: typeof fetch = async (input) => {
      const { hostname } = new URL(input instanceof Request ? input.url : String(input))
      if (hostname.includes('openai')) requests.push(hostname)
      return Response.json(
        hostname.includes('openai') ? picture : { Status: 0, Answer: [{ type: 1, data: '8.8.8.8' }] },
      )
    }
    return {
      requests,
      driven: withoutFace({ vars, overrides: { fetch: send, resolveHost: async () => ['8.8.8.8'] } }),
    }
  }

  test('asks before calling the provider, and charges neither visitor nor network', async () => {
    const { driven, requests } = withProvider()
    const ann = await driven.visitor()
    expect(await driven.run(ann)).toMatchObject({ state: 'failed', error: NO_FACE })
    expect([requests, await driven.left(ann)]).toEqual([[], 5])
    const { DB } = testEnv()
    expect((await DB.prepare('select kind, state from generation_charges').all()).results).toEqual([
      { kind: 'paid', state: 'returned' },
    ])
  })

  test('draws with the provider and the visitor’s own oval, and charges it', async () => {
    const { driven, requests } = withProvider()
    const ann = await driven.visitor()
    await driven.start(ann, { face: OVAL }).then((id) => driven.step(id).then(() => driven.step(id)))
    expect([requests.length, await driven.left(ann)]).toEqual([1, 4])
  })
})

test('reads the finish and the notices from the art’s metadata', async () => {
  const driven = createDrivenApp()
  driven.made.art = () => createArt({ source: 'computed', finish: 'photo', notices: ['dark', 'cut-off'] })
  const ann = await driven.visitor()
  const { card, ...generation } = await driven.run(ann)
  expect(generation).toMatchObject({
    finish: 'photo',
    notices: [
      { code: 'dark', message: expect.stringContaining('dark') },
      { code: 'cut-off', message: expect.stringContaining('out of frame') },
    ],
    freeAdjustments: 3,
  })
  expect(card!.source).toBe('computed')
  expect(await (await ann.send(`/api/cards/${card!.id}`)).json()).toMatchObject({ source: 'computed', finish: 'photo' })
})
