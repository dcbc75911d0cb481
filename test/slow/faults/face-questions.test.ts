import { beforeEach, describe, expect, test } from 'vitest'
import { QUESTION, REFUSAL } from '#shared/domain/messages.ts'
import { countOf, filesBelow } from '../../support/cards.ts'
import { PNG } from '../../support/ai-stand-ins.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { artOf } from '../../support/stub-artist.ts'
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
  driven.seen.answer = () => ({ kind: 'none' })
  return driven
}

/** Nothing was drawn and nothing is kept. */
async function expectNothing({ made }: DrivenApp) {
  expect(made.drawn).toBe(0)
  expect([await countOf('fantasy_football_cards'), await countOf('generations')]).toEqual([0, 0])
  expect(await filesBelow('')).toEqual([])
}

describe('a photo without a face', () => {
  test('is a question: nothing is drawn, the photo is gone, and the day’s cards are whole', async () => {
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

  test('with several faces says where they are, in the photo that was sent', async () => {
    const driven = createDrivenApp()
    driven.seen.answer = () => ({ kind: 'several', faces: FACES })
    const ann = await driven.visitor()
    expect(await driven.run(ann)).toMatchObject({
      state: 'failed',
      error: { code: 'SEVERAL_FACES', message: QUESTION.SEVERAL_FACES },
      faces: FACES,
    })
    expect(await driven.left(ann)).toBe(20)
    await expectNothing(driven)
  })

  test('is drawn when the visitor has set the oval: without detection, and it costs a card', async () => {
    const driven = withoutFace()
    const ann = await driven.visitor()
    expect(await driven.run(ann, { face: OVAL })).toMatchObject({ state: 'ready', error: null, faces: [] })
    expect([driven.seen.looks, driven.made.drawn, await driven.left(ann)]).toEqual([0, 1, 19])
  })

  test.each(['weights are missing', 'no memory'])('is drawn when detection fails: %s', async (what) => {
    const driven = createDrivenApp()
    driven.seen.answer = () => {
      throw new Error(what)
    }
    const ann = await driven.visitor()
    expect(await driven.run(ann)).toMatchObject({ state: 'ready' })
    expect(takeConsole()).toEqual([[expect.stringContaining('photo not looked at')]])
    expect(await driven.left(ann)).toBe(19)
  })
})

describe('what a question costs', () => {
  test('is given back once when its host dies right after, and the question is asked all the same', async () => {
    let deaths = 2
    const driven = withoutFace({
      steps: ({ settle }) => ({
        settle: async (job) => {
          await settle(job)
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

  test('is nothing ten times in a row, and then a card', async () => {
    const driven = withoutFace()
    const ann = await driven.visitor()
    const left: number[] = []
    for (let i = 0; i < 12; i++) {
      await driven.run(ann)
      left.push(await driven.left(ann))
    }
    expect(left).toEqual([...Array.from({ length: 10 }, () => 20), 19, 18])
    // With a card drawn, looking is free again.
    await driven.run(ann, { face: OVAL })
    await driven.run(ann)
    expect(await driven.left(ann)).toBe(17)
  })

  test('is not looked at when the visitor has no card left', async () => {
    const driven = withoutFace({ vars: { GENERATIONS_PER_VISITOR_PER_DAY: '1' } })
    const ann = await driven.visitor()
    await driven.run(ann, { face: OVAL })
    const refused = await driven.send(ann)
    expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([429, 'QUOTA_EXCEEDED'])
    expect(driven.seen.looks).toBe(0)
  })

  test('makes a visitor that is asked again wait, once the network’s free looks are used up', async () => {
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
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED', message: REFUSAL.askedTooOften })
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait > 3500 && wait <= 3600).toBe(true)
    expect(await filesBelow('player-photos/')).toEqual([])

    // A form with an oval is not asked; a visitor that was never asked may try, and pays.
    expect(await driven.run(ann, { face: OVAL })).toMatchObject({ state: 'ready' })
    expect(await driven.run(bob)).toMatchObject({ state: 'failed', error: NO_FACE })
    expect(await driven.left(bob)).toBe(19)
    driven.time.now += 3_600_000
    expect((await driven.send(ann)).status).toBe(202)
  })
})

describe('where a provider draws', () => {
  const vars = { AI_IMAGE_PROVIDER: 'openai', AI_IMAGE_MODEL: 'm', AI_OPENAI_KEY: 'k', LIMITS: 'normal' }
  const picture = { created: 1, data: [{ b64_json: btoa(String.fromCharCode(...PNG)) }] }

  function withProvider() {
    const asked: string[] = []
    const send: typeof fetch = async (input) => {
      const { hostname } = new URL(input instanceof Request ? input.url : String(input))
      if (hostname.includes('openai')) asked.push(hostname)
      return Response.json(
        hostname.includes('openai') ? picture : { Status: 0, Answer: [{ type: 1, data: '8.8.8.8' }] },
      )
    }
    return { asked, driven: withoutFace({ vars, overrides: { fetch: send, resolveHost: async () => ['8.8.8.8'] } }) }
  }

  test('the question comes first: it is not asked, and neither visitor nor network has paid', async () => {
    const { driven, asked } = withProvider()
    const ann = await driven.visitor()
    expect(await driven.run(ann)).toMatchObject({ state: 'failed', error: NO_FACE })
    expect([asked, await driven.left(ann)]).toEqual([[], 5])
    const { DB } = testEnv()
    expect((await DB.prepare('select kind, state from generation_charges').all()).results).toEqual([
      { kind: 'paid', state: 'returned' },
    ])
  })

  test('an oval set by hand is drawn by it, and paid for', async () => {
    const { driven, asked } = withProvider()
    const ann = await driven.visitor()
    await driven.start(ann, { face: OVAL }).then((id) => driven.step(id).then(() => driven.step(id)))
    expect([asked.length, await driven.left(ann)]).toEqual([1, 4])
  })
})

test('a card says how it was drawn and what is wrong with its photo, out of its art', async () => {
  const driven = createDrivenApp()
  driven.made.art = () => artOf({ source: 'computed', finish: 'photo', notices: ['dark', 'cut-off'] })
  const ann = await driven.visitor()
  const { card, ...generation } = await driven.run(ann)
  expect(generation).toMatchObject({
    finish: 'photo',
    notices: [
      { code: 'dark', message: expect.stringContaining('dark') },
      { code: 'cut-off', message: expect.stringContaining('outside') },
    ],
    freeAdjustments: 3,
  })
  expect(card!.source).toBe('computed')
  expect(await (await ann.send(`/api/cards/${card!.id}`)).json()).toMatchObject({ source: 'computed', finish: 'photo' })
})
