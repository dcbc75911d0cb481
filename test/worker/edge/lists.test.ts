import { beforeEach, describe, expect, test } from 'vitest'
import type { CardPage } from '#shared/contracts/cards.ts'
import type { Card } from '#shared/domain/card.ts'
import { createTestApp, getVisitorId, noPictures, type TestApp } from '../../support/app.ts'
import { seedCard, type SeedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createRecordingDb } from '../db/recording-db.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.parse('2026-11-21T12:00:00.000Z')

let app: TestApp
let now: number
beforeEach(async () => {
  await freshDatabase()
  now = START
  app = createTestApp({ pictures: noPictures, clock: () => now })
})

const seed = (id: string, more: Partial<SeedCard> = {}) => seedCard({ id, ...more })

/** Inserts votes cast this many hours before the start. */
async function votes(card: string, hoursAgo: number, count = 1) {
  for (let n = 0; n < count; n++)
    await testEnv()
      .DB.prepare('insert into votes (voter, card, at) values (?, ?, ?)')
      .bind(`${card}-${hoursAgo}-${n}`, card, START - hoursAgo * HOUR)
      .run()
}

const list = async (search: string) => (await (await app.send(`/api/cards?${search}`)).json<{ cards: Card[] }>()).cards
const ids = async (search: string) => (await list(search)).map(({ id }) => id)
const page = async (id: string) => (await app.send(`/api/cards/${id}`)).json<CardPage>()

describe('Trending', () => {
  test('orders Trending by the votes of 48 hours, newest first on ties, then the newest of the rest', async () => {
    await seed('loved-long-ago', { createdAt: '2026-01-01T00:00:00.000Z' })
    await votes('loved-long-ago', 49, 5)
    await seed('two', { createdAt: '2026-01-02T00:00:00.000Z' })
    await votes('two', 47.9, 2)
    await seed('one-old', { createdAt: '2026-01-03T00:00:00.000Z' })
    await votes('one-old', 1)
    await seed('one-new', { createdAt: '2026-01-04T00:00:00.000Z' })
    await votes('one-new', 30)
    await seed('none', { createdAt: '2026-01-05T00:00:00.000Z' })
    expect(await ids('list=trending')).toEqual(['two', 'one-new', 'one-old', 'none', 'loved-long-ago'])
    now += 2 * HOUR
    expect((await ids('list=trending')).at(-1)).not.toBe('one-old')
    expect(await ids('list=trending')).toEqual(['one-new', 'one-old', 'none', 'two', 'loved-long-ago'])
  })
})

describe('This week', () => {
  test('orders This week by the votes of seven days, and omits cards without one', async () => {
    await seed('old')
    await votes('old', 8 * 24 + 12, 9)
    await seed('some')
    await votes('some', 6.9 * 24, 2)
    await seed('more')
    await votes('more', 3, 3)
    await seed('none')
    expect(await ids('list=week')).toEqual(['more', 'some'])
    expect((await page('some')).rankOfWeek).toBe(2)
    expect((await page('old')).rankOfWeek).toBeNull()
    now += 10 * DAY
    expect(await ids('list=week')).toEqual([])
  })
})

describe('every list', () => {
  const LISTS = ['recent', 'strip', 'new', 'top', 'week', 'trending']

  test('lists only public cards, each with its version and no account', async () => {
    for (const visibility of ['draft', 'unlisted', 'public'] as const) {
      await seed(visibility, { visibility })
      await votes(visibility, 1)
    }
    const address = (await app.send('/og/public.jpg')).headers.get('location')
    for (const name of LISTS) {
      const cards = await list(`list=${name}`)
      expect(cards, name).toMatchObject([{ id: 'public', votes: 1, userId: 'anonymous', stats: { strength: 77 } }])
      expect(`/og/public.${cards[0]!.version}.jpg`, name).toBe(address)
    }
  })

  test('filters every list by team', async () => {
    await seed('bear', { team: 'Chicago Bears' })
    await seed('packer', { team: 'Green Bay Packers' })
    for (const id of ['bear', 'packer']) await votes(id, 1)
    for (const name of LISTS) {
      expect(await ids(`list=${name}&team=Chicago%20Bears`), name).toEqual(['bear'])
      expect(await ids(`list=${name}&team=Dallas%20Cowboys`), name).toEqual([])
    }
  })

  test('rejects a list for an unknown team or name', async () => {
    expect((await app.send('/api/cards?list=top&team=Atlantis')).status).toBe(400)
    expect((await app.send('/api/cards?list=best')).status).toBe(400)
  })

  test('limits the cards of a list', async () => {
    for (let n = 0; n < 101; n++) await seed(`n${n}`)
    const lengths: Record<string, number> = {}
    for (const name of ['new', 'top', 'trending', 'recent', 'strip']) lengths[name] = (await ids(`list=${name}`)).length
    expect(lengths).toEqual({ new: 100, top: 100, trending: 100, recent: 8, strip: 5 })
  })

  test.each(['week', 'trending'])(
    'reads the votes for %s along an index, without looking up single cards',
    async (name) => {
      const recording = createRecordingDb(testEnv().DB)
      const watched = createTestApp({ pictures: noPictures, clock: () => now }, { ...testEnv(), DB: recording.db })
      await seed('a')
      await votes('a', 1)
      await watched.send('/api/cards?list=recent')
      await recording.plans()
      await watched.send(`/api/cards?list=${name}`)
      const plans = (await recording.plans()).join('\n')
      expect(plans).toMatch(/USING COVERING INDEX (?:vote_tallies_by_day|votes_by_time)/)
      expect(plans).not.toMatch(/SCAN (?:c|votes|vote_tallies|fantasy_football_cards)$/m)
    },
  )
})

describe('a card’s page', () => {
  test('ranks a card among all public cards, in the order of the leaderboard', async () => {
    await seed('first', { votes: 9 })
    await seed('newer', { votes: 5, createdAt: '2026-02-02T00:00:00.000Z' })
    await seed('older', { votes: 5, createdAt: '2026-02-01T00:00:00.000Z' })
    await seed('hidden', { votes: 99, visibility: 'unlisted' })
    const top = await ids('list=top')
    expect(top).toEqual(['first', 'newer', 'older'])
    for (const [place, id] of top.entries()) expect((await page(id)).rank).toBe(place + 1)
    expect((await page('hidden')).rank).toBeNull()
  })

  test('tells visitors whether the card is their own and when their next vote counts', async () => {
    const maker = app.visitor()
    const voter = app.visitor()
    await voter.arrive()
    await seed('c1', { owner: getVisitorId(await maker.arrive()) })
    expect(await page('c1')).toMatchObject({
      mine: false,
      nextVoteAt: null,
      hidden: false,
      armor: 'none',
      tier: 'Rookie',
    })
    expect(await (await maker.send('/api/cards/c1')).json()).toMatchObject({ mine: true, visibility: 'public' })
    expect((await voter.post('/api/cards/c1/votes', { votes: 1 })).status).toBe(200)
    expect(await (await voter.send('/api/cards/c1')).json()).toMatchObject({
      votes: 1,
      nextVoteAt: new Date(START + DAY).toISOString(),
    })
    expect(await page('c1')).toMatchObject({ nextVoteAt: null })
    now += DAY
    expect(await (await voter.send('/api/cards/c1')).json()).toMatchObject({ nextVoteAt: null })
  })

  test('returns 404 only for another visitor’s draft', async () => {
    const statuses = []
    for (const visibility of ['draft', 'unlisted', 'public'] as const) {
      await seed(visibility, { visibility, owner: 'somebody' })
      statuses.push((await app.send(`/api/cards/${visibility}`)).status)
    }
    expect(statuses).toEqual([404, 200, 200])
  })
})
