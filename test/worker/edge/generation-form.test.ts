import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ClientConfig } from '#shared/contracts/config.ts'
import type { Generation } from '#shared/contracts/generations.ts'
import { statsOf } from '#shared/domain/stats.ts'
import type { GenerationJobBase } from '#worker/edge/generations/job.ts'
import { createGenerationJobs } from '#worker/edge/generations/jobs.ts'
import { createTestApp, noPictures, type TestApp, type TestVisitor } from '../../support/app.ts'
import { countOf, filesBelow } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { sendForm, untilOver, untilPhotosGone } from './generating.ts'

vi.setConfig({ testTimeout: 60_000 })

const aName = () => crypto.randomUUID().replaceAll('-', '')

let app: TestApp
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp({ pictures: noPictures })
})

const post = (visitor: TestVisitor, fields: Record<string, string>) => sendForm(visitor, { armor: 'none', ...fields })

async function knownVisitor(): Promise<TestVisitor> {
  const visitor = app.visitor()
  await visitor.arrive()
  return visitor
}

async function untilReady(visitor: TestVisitor, id: string): Promise<Generation> {
  const generation = await untilOver(visitor, id)
  expect(generation.state).toBe('ready')
  await untilPhotosGone()
  return generation
}

async function spentBy(visitor: TestVisitor): Promise<number> {
  const { generations } = (await (await visitor.send('/api/config')).json()) as ClientConfig
  return generations.perDay - generations.left
}

describe('a generation that the browser named before it sent the photo', () => {
  test('can be asked for by that name, by a page that never saw the answer', async () => {
    const visitor = await knownVisitor()
    const id = aName()
    await post(visitor, { id })
    expect((await untilReady(visitor, id)).card).toMatchObject({ playerName: 'Ace' })
  })

  test('is one card and counts once, also when its form is sent again', async () => {
    const visitor = await knownVisitor()
    const id = aName()
    const first = (await (await post(visitor, { id })).json()) as Generation
    const { card } = await untilReady(visitor, id)
    const second = await post(visitor, { id, nickname: 'Other' })
    expect(second.status).toBe(202)
    const again = (await second.json()) as Generation
    expect(again.createdAt).toBe(first.createdAt)
    expect(again.card).toEqual(card)
    expect(await spentBy(visitor)).toBe(1)
    expect(await filesBelow('player-photos/')).toEqual([])
    expect(await countOf('fantasy_football_cards')).toBe(1)
  })

  test('is one card when its form comes twice at the same time, and no photo is left over', async () => {
    const visitor = await knownVisitor()
    const id = aName()
    const answers = await Promise.all([post(visitor, { id }), post(visitor, { id })])
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    await untilReady(visitor, id)
    expect(await countOf('fantasy_football_cards')).toBe(1)
  })

  test('is not given to another visitor that names it, and nothing of theirs is kept', async () => {
    const visitor = await knownVisitor()
    const id = aName()
    await post(visitor, { id })
    await untilReady(visitor, id)
    const stranger = await knownVisitor()
    const refused = await post(stranger, { id })
    expect(refused.status).toBe(409)
    expect(JSON.stringify(await refused.json())).not.toContain('Ace')
    expect(await spentBy(stranger)).toBe(0)
    expect(await filesBelow('player-photos/')).toEqual([])
  })

  test.each(['short', 'Z'.repeat(32), '../../../../../../../../../../..'])('may not be called %j', async (id) => {
    expect((await post(await knownVisitor(), { id })).status).toBe(400)
  })
})

describe('other art for a card', () => {
  test('keeps its roll, and only for the visitor that rolled it', async () => {
    const visitor = await knownVisitor()
    const id = aName()
    await post(visitor, { id })
    const { card } = await untilReady(visitor, id)
    const [other, strangers] = [aName(), aName()]
    await post(visitor, { id: other, like: id })
    const kept = await untilReady(visitor, other)
    expect(kept.card!.rolledStats).toEqual(card!.rolledStats)
    expect(kept.card!.id).not.toBe(card!.id)

    const stranger = await knownVisitor()
    await post(stranger, { id: strangers, like: id })
    expect((await untilReady(stranger, strangers)).card!.rolledStats).not.toEqual(card!.rolledStats)
  })

  test('keeps its stats as they were edited, and the tier of its roll', async () => {
    const visitor = await knownVisitor()
    const id = aName()
    await post(visitor, { id })
    const { card } = await untilReady(visitor, id)
    const stats = statsOf(() => 3)
    expect((await visitor.post(`/api/generations/${id}/stats`, { stats })).status).toBe(200)
    const [other, third] = [aName(), aName()]
    await post(visitor, { id: other, like: id, finish: 'photo' })
    const { rolledStats, tier } = card!
    expect((await untilReady(visitor, other)).card).toMatchObject({ stats, rolledStats, tier })
    await post(visitor, { id: third, like: other })
    expect((await untilReady(visitor, third)).card).toMatchObject({ stats, rolledStats, tier })
  })
})

describe('a photo that comes with the oval of its face', () => {
  test.each(['{"cx":0.5', '{"cx":3,"cy":0.2,"s":0.2}', ''])('is refused when the oval is %j', async (face) => {
    const response = await post(app.visitor(), { face })
    expect(response.status).toBe(400)
    const { code, details } = (await response.json()) as { code: string; details: { path: string }[] }
    expect([code, details[0]?.path.split('.')[0]]).toEqual(['VALIDATION_ERROR', 'face'])
    expect(await filesBelow('player-photos/')).toEqual([])
  })

  test('keeps the oval with the photo, for the isolate that draws it, and both go together', async () => {
    const visitor = app.visitor()
    const { id } = (await (await post(visitor, { face: '{"cx":0.44,"cy":0.21,"s":0.2}' })).json()) as Generation
    const jobs = createGenerationJobs(testEnv().JOBS as DurableObjectNamespace<GenerationJobBase>)
    expect((await jobs.view(id))?.photo?.face).toEqual({ cx: 0.44, cy: 0.21, s: 0.2, roll: 0 })

    await untilReady(visitor, id)
    expect((await jobs.view(id))?.photo).toBeNull()
  })
})
