import { beforeEach, describe, expect, it } from 'vitest'
import type { ClientConfig } from '#shared/contracts/config.ts'
import type { Generation } from '#shared/contracts/generations.ts'
import { createStats } from '#shared/domain/stats.ts'
import { readPrompt } from '#worker/artist/read-prompt.ts'
import type { GenerationJobBase } from '#worker/edge/generations/job.ts'
import { GenerationJobs } from '#worker/edge/generations/jobs.ts'
import type { TestVisitor } from '../../support/app.ts'
import { countRows, filesBelow } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createArt, createDrivenApp, type DrivenApp } from './driven.ts'

const newGenerationId = () => crypto.randomUUID().replaceAll('-', '')

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

describe('generations with an id from the browser', () => {
  it('finds a generation by its browser’s id, from a page that never got the response', async () => {
    const visitor = await driven.visitor()
    const id = newGenerationId()
    await driven.send(visitor, { id })
    expect((await ready(visitor, id)).card).toMatchObject({ playerName: 'Ace' })
  })

  it('draws and charges one card when its form is resent', async () => {
    const visitor = await driven.visitor()
    const id = newGenerationId()
    const first = await (await driven.send(visitor, { id })).json<Generation>()
    const { card } = await ready(visitor, id)
    const second = await driven.send(visitor, { id, nickname: 'Other' })
    expect(second.status).toBe(202)
    const again = await second.json<Generation>()
    expect(again.createdAt).toBe(first.createdAt)
    expect(again.card).toEqual(card)
    expect(await spentBy(visitor)).toBe(1)
    expect(await filesBelow('player-photos/')).toEqual([])
    expect(await countRows('fantasy_football_cards')).toBe(1)
  })

  it('draws one card for two concurrent copies of its form, and leaves no photo', async () => {
    const visitor = await driven.visitor()
    const id = newGenerationId()
    const responses = await Promise.all([driven.send(visitor, { id }), driven.send(visitor, { id })])
    expect(responses.map(({ status }) => status)).toEqual([202, 202])
    await ready(visitor, id)
    expect(await countRows('fantasy_football_cards')).toBe(1)
    expect(await filesBelow('player-photos/')).toEqual([])
  })

  it('rejects another visitor’s generation id, and stores nothing', async () => {
    const visitor = await driven.visitor()
    const id = newGenerationId()
    await driven.send(visitor, { id })
    await ready(visitor, id)
    const stranger = await driven.visitor()
    const refused = await driven.send(stranger, { id })
    expect(refused.status).toBe(409)
    expect(JSON.stringify(await refused.json())).not.toContain('Ace')
    expect(await spentBy(stranger)).toBe(0)
    expect(await filesBelow('player-photos/')).toEqual([])
  })

  it('rejects a generation id that is not 32 hexadecimal digits', async () => {
    const visitor = await driven.visitor()
    const statuses = []
    for (const id of ['short', 'Z'.repeat(32), '../../../../../../../../../../..'])
      statuses.push((await driven.send(visitor, { id })).status)
    expect(statuses).toEqual([400, 400, 400])
  })
})

describe('redrawing a card', () => {
  it('keeps the rolled stats when a card is redrawn, only for the visitor who rolled it', async () => {
    const visitor = await driven.visitor()
    const { id, card } = await driven.run(visitor)
    const stored = await driven.run(visitor, { like: id })
    expect(stored.card!.rolledStats).toEqual(card!.rolledStats)
    expect(stored.card!.id).not.toBe(card!.id)

    const strangers = await driven.run(await driven.visitor(), { like: id })
    expect(strangers.card!.rolledStats).not.toEqual(card!.rolledStats)
  })

  it('keeps edited stats, their tier and the rolled stats when a card is redrawn', async () => {
    const visitor = await driven.visitor()
    const { id, card } = await driven.run(visitor)
    const stats = createStats(() => 3)
    expect((await visitor.post(`/api/generations/${id}/stats`, { stats })).status).toBe(200)
    const { rolledStats } = card!
    const other = await driven.run(visitor, { like: id, finish: 'photo' })
    expect(other.card).toMatchObject({ stats, rolledStats, tier: 'Rookie' })
    const third = await driven.run(visitor, { like: other.id })
    expect(third.card).toMatchObject({ stats, rolledStats, tier: 'Rookie' })
  })
})

it('passes the requested finish to the artist', async () => {
  const finishes: string[] = []
  const draw = async ({ prompt }: { prompt: string }) => {
    finishes.push(readPrompt(prompt).finish)
    return { bytes: await createArt(), type: 'image/webp' as const }
  }
  const drawing = createDrivenApp({ overrides: { artist: { draw } } })
  const visitor = await drawing.visitor()
  for (const finish of ['ink', 'photo']) await drawing.run(visitor, { finish })
  expect(finishes).toEqual(['ink', 'photo'])
})

describe('drafts without stored rolled stats', () => {
  it('keeps the rolled tier of an older draft when its stats are edited', async () => {
    const visitor = await driven.visitor()
    const { id, card } = await driven.run(visitor)
    await testEnv().DB.exec('update fantasy_football_cards set rolled_stats = null')
    const edited = await visitor.post(`/api/generations/${id}/stats`, { stats: createStats(() => 3) })
    expect((await edited.json<Generation>()).card).toMatchObject({ stats: createStats(() => 3), tier: card!.tier })
  })
})

describe('photos with a face oval', () => {
  it('rejects a malformed oval', async () => {
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

  it('stores the oval with the photo for the isolate that draws it, and deletes both', async () => {
    const visitor = await driven.visitor()
    const id = await driven.start(visitor, { face: '{"cx":0.44,"cy":0.21,"s":0.2}' })
    const jobs = new GenerationJobs(testEnv().JOBS as DurableObjectNamespace<GenerationJobBase>)
    expect((await jobs.view(id))?.photo?.face).toEqual({ cx: 0.44, cy: 0.21, s: 0.2, roll: 0 })

    await ready(visitor, id)
    expect((await jobs.view(id))?.photo).toBeNull()
  })
})
