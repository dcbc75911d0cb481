import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Generation } from '#shared/contracts/generations.ts'
import type { Card } from '#shared/domain/card.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import { createStats } from '#shared/domain/stats.ts'
import { createTestApp, noPictures, ORIGIN } from '../../support/app.ts'
import { countRows, filesBelow, getCardRow, toStoredPath } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { portraitBytes } from '../../support/portrait.ts'
import { createDrivenApp } from './driven.ts'
import { saveBody, sendForm } from './generating.ts'

beforeEach(freshDatabase)

const getPath = (url: string) => url.slice(`${ORIGIN}/storage/fantasy-cards/`.length)

it('draws a real card from a photo, stores it as a draft and deletes the photo', { timeout: 120_000 }, async () => {
  const visitor = createTestApp({ pictures: noPictures }).visitor()
  const response = await sendForm(visitor, {}, portraitBytes())
  expect(response.status).toBe(202)
  const { id } = await response.json<Generation>()
  const { state, card } = await vi.waitFor(
    async () => {
      const generation = await (await visitor.send(`/api/generations/${id}`)).json<Generation>()
      expect(['ready', 'failed']).toContain(generation.state)
      return generation
    },
    { timeout: 90_000, interval: 50 },
  )

  expect(state).toBe('ready')
  expect(card).toMatchObject({
    playerName: 'Ace',
    jerseyNumber: '12',
    teamColors: 'Green Bay Packers',
    armor: 'duck',
    visibility: 'draft',
    source: 'computed',
  })
  const stats = Object.values(card!.stats)
  expect(stats.filter((stat) => !Number.isInteger(stat) || stat < 60 || stat > 100)).toEqual([])
  const picture = await testEnv().FILES.get(getPath(card!.imageUrl))
  const bytes = new Uint8Array(await picture!.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  expect(bytes.length).toBeGreaterThan(50_000)
  await vi.waitFor(async () => expect(await filesBelow('player-photos/')).toEqual([]), {
    timeout: 10_000,
    interval: 50,
  })
  const row = await getCardRow(card!.id)
  expect(row).toMatchObject({ visibility: 'draft', votes: 0, user_id: 'anonymous', finish: 'ink' })
  const statement = testEnv().DB.prepare(`select day, name, count from analytics_days where measure = 'deeds'`)
  expect(await statement.raw()).toEqual([[String(row!['drafted_at']).slice(0, 10), 'card_generated', 1]])
})

describe('a generated card', () => {
  it('publishes a generated card once, with the edited stats, under its draft’s id', async () => {
    const driven = createDrivenApp()
    const visitor = await driven.visitor()
    const { id, card } = await driven.run(visitor)
    const stats = createStats(() => 5)
    const edited = await (await visitor.post(`/api/generations/${id}/stats`, { stats })).json<Generation>()
    expect(edited.card).toMatchObject({ stats, rolledStats: card!.stats, tier: 'Rookie' })
    expect(edited.card!.imageUrl).not.toBe(card!.imageUrl)

    const saved = await visitor.post('/api/cards', saveBody(edited.card!))
    expect(saved.status).toBe(201)
    expect(await saved.json()).toMatchObject({
      id: card!.id,
      stats,
      votes: 0,
      userId: 'anonymous',
      imageUrl: edited.card!.imageUrl,
    })

    const again = await visitor.post('/api/cards', saveBody(edited.card!))
    expect(again.status).toBe(409)
    expect(await again.json()).toMatchObject({ code: '23505' })
    expect(await countRows('fantasy_football_cards')).toBe(1)

    const stranger = driven.app.visitor()
    const { cards } = await (await stranger.send('/api/cards?list=top')).json<{ cards: Card[] }>()
    expect(cards.map((listed) => listed.id)).toEqual([card!.id])
    expect((await visitor.post(`/api/generations/${id}/stats`, { stats: createStats(() => 6) })).status).toBe(409)
    expect(await filesBelow('cards/')).toEqual([getPath(edited.card!.imageUrl)])
    expect(await countRows('generations')).toBe(1)
    expect(await getCardRow(card!.id)).toMatchObject({ image_url: toStoredPath(edited.card!.imageUrl) })
  })

  it('publishes a card as saved when it is edited concurrently', async () => {
    const driven = createDrivenApp()
    const visitor = await driven.visitor()
    const { id, card } = await driven.run(visitor)
    const editing = visitor.post(`/api/generations/${id}/stats`, { stats: createStats(() => 1) })
    const [saved, edited] = await Promise.all([visitor.post('/api/cards', saveBody(card!)), editing])
    expect(saved.status).toBe(201)
    expect([200, 409]).toContain(edited.status)
    expect(await getCardRow(card!.id)).toMatchObject({
      image_url: toStoredPath(card!.imageUrl),
      stats: JSON.stringify(card!.stats),
    })
  })

  it('accepts nicknames in any script, of any length or empty, and truncates long ones', async () => {
    const stored = {
      '🏈 Ace 👩‍👩‍👧': '🏈 Ace 👩‍👩‍👧',
      'שלום עולם': 'שלום עולם',
      'e\u0301a\u0308o\u0302': 'e\u0301a\u0308o\u0302',
      ['x'.repeat(10_000)]: 'x'.repeat(64),
      '': '',
    }
    const driven = createDrivenApp()
    const visitor = await driven.visitor()
    const made: Record<string, unknown> = {}
    for (const nickname of Object.keys(stored)) {
      const { card } = await driven.run(visitor, { nickname, number: '123456789' })
      expect(card!.jerseyNumber).toBe('12345678')
      made[nickname] = card!.playerName
    }
    expect(made).toEqual(stored)
  })
})

describe('editing the stats of a card', () => {
  it('rejects stats that are out of range, not integers, incomplete or missing, and changes nothing', async () => {
    const driven = createDrivenApp()
    const visitor = await driven.visitor()
    const { id, card } = await driven.run(visitor)
    const before = await getCardRow(card!.id)
    const bad = [
      { stats: { ...createStats(() => 50), agility: 101 } },
      { stats: { ...createStats(() => 50), agility: 50.5 } },
      { stats: { agility: 50 } },
      {},
    ]
    const offenders = []
    for (const body of bad) {
      const response = await visitor.post(`/api/generations/${id}/stats`, body)
      const { code } = await response.json<{ code: string }>()
      if (response.status !== 400 || code !== 'VALIDATION_ERROR') offenders.push({ body, code })
    }
    expect(offenders).toEqual([])
    expect(await getCardRow(card!.id)).toEqual(before)
  })

  it('limits edits to sixty an hour, and keeps the drawn card', async () => {
    const driven = createDrivenApp()
    const visitor = await driven.visitor()
    const { id, card } = await driven.run(visitor)
    const edit = () => visitor.post(`/api/generations/${id}/stats`, { stats: createStats(() => 5) })
    expect((await edit()).status).toBe(200)
    await testEnv().DB.exec(`update window_counters set used = 60 where key like 'redraws:%'`)
    const before = await getCardRow(card!.id)
    const refused = await edit()
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED', message: REFUSAL.redrawnTooOften })
    const waitSeconds = Number(refused.headers.get('retry-after'))
    expect(waitSeconds > 0 && waitSeconds <= 3600).toBe(true)
    expect(await getCardRow(card!.id)).toEqual(before)
  })
})

describe('the daily quota', () => {
  it('rejects a card beyond the daily quota with a clear message, and stores no photo', async () => {
    const driven = createDrivenApp({ vars: { GENERATIONS_PER_VISITOR_PER_DAY: '1' } })
    const visitor = await driven.visitor()
    await driven.run(visitor)
    const response = await driven.send(visitor)
    expect(response.status).toBe(429)
    expect(await response.json()).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      details: { resetsAt: expect.stringMatching(/T00:00:00\.000Z$/) },
    })
    expect(await filesBelow('player-photos/')).toEqual([])
  })

  it('limits one network to ten daily quotas with a paid provider, across visitors', async () => {
    const vars = { AI_IMAGE_PROVIDER: 'openai', GENERATIONS_PER_VISITOR_PER_DAY: '1' }
    const driven = createDrivenApp({ vars })
    await driven.start(await driven.visitor())
    const { DB } = testEnv()
    const network = await DB.prepare(`select network, day from generation_charges where kind = 'paid'`).first()
    const charge = DB.prepare(
      `insert into generation_charges (generation, visitor, network, day, kind) values (?1, ?1, ?2, ?3, 'paid')`,
    )
    const others = Array.from({ length: 9 }, (_, i) => charge.bind(`other-${i}`, network!['network'], network!['day']))
    await DB.batch(others)
    const another = await driven.visitor()
    const refused = await driven.send(another)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      message: "Today's cards are used up. Come back tomorrow.",
    })
    expect(await driven.left(another)).toBe(1)
    // The built-in artist is free.
    expect((await driven.send(another, { engine: 'embedded' })).status).toBe(202)
  })
})
