import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import type { Generation } from '#shared/contracts/generations.ts'
import { REFUSAL } from '#shared/domain/messages.ts'
import { statsOf } from '#shared/domain/stats.ts'
import type { TestVisitor } from '../../support/app.ts'
import { countOf, filesBelow, keptOf, rowOf } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { artOf, createStubArtist } from '../../support/stub-artist.ts'
import { createDrivenApp, type DrivenApp } from '../../worker/edge/driven.ts'
import { saveBody } from '../../worker/edge/generating.ts'

beforeEach(freshDatabase)

const OVAL = JSON.stringify({ cx: 0.5, cy: 0.4, s: 0.3, roll: 0 })
const pathOf = (url: string) => new URL(url, 'https://cards.example').pathname.replace('/storage/fantasy-cards/', '')

/** A visitor with a card of a photo in ink. The next art is another one's. */
async function withCard(driven: DrivenApp): Promise<{ ann: TestVisitor; first: Generation }> {
  const ann = await driven.visitor()
  const first = await driven.run(ann)
  driven.made.art = () => artOf({ source: 'computed', finish: 'photo', notices: ['dark'] }, '#2040c0')
  return { ann, first }
}

const adjust = (driven: DrivenApp, visitor: TestVisitor, adjusts: string, fields: Record<string, string> = {}) =>
  driven.run(visitor, { adjusts, face: OVAL, ...fields })

/** Lists the stored files of a card alone: its picture and its art. */
async function expectOnly(card: Generation['card']) {
  const row = await rowOf(card!.id)
  expect(row).toMatchObject({ image_url: keptOf(card!.imageUrl), visibility: 'draft' })
  expect((await filesBelow('')).toSorted()).toEqual([String(row!['art_path']), pathOf(card!.imageUrl)].toSorted())
  expect([await countOf('generations'), await countOf('fantasy_football_cards')]).toEqual([1, 1])
}

async function refusalOf(driven: DrivenApp, visitor: TestVisitor, adjusts: string) {
  const response = await driven.send(visitor, { adjusts, face: OVAL })
  return { status: response.status, code: (await response.json<{ code: string }>()).code }
}

describe('adjusting the photo of a card', () => {
  test('draws that card again at no charge, and leaves nothing of what it was', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    const left = await driven.left(ann)
    const other = { nickname: 'Other', number: '99', team: 'Chicago Bears', armor: 'none' }
    const second = await adjust(driven, ann, first.id, other)

    const { imageUrl, ...same } = first.card!
    expect(second).toMatchObject({ state: 'ready', card: same, finish: 'photo', freeAdjustments: 2 })
    expect(second.card!.imageUrl).not.toBe(imageUrl)
    expect(await driven.left(ann)).toBe(left)
    await expectOnly(second.card)
    expect(await rowOf(same.id)).toMatchObject({ finish: 'photo', generation_id: second.id })
    expect((await ann.send(`/api/generations/${first.id}`)).status).toBe(404)
    expect((await ann.post(`/api/generations/${first.id}/stats`, { stats: statsOf(() => 1) })).status).toBe(404)
  })

  test('keeps the stats and the name that the card has by now', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    const stats = statsOf(() => 7)
    await driven.inside(first.id, (instance) => instance.edit(stats))
    await ann.send(`/api/cards/${first.card!.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ playerName: 'Quack' }),
    })
    const { id, card } = await adjust(driven, ann, first.id)
    expect(card).toMatchObject({ stats, rolledStats: first.card!.rolledStats, playerName: 'Quack' })
    await expectOnly(card)
    // And its stats can be edited, on the new art.
    const edited = await driven.inside(id, (instance) => instance.edit(statsOf(() => 8)))
    expect(edited).toMatchObject({ ok: true, job: { card: { stats: statsOf(() => 8) } } })
  })

  test('is free three times, one crop after the other, and then costs a card', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    let last = first
    const seen: [number, number][] = []
    for (let i = 0; i < 4; i++) {
      last = await adjust(driven, ann, last.id)
      seen.push([last.freeAdjustments, await driven.left(ann)])
    }
    expect(seen).toEqual([
      [2, 19],
      [1, 19],
      [0, 19],
      [0, 18],
    ])
    await expectOnly(last.card)
  })

  test('twice at once moves the card once; the other comes to nothing and leaves nothing', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    const ids = await Promise.all([1, 2].map(() => driven.start(ann, { adjusts: first.id, face: OVAL })))
    // Step by step in turns, so that both have drawn before either moves the card.
    for (let i = 0; i < 2; i++) for (const id of ids) await driven.step(id)
    const ends = [await driven.finish(ann, ids[0]!), await driven.finish(ann, ids[1]!)]
    expect(ends.map(({ state }) => state).toSorted()).toEqual(['failed', 'ready'])
    expect(ends.find(({ state }) => state === 'failed')!.error).toMatchObject({ code: 'CONFLICT' })
    await expectOnly(ends.find(({ state }) => state === 'ready')!.card)
  })

  test('ends with a question when nothing is found and no oval is set: the card stays, and nothing is spent', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    driven.seen.answer = () => ({ kind: 'none' })
    const asked = await driven.run(ann, { adjusts: first.id })
    expect(asked).toMatchObject({ state: 'failed', error: { code: 'FACE_NOT_FOUND' } })
    expect(await driven.view(ann, first.id)).toMatchObject({ state: 'ready', freeAdjustments: 3, card: first.card })
    await expectOnly(first.card)
    expect(await driven.left(ann)).toBe(19)
  })

  test('that fails leaves the card with its own art', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    driven.made.art = () => Promise.reject(new AppError('AI_REFUSED'))
    expect(await adjust(driven, ann, first.id)).toMatchObject({ state: 'failed', error: { code: 'AI_REFUSED' } })
    quiet.mockRestore()
    await expectOnly(first.card)
    expect(await driven.view(ann, first.id)).toMatchObject({ state: 'ready', card: first.card })
  })

  test('goes on after a death between moving the card and knowing it', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    const id = await driven.start(ann, { adjusts: first.id, face: OVAL })
    await driven.step(id)
    await driven.step(id)
    const before = await driven.inside(id, (instance) => instance.view())
    await driven.step(id)
    expect(await rowOf(first.card!.id)).toMatchObject({ generation_id: id })
    // As if its host had died before that was stored.
    await driven.inside(id, (_instance, { storage }) => storage.put('job', before))
    const second = await driven.finish(ann, id)
    expect(second).toMatchObject({ state: 'ready', finish: 'photo' })
    await expectOnly(second.card)
  })

  test('cannot be cancelled once the card is being moved', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    const id = await driven.start(ann, { adjusts: first.id, face: OVAL })
    await driven.step(id)
    expect(await driven.view(ann, id)).toMatchObject({ state: 'drawing' })
    await driven.step(id)
    await driven.inside(id, (instance) => instance.cancel())
    const second = await driven.finish(ann, id)
    expect(second.state).toBe('ready')
    await expectOnly(second.card)
  })

  test('cancelled before leaves the card as it is', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    const id = await driven.start(ann, { adjusts: first.id, face: OVAL })
    await driven.step(id)
    await driven.inside(id, (instance) => instance.cancel())
    expect(await driven.view(ann, id)).toMatchObject({ state: 'cancelled' })
    await expectOnly(first.card)
    expect((await driven.view(ann, first.id)).state).toBe('ready')
  })

  test('an earlier picture of the card can be saved no more', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    const second = await adjust(driven, ann, first.id)
    expect((await ann.post('/api/cards', saveBody(first.card!))).status).toBe(403)
    expect((await ann.post('/api/cards', saveBody(second.card!))).status).toBe(201)
    expect(await rowOf(first.card!.id)).toMatchObject({
      visibility: 'public',
      image_url: keptOf(second.card!.imageUrl),
    })
  })

  test('a card that is published while it is adjusted stays as it was published', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    const id = await driven.start(ann, { adjusts: first.id, face: OVAL })
    await driven.step(id)
    await driven.step(id)
    expect((await ann.post('/api/cards', saveBody(first.card!))).status).toBe(201)
    expect(await driven.finish(ann, id)).toMatchObject({ state: 'failed', error: { code: 'CONFLICT' } })
    expect(await rowOf(first.card!.id)).toMatchObject({ visibility: 'public', image_url: keptOf(first.card!.imageUrl) })
    expect(await filesBelow('ai/')).toHaveLength(1)
    expect(await filesBelow('cards/')).toEqual([pathOf(first.card!.imageUrl)])
  })
})

test('saved and adjusted at the same moment, a card has a picture that is there', async () => {
  const nothing = async () => {}
  const { overrides: stub } = createStubArtist()
  const drawing = { meanwhile: nothing }
  const renderCard = async () => {
    await drawing.meanwhile()
    return stub.renderCard()
  }
  const driven = createDrivenApp({ overrides: { renderCard } })
  for (const moment of ['at once', 'while it is drawn']) {
    const { ann, first } = await withCard(driven)
    const id = await driven.start(ann, { adjusts: first.id, face: OVAL })
    await driven.step(id)
    await driven.step(id)
    let status = 0
    const save = async () => {
      drawing.meanwhile = nothing
      ;({ status } = await ann.post('/api/cards', saveBody(first.card!)))
    }
    if (moment === 'while it is drawn') drawing.meanwhile = save
    await Promise.all([driven.step(id), moment === 'at once' && save()])
    const { state, card } = await driven.finish(ann, id)
    expect([status, state], moment).toEqual(status === 201 ? [201, 'failed'] : [403, 'ready'])
    const row = await rowOf(first.card!.id)
    expect(row, moment).toMatchObject(
      status === 201
        ? { visibility: 'public', image_url: keptOf(first.card!.imageUrl) }
        : { visibility: 'draft', image_url: keptOf(card!.imageUrl) },
    )
    const kept = await filesBelow('')
    expect(kept, moment).toContain(pathOf(String(row!['image_url'])))
    expect(kept, moment).toContain(String(row!['art_path']))
  }
})

describe('a card that cannot be adjusted', () => {
  test('is another visitor’s, unknown, or no id', async () => {
    const driven = createDrivenApp()
    const { first } = await withCard(driven)
    const bob = await driven.visitor()
    expect(await refusalOf(driven, bob, first.id)).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect(await refusalOf(driven, bob, 'f'.repeat(32))).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect(await refusalOf(driven, bob, first.card!.id.slice(1))).toEqual({ status: 400, code: 'VALIDATION_ERROR' })
    expect(await driven.left(bob)).toBe(20)
    expect(await filesBelow('player-photos/')).toEqual([])
  })

  test('has no picture yet', async () => {
    const driven = createDrivenApp()
    const ann = await driven.visitor()
    const id = await driven.start(ann)
    expect(await refusalOf(driven, ann, id)).toEqual({ status: 409, code: 'CONFLICT' })
    await driven.finish(ann, id)
  })

  test.each([
    ['shared', (ann: TestVisitor, { card }: Generation) => ann.post(`/api/cards/${card!.id}/share`, {})],
    ['in the Hall', (ann: TestVisitor, { card }: Generation) => ann.post('/api/cards', saveBody(card!))],
  ])('is %s', async (_what, act) => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    expect((await act(ann, first)).ok).toBe(true)
    expect(await refusalOf(driven, ann, first.id)).toEqual({ status: 409, code: 'CONFLICT' })
  })

  test('was removed', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    await ann.send(`/api/cards/${first.card!.id}`, { method: 'DELETE' })
    expect(await refusalOf(driven, ann, first.id)).toEqual({ status: 404, code: 'NOT_FOUND' })
  })

  test('is drawn from a later crop', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    await adjust(driven, ann, first.id)
    expect(await refusalOf(driven, ann, first.id)).toEqual({ status: 404, code: 'NOT_FOUND' })
  })
})

describe('what adjusting costs', () => {
  test('is refused for an hour once the network has used up what is free', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    const { DB } = testEnv()
    const { network, day } = (await DB.prepare('select network, day from generation_charges').first<
      Record<string, string>
    >())!
    const free = DB.prepare(
      `insert into generation_charges (generation, visitor, network, day, kind, card, free_at)
       values (?1, ?1, ?2, ?3, 'adjustment', 'another', ?4)`,
    )
    await DB.batch(Array.from({ length: 60 }, (_, i) => free.bind(`g${i}`, network, day, driven.time.now)))
    const response = await driven.send(ann, { adjusts: first.id, face: OVAL })
    expect([response.status, Number(response.headers.get('retry-after')) > 3500]).toEqual([429, true])
    expect(await response.json()).toMatchObject({ code: 'RATE_LIMITED', message: REFUSAL.adjustedTooOften })
    expect(await filesBelow('player-photos/')).toEqual([])
    expect(await driven.left(ann)).toBe(19)
  })

  test('is a card where a provider draws, and nothing where our own artist is asked instead', async () => {
    const vars = { AI_IMAGE_PROVIDER: 'openai', AI_IMAGE_MODEL: 'm', AI_OPENAI_KEY: 'k' }
    const driven = createDrivenApp({ vars })
    const ann = await driven.visitor()
    const first = await driven.run(ann, { engine: 'embedded' })
    expect([first.freeAdjustments, await driven.left(ann)]).toEqual([3, 4])
    const second = await adjust(driven, ann, first.id)
    expect([second.state, await driven.left(ann)]).toEqual(['ready', 4])

    // As a card that the provider has drawn.
    await driven.inside(second.id, async (instance) => {
      const job = (await instance.view())!
      const { engine: _engine, ...player } = job.player
      await instance.forget()
      await instance.create({ ...job, player })
    })
    expect((await driven.view(ann, second.id)).freeAdjustments).toBe(0)
    expect((await driven.send(ann, { adjusts: second.id, face: OVAL })).status).toBe(202)
    expect(await driven.left(ann)).toBe(3)
  })
})
