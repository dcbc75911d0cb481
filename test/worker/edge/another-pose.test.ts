import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import type { Generation } from '#shared/contracts/generations.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import { POSES, posesFor } from '#shared/domain/pose.ts'
import { createStats } from '#shared/domain/stats.ts'
import type { TestVisitor } from '../../support/app.ts'
import { filesBelow, getCardRow, toStoredPath } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { createArt } from '../../support/stub-artist.ts'
import { createDrivenApp, type DrivenApp } from './driven.ts'
import { saveBody } from './generating.ts'

beforeEach(freshDatabase)

const OVAL = JSON.stringify({ cx: 0.5, cy: 0.4, s: 0.3, roll: 0 })

/** A Worker whose artist records the requested pose. */
function createPosingApp(vars: Record<string, string> = {}) {
  const requests: string[] = []
  const artist: { art: () => Promise<Uint8Array<ArrayBuffer>> } = { art: createArt }
  const draw = async ({ prompt }: { prompt: string }) => {
    requests.push(POSES.find((pose) => prompt.includes(`Pose: ${pose.prompt}.`))!.id)
    return { bytes: await artist.art(), type: 'image/webp' as const }
  }
  return { driven: createDrivenApp({ vars, overrides: { artist: { draw } } }), requests, artist }
}

const wanted = (adjusts: string) => ({ adjusts, pose: 'another', face: OVAL })
const redraw = (driven: DrivenApp, visitor: TestVisitor, { id }: Generation) => driven.run(visitor, wanted(id))

/** Charges earlier redraws in another pose. */
async function chargePoses(count: number, card: string, at: number) {
  const charge = testEnv().DB.prepare(
    `insert into generation_charges (generation, visitor, network, day, kind, card, free_at, is_pose)
     select ?1, visitor, network, day, 'adjustment', ?2, ?3, 1 from generation_charges where kind = 'card' limit 1`,
  )
  await testEnv().DB.batch(Array.from({ length: count }, (_, i) => charge.bind(`${card} ${i}`, card, at)))
}

async function getRefusal(driven: DrivenApp, visitor: TestVisitor, { id }: Generation) {
  const response = await driven.send(visitor, wanted(id))
  const { code, message } = await response.json<{ code: string; message: string }>()
  return { status: response.status, code, message }
}

describe('drawing a card in another pose', () => {
  test('redraws a card in another pose free of charge, and keeps everything else', async () => {
    const { driven, requests } = createPosingApp()
    const ann = await driven.visitor()
    const first = await driven.run(ann)
    await driven.inside(first.id, (instance) => instance.edit(createStats(() => 7)))
    const left = await driven.left(ann)
    const other = { nickname: 'Other', number: '99', team: 'Chicago Bears', armor: 'none', finish: 'photo' }
    const second = await driven.run(ann, { ...wanted(first.id), ...other })

    const { imageUrl, ...same } = first.card!
    expect(second).toMatchObject({
      state: 'ready',
      card: { ...same, stats: createStats(() => 7), tier: 'Rookie' },
      freePoses: 9,
      freeAdjustments: 3,
    })
    expect(second.card!.imageUrl).not.toBe(imageUrl)
    expect(requests[1]).not.toBe(requests[0])
    expect(await driven.left(ann)).toBe(left)
    expect(await driven.inside(second.id, (instance) => instance.view())).toMatchObject({
      player: { nickname: 'Ace', number: '12', armor: 'duck' },
    })
  })

  test('shows each pose of a card once before repeating one', async () => {
    const { driven, requests } = createPosingApp()
    const ann = await driven.visitor()
    let last = await driven.run(ann)
    const free = posesFor({ armorId: 'duck', jerseyNumber: '12', tier: last.card!.tier })
    for (let i = 1; i <= free.length; i++) last = await redraw(driven, ann, last)
    expect(requests.slice(0, -1).toSorted()).toEqual(free.toSorted())
    expect(requests.at(-1)).toBe(requests[0])
  })

  test('draws the previous pose on request', async () => {
    const { driven, requests } = createPosingApp()
    const ann = await driven.visitor()
    const first = await driven.run(ann)
    const second = await redraw(driven, ann, first)
    const third = await driven.run(ann, { ...wanted(second.id), pose: 'previous' })
    expect(requests[2]).toBe(requests[0])
    expect([first, second, third].map(({ canUndoPose }) => canUndoPose)).toEqual([false, true, false])
    expect(requests[1]).not.toBe(requests[0])
  })

  test('keeps the pose when a card is redrawn after a failure, or its photo is adjusted', async () => {
    const { driven, requests, artist } = createPosingApp()
    const ann = await driven.visitor()
    const first = await driven.run(ann)
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    artist.art = () => {
      artist.art = createArt
      return Promise.reject(new AppError('AI_FAILED'))
    }
    const second = await redraw(driven, ann, first)
    quiet.mockRestore()
    takeConsole()
    await driven.run(ann, { adjusts: second.id, face: OVAL })
    const [before, ...after] = requests
    expect(after).toEqual([after[0], after[0], after[0]])
    expect(after[0]).not.toBe(before)
  })

  test('keeps the pose of a card that is only redrawn in the other style', async () => {
    const { driven, requests } = createPosingApp()
    const ann = await driven.visitor()
    const first = await driven.run(ann, { finish: 'ink' })
    for (let n = 0; n < 4; n++) await driven.run(ann, { finish: 'photo', like: first.id })
    expect(new Set(requests)).toHaveLength(1)
    for (let n = 0; n < 6; n++) await driven.run(ann, { finish: 'ink', like: first.id })
    expect(new Set(requests).size).toBeGreaterThan(1)
  })

  test('leaves the card unchanged when drawing another pose fails', async () => {
    const { driven, artist } = createPosingApp()
    const ann = await driven.visitor()
    const first = await driven.run(ann)
    const quiet = vi.spyOn(console, 'log').mockImplementation(() => {})
    artist.art = () => Promise.reject(new AppError('AI_REFUSED'))
    expect(await redraw(driven, ann, first)).toMatchObject({ state: 'failed', error: { code: 'AI_REFUSED' } })
    quiet.mockRestore()
    expect(await driven.view(ann, first.id)).toMatchObject({ state: 'ready', card: first.card })
    expect(await getCardRow(first.card!.id)).toMatchObject({ image_url: toStoredPath(first.card!.imageUrl) })
  })

  test('changes the pose once for two concurrent requests', async () => {
    const { driven } = createPosingApp()
    const ann = await driven.visitor()
    const first = await driven.run(ann)
    const ids = await Promise.all([1, 2].map(() => driven.start(ann, wanted(first.id))))
    for (let i = 0; i < 2; i++) for (const id of ids) await driven.step(id)
    const ends = [await driven.finish(ann, ids[0]!), await driven.finish(ann, ids[1]!)]
    expect(ends.map(({ state }) => state).toSorted()).toEqual(['failed', 'ready'])
    const { card } = ends.find(({ state }) => state === 'ready')!
    expect(await getCardRow(first.card!.id)).toMatchObject({ image_url: toStoredPath(card!.imageUrl) })
  })

  test('redraws once when the same form is sent twice', async () => {
    const { driven } = createPosingApp()
    const ann = await driven.visitor()
    const first = await driven.run(ann)
    const form = { ...wanted(first.id), id: 'c'.repeat(32) }
    await Promise.all([driven.start(ann, form), driven.start(ann, form)])
    expect(await driven.finish(ann, form.id)).toMatchObject({ state: 'ready', freePoses: 9 })
  })

  test('rolls a new card as usual when a new form requests another pose', async () => {
    const { driven } = createPosingApp()
    const ann = await driven.visitor()
    expect(await driven.run(ann, { pose: 'another' })).toMatchObject({ state: 'ready', freePoses: 10 })
  })
})

describe('a refused redraw in another pose', () => {
  test('rejects an eleventh pose, and leaves the card unchanged', async () => {
    const { driven } = createPosingApp()
    const ann = await driven.visitor()
    const first = await driven.run(ann)
    await chargePoses(9, first.card!.id, driven.time.now)
    const tenth = await redraw(driven, ann, first)
    expect(tenth).toMatchObject({ state: 'ready', freePoses: 0 })
    const left = await driven.left(ann)
    expect(await getRefusal(driven, ann, tenth)).toEqual({
      status: 429,
      code: 'QUOTA_EXCEEDED',
      message: REFUSAL.posesUsedUp,
    })
    expect(await driven.view(ann, tenth.id)).toMatchObject({ state: 'ready', card: tenth.card, freeAdjustments: 3 })
    expect(await driven.left(ann)).toBe(left)
    expect(await filesBelow('player-photos/')).toEqual([])
  })

  test('rejects another pose to a network that has used up its free redraws of the hour', async () => {
    const { driven } = createPosingApp()
    const ann = await driven.visitor()
    const first = await driven.run(ann)
    await chargePoses(60, 'others', driven.time.now)
    expect(await getRefusal(driven, ann, first)).toEqual({
      status: 429,
      code: 'RATE_LIMITED',
      message: REFUSAL.posedTooOften,
    })
    await testEnv().DB.exec(`update generation_charges set free_at = free_at - 3600000 where card = 'others'`)
    expect(await redraw(driven, ann, first)).toMatchObject({ state: 'ready' })
  })

  test('rejects another pose for gear with a single pose', async () => {
    const { driven } = createPosingApp()
    const ann = await driven.visitor()
    const first = await driven.run(ann, { armor: 'foam' })
    expect(first.freePoses).toBeNull()
    expect(await getRefusal(driven, ann, first)).toMatchObject({ status: 409, code: 'CONFLICT' })
  })

  test('rejects another pose of a saved card, and keeps its image', async () => {
    const { driven } = createPosingApp()
    const ann = await driven.visitor()
    const first = await driven.run(ann)
    expect((await ann.post('/api/cards', saveBody(first.card!))).status).toBe(201)
    expect(await getRefusal(driven, ann, first)).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await getCardRow(first.card!.id)).toMatchObject({ image_url: toStoredPath(first.card!.imageUrl) })
  })

  test('rejects another pose of another visitor’s card, and an unknown value', async () => {
    const { driven } = createPosingApp()
    const [ann, bob] = [await driven.visitor(), await driven.visitor()]
    const first = await driven.run(ann)
    expect(await getRefusal(driven, bob, first)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const response = await driven.send(ann, { adjusts: first.id, pose: 'flex' })
    expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('rejects another pose that a paid provider would draw', async () => {
    const vars = { AI_IMAGE_PROVIDER: 'openai', AI_IMAGE_MODEL: 'm', AI_OPENAI_KEY: 'k' }
    const { driven } = createPosingApp(vars)
    const ann = await driven.visitor()
    const first = await driven.run(ann, { engine: 'embedded' })
    expect(first.freePoses).toBe(10)
    // The card counts as drawn by the provider.
    await driven.inside(first.id, async (instance) => {
      const job = (await instance.view())!
      const { engine: _engine, ...player } = job.player
      await instance.forget()
      await instance.create({ ...job, player })
    })
    expect((await driven.view(ann, first.id)).freePoses).toBeNull()
    expect(await getRefusal(driven, ann, first)).toMatchObject({ status: 409, code: 'CONFLICT' })
  })
})
