import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import type { Generation } from '#shared/contracts/generations.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import { createStats } from '#shared/domain/stats.ts'
import type { TestVisitor } from '../../support/app.ts'
import { countRows, filesBelow, getCardRow, toStoredPath } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { findOffenders } from '../../support/offenders.ts'
import { createArt, createStubArtist } from '../../support/stub-artist.ts'
import { createDrivenApp, type DrivenApp } from '../../worker/edge/driven.ts'
import { saveBody } from '../../worker/edge/generating.ts'

beforeEach(freshDatabase)

const OVAL = JSON.stringify({ cx: 0.5, cy: 0.4, s: 0.3, roll: 0 })
const getPath = (url: string) => new URL(url, 'https://cards.example').pathname.replace('/storage/fantasy-cards/', '')

/** Creates a visitor with a card inked from a photo. The stub's next art differs. */
async function withCard(driven: DrivenApp): Promise<{ ann: TestVisitor; first: Generation }> {
  const ann = await driven.visitor()
  const first = await driven.run(ann)
  driven.made.art = () => createArt({ source: 'computed', finish: 'photo', notices: ['dark'] }, '#2040c0')
  return { ann, first }
}

const adjust = (driven: DrivenApp, visitor: TestVisitor, adjusts: string, fields: Record<string, string> = {}) =>
  driven.run(visitor, { adjusts, face: OVAL, ...fields })

/** Asserts that only the card's image and art are stored. */
async function expectOnly(card: Generation['card']) {
  const row = await getCardRow(card!.id)
  expect(row).toMatchObject({ image_url: toStoredPath(card!.imageUrl), visibility: 'draft' })
  expect((await filesBelow('')).toSorted()).toEqual([String(row!['art_path']), getPath(card!.imageUrl)].toSorted())
  expect([await countRows('generations'), await countRows('fantasy_football_cards')]).toEqual([1, 1])
}

async function getRefusal(driven: DrivenApp, visitor: TestVisitor, adjusts: string) {
  const response = await driven.send(visitor, { adjusts, face: OVAL })
  return { status: response.status, code: (await response.json<{ code: string }>()).code }
}

describe('adjusting a card’s photo', () => {
  test('redraws an adjusted card free of charge, and deletes its earlier files', async () => {
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
    expect(await getCardRow(same.id)).toMatchObject({ finish: 'photo', generation_id: second.id })
    expect((await ann.send(`/api/generations/${first.id}`)).status).toBe(404)
    expect((await ann.post(`/api/generations/${first.id}/stats`, { stats: createStats(() => 1) })).status).toBe(404)
  })

  test('keeps the current stats and name of an adjusted card', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    const stats = createStats(() => 7)
    await driven.inside(first.id, (instance) => instance.edit(stats))
    await ann.send(`/api/cards/${first.card!.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ playerName: 'Quack' }),
    })
    const { id, card } = await adjust(driven, ann, first.id)
    expect(card).toMatchObject({ stats, rolledStats: first.card!.rolledStats, playerName: 'Quack' })
    await expectOnly(card)
    // The stats can still be edited on the new art.
    const edited = await driven.inside(id, (instance) => instance.edit(createStats(() => 8)))
    expect(edited).toMatchObject({ ok: true, job: { card: { stats: createStats(() => 8) } } })
  })

  test('adjusts a card three times for free, then charges a card', async () => {
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

  test('adjusts a card once when two adjustments arrive concurrently, and deletes the other’s files', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    const ids = await Promise.all([1, 2].map(() => driven.start(ann, { adjusts: first.id, face: OVAL })))
    // Alternates the steps, so that both have drawn before either updates the card.
    for (let i = 0; i < 2; i++) for (const id of ids) await driven.step(id)
    const ends = [await driven.finish(ann, ids[0]!), await driven.finish(ann, ids[1]!)]
    expect(ends.map(({ state }) => state).toSorted()).toEqual(['failed', 'ready'])
    expect(ends.find(({ state }) => state === 'failed')!.error).toMatchObject({ code: 'CONFLICT' })
    await expectOnly(ends.find(({ state }) => state === 'ready')!.card)
  })

  test('ends an adjustment with a question when no face is found and no oval is set, and charges nothing', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    driven.seen.respond = () => ({ kind: 'none' })
    const adjusted = await driven.run(ann, { adjusts: first.id })
    expect(adjusted).toMatchObject({ state: 'failed', error: { code: 'FACE_NOT_FOUND' } })
    expect(await driven.view(ann, first.id)).toMatchObject({ state: 'ready', freeAdjustments: 3, card: first.card })
    await expectOnly(first.card)
    expect(await driven.left(ann)).toBe(19)
  })

  test('keeps the card’s own art when an adjustment fails', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    driven.made.art = () => Promise.reject(new AppError('AI_REFUSED'))
    expect(await adjust(driven, ann, first.id)).toMatchObject({ state: 'failed', error: { code: 'AI_REFUSED' } })
    quiet.mockRestore()
    await expectOnly(first.card)
    expect(await driven.view(ann, first.id)).toMatchObject({ state: 'ready', card: first.card })
  })

  test('resumes an adjustment after a crash between updating the card and recording it', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    const id = await driven.start(ann, { adjusts: first.id, face: OVAL })
    await driven.step(id)
    await driven.step(id)
    const before = await driven.inside(id, (instance) => instance.view())
    await driven.step(id)
    expect(await getCardRow(first.card!.id)).toMatchObject({ generation_id: id })
    // Simulates a crash of the host before it stored the job.
    await driven.inside(id, (_instance, { storage }) => storage.put('job', before))
    const second = await driven.finish(ann, id)
    expect(second).toMatchObject({ state: 'ready', finish: 'photo' })
    await expectOnly(second.card)
  })

  test('does not cancel an adjustment that is updating its card', async () => {
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

  test('leaves the card unchanged when an adjustment is canceled earlier', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    const id = await driven.start(ann, { adjusts: first.id, face: OVAL })
    await driven.step(id)
    await driven.inside(id, (instance) => instance.cancel())
    expect(await driven.view(ann, id)).toMatchObject({ state: 'cancelled' })
    await expectOnly(first.card)
    expect((await driven.view(ann, first.id)).state).toBe('ready')
  })

  test('refuses to save an earlier image of an adjusted card', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    const second = await adjust(driven, ann, first.id)
    expect((await ann.post('/api/cards', saveBody(first.card!))).status).toBe(403)
    expect((await ann.post('/api/cards', saveBody(second.card!))).status).toBe(201)
    expect(await getCardRow(first.card!.id)).toMatchObject({
      visibility: 'public',
      image_url: toStoredPath(second.card!.imageUrl),
    })
  })

  test('keeps a card as published when it is published during an adjustment', async () => {
    const driven = createDrivenApp()
    const { ann, first } = await withCard(driven)
    const id = await driven.start(ann, { adjusts: first.id, face: OVAL })
    await driven.step(id)
    await driven.step(id)
    expect((await ann.post('/api/cards', saveBody(first.card!))).status).toBe(201)
    expect(await driven.finish(ann, id)).toMatchObject({ state: 'failed', error: { code: 'CONFLICT' } })
    expect(await getCardRow(first.card!.id)).toMatchObject({
      visibility: 'public',
      image_url: toStoredPath(first.card!.imageUrl),
    })
    expect(await filesBelow('ai/')).toHaveLength(1)
    expect(await filesBelow('cards/')).toEqual([getPath(first.card!.imageUrl)])
  })
})

test('keeps the image of a card that is saved and adjusted at the same time', async () => {
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
    const row = await getCardRow(first.card!.id)
    expect(row, moment).toMatchObject(
      status === 201
        ? { visibility: 'public', image_url: toStoredPath(first.card!.imageUrl) }
        : { visibility: 'draft', image_url: toStoredPath(card!.imageUrl) },
    )
    const stored = await filesBelow('')
    expect(stored, moment).toContain(getPath(String(row!['image_url'])))
    expect(stored, moment).toContain(String(row!['art_path']))
  }
})

describe('cards beyond adjustment', () => {
  test('refuses to adjust another visitor’s card or an unknown one', async () => {
    const driven = createDrivenApp()
    const { first } = await withCard(driven)
    const bob = await driven.visitor()
    expect(await getRefusal(driven, bob, first.id)).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect(await getRefusal(driven, bob, 'f'.repeat(32))).toEqual({ status: 404, code: 'NOT_FOUND' })
    expect(await getRefusal(driven, bob, first.card!.id.slice(1))).toEqual({ status: 400, code: 'VALIDATION_ERROR' })
    expect(await driven.left(bob)).toBe(20)
    expect(await filesBelow('player-photos/')).toEqual([])
  })

  type Change = (driven: DrivenApp, ann: TestVisitor, first: Generation) => Promise<unknown>
  const CHANGED: readonly (readonly [what: string, status: number, code: string, change: Change])[] = [
    ['shared', 409, 'CONFLICT', (_, ann, { card }) => ann.post(`/api/cards/${card!.id}/share`, {})],
    ['in the Hall', 409, 'CONFLICT', (_, ann, { card }) => ann.post('/api/cards', saveBody(card!))],
    ['removed', 404, 'NOT_FOUND', (_, ann, { card }) => ann.send(`/api/cards/${card!.id}`, { method: 'DELETE' })],
    ['from an earlier crop', 404, 'NOT_FOUND', (driven, ann, { id }) => adjust(driven, ann, id)],
  ]

  test('refuses to adjust a card without an image, or one that is shared, in the Hall, removed or from an earlier crop', async () => {
    const driven = createDrivenApp()
    const bob = await driven.visitor()
    const unfinished = await driven.start(bob)
    expect(await getRefusal(driven, bob, unfinished)).toEqual({ status: 409, code: 'CONFLICT' })
    const offenders = await findOffenders(
      CHANGED,
      ([what]) => what,
      async ([, status, code, change]) => {
        const { ann, first } = await withCard(driven)
        await change(driven, ann, first)
        expect(await getRefusal(driven, ann, first.id)).toEqual({ status, code })
      },
    )
    expect(offenders).toEqual([])
    await driven.finish(bob, unfinished)
  })
})

describe('the cost of adjusting', () => {
  test('rejects an adjustment for an hour once the network has used up its free work', async () => {
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

  test('charges an adjustment with a paid provider, but not with the built-in artist', async () => {
    const vars = { AI_IMAGE_PROVIDER: 'openai', AI_IMAGE_MODEL: 'm', AI_OPENAI_KEY: 'k' }
    const driven = createDrivenApp({ vars })
    const ann = await driven.visitor()
    const first = await driven.run(ann, { engine: 'embedded' })
    expect([first.freeAdjustments, await driven.left(ann)]).toEqual([3, 4])
    const second = await adjust(driven, ann, first.id)
    expect([second.state, await driven.left(ann)]).toEqual(['ready', 4])

    // Simulates a card drawn by the provider.
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
