import { beforeEach, describe, expect, it } from 'vitest'
import type { ClientConfig } from '#shared/contracts/config.ts'
import type { Generation } from '#shared/contracts/generations.ts'
import { statsOf } from '#shared/domain/stats.ts'
import type { GenerationJobBase } from '#worker/edge/generations/job.ts'
import { createGenerationJobs } from '#worker/edge/generations/jobs.ts'
import type { TestVisitor } from '../../support/app.ts'
import { countOf, filesBelow } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createDrivenApp, type DrivenApp } from './driven.ts'

const aName = () => crypto.randomUUID().replaceAll('-', '')

let driven: DrivenApp
beforeEach(async () => {
  await freshDatabase()
  driven = createDrivenApp()
})

async function ready(visitor: TestVisitor, id: string): Promise<Generation> {
  const generation = await driven.finish(visitor, id)
  expect(generation.state).toBe('ready')
  return generation
}

async function spentBy(visitor: TestVisitor): Promise<number> {
  const { generations } = await (await visitor.send('/api/config')).json<ClientConfig>()
  return generations.perDay - generations.left
}

describe('a generation that the browser named before it sent the photo', () => {
  it('can be asked for by that name, by a page that never saw the answer', async () => {
    const visitor = await driven.visitor()
    const id = aName()
    await driven.send(visitor, { id })
    expect((await ready(visitor, id)).card).toMatchObject({ playerName: 'Ace' })
  })

  it('is one card and is charged once, also when its form is sent again', async () => {
    const visitor = await driven.visitor()
    const id = aName()
    const first = await (await driven.send(visitor, { id })).json<Generation>()
    const { card } = await ready(visitor, id)
    const second = await driven.send(visitor, { id, nickname: 'Other' })
    expect(second.status).toBe(202)
    const again = await second.json<Generation>()
    expect(again.createdAt).toBe(first.createdAt)
    expect(again.card).toEqual(card)
    expect(await spentBy(visitor)).toBe(1)
    expect(await filesBelow('player-photos/')).toEqual([])
    expect(await countOf('fantasy_football_cards')).toBe(1)
  })

  it('is one card when its form comes twice at the same time, and leaves no photo', async () => {
    const visitor = await driven.visitor()
    const id = aName()
    const answers = await Promise.all([driven.send(visitor, { id }), driven.send(visitor, { id })])
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    await ready(visitor, id)
    expect(await countOf('fantasy_football_cards')).toBe(1)
    expect(await filesBelow('player-photos/')).toEqual([])
  })

  it('is not given to another visitor who names it, and nothing of theirs is kept', async () => {
    const visitor = await driven.visitor()
    const id = aName()
    await driven.send(visitor, { id })
    await ready(visitor, id)
    const stranger = await driven.visitor()
    const refused = await driven.send(stranger, { id })
    expect(refused.status).toBe(409)
    expect(JSON.stringify(await refused.json())).not.toContain('Ace')
    expect(await spentBy(stranger)).toBe(0)
    expect(await filesBelow('player-photos/')).toEqual([])
  })

  it('is refused when its name is not 32 hexadecimal digits', async () => {
    const visitor = await driven.visitor()
    const statuses = []
    for (const id of ['short', 'Z'.repeat(32), '../../../../../../../../../../..'])
      statuses.push((await driven.send(visitor, { id })).status)
    expect(statuses).toEqual([400, 400, 400])
  })
})

describe('other art for a card', () => {
  it('keeps its roll, and only for the visitor who rolled it', async () => {
    const visitor = await driven.visitor()
    const { id, card } = await driven.run(visitor)
    const kept = await driven.run(visitor, { like: id })
    expect(kept.card!.rolledStats).toEqual(card!.rolledStats)
    expect(kept.card!.id).not.toBe(card!.id)

    const strangers = await driven.run(await driven.visitor(), { like: id })
    expect(strangers.card!.rolledStats).not.toEqual(card!.rolledStats)
  })

  it('keeps its stats as they were edited, with their tier, and its roll', async () => {
    const visitor = await driven.visitor()
    const { id, card } = await driven.run(visitor)
    const stats = statsOf(() => 3)
    expect((await visitor.post(`/api/generations/${id}/stats`, { stats })).status).toBe(200)
    const { rolledStats } = card!
    const other = await driven.run(visitor, { like: id, finish: 'photo' })
    expect(other.card).toMatchObject({ stats, rolledStats, tier: 'Rookie' })
    const third = await driven.run(visitor, { like: other.id })
    expect(third.card).toMatchObject({ stats, rolledStats, tier: 'Rookie' })
  })
})

describe('a draft from before rolls were kept', () => {
  it('keeps the tier of its roll when its stats are edited', async () => {
    const visitor = await driven.visitor()
    const { id, card } = await driven.run(visitor)
    await testEnv().DB.exec('update fantasy_football_cards set rolled_stats = null')
    const edited = await visitor.post(`/api/generations/${id}/stats`, { stats: statsOf(() => 3) })
    expect((await edited.json<Generation>()).card).toMatchObject({ stats: statsOf(() => 3), tier: card!.tier })
  })
})

describe('a photo that comes with the oval of its face', () => {
  it('is refused when the oval is not one', async () => {
    const visitor = await driven.visitor()
    const offenders = []
    for (const face of ['{"cx":0.5', '{"cx":3,"cy":0.2,"s":0.2}', '']) {
      const response = await driven.send(visitor, { face })
      const { code, details } = await response.json<{ code: string; details: { path: string }[] }>()
      const field = details[0]?.path.split('.')[0]
      if (response.status !== 400 || code !== 'VALIDATION_ERROR' || field !== 'face') offenders.push({ face, code })
    }
    expect(offenders).toEqual([])
    expect(await filesBelow('player-photos/')).toEqual([])
  })

  it('keeps the oval with the photo for the isolate that draws it, and removes both', async () => {
    const visitor = await driven.visitor()
    const id = await driven.start(visitor, { face: '{"cx":0.44,"cy":0.21,"s":0.2}' })
    const jobs = createGenerationJobs(testEnv().JOBS as DurableObjectNamespace<GenerationJobBase>)
    expect((await jobs.view(id))?.photo?.face).toEqual({ cx: 0.44, cy: 0.21, s: 0.2, roll: 0 })

    await ready(visitor, id)
    expect((await jobs.view(id))?.photo).toBeNull()
  })
})
