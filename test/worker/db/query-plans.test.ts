import { beforeAll, describe, expect, test } from 'vitest'
import { seedCard } from '../../support/cards.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createRecordingDb } from './recording-db.ts'
import { CARDS, createTables, type RequestOptions, RETURNING, type Tables, visitorId } from './tables.ts'

const ME = visitorId(1)
const TEAM = 'Green%20Bay%20Packers'
/** Number of cards that share a vote count. */
const TIES = 30
const TOP = 'order=votes.desc,created_at.desc'

let tables: Tables
let planned: ReturnType<typeof createRecordingDb>
let counted: ReturnType<typeof createCountingDb>
beforeAll(async () => {
  await freshDatabase()
  for (let n = 0; n < 300; n++)
    await seedCard({
      id: `card-${n}`,
      votes: n % 7,
      createdAt: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
      team: n % 5 === 0 ? 'Chicago Bears' : 'Green Bay Packers',
      visibility: n % 3 === 0 ? 'draft' : 'public',
      owner: n % 2 === 0 ? ME : 'somebody',
    })
  planned = createRecordingDb(testEnv().DB)
  counted = createCountingDb(planned.db)
  tables = createTables({ db: counted.db })
  // The schema is read once.
  await tables.ask(CARDS)
})

/** The statements of a request, and the number of rows that they read. */
async function cost(path: string, options: RequestOptions = {}, body?: unknown) {
  await planned.plans()
  const before = counted.counts.rowsRead
  const response = await (body === undefined
    ? tables.ask(path, options)
    : options.method === 'POST'
      ? tables.post(path, body, options)
      : tables.patch(path, body, options))
  const read = counted.counts.rowsRead - before
  return { response, read, plans: await planned.plans() }
}

/** Asserts that no step sorts or scans a whole table. */
function expectIndexed(plans: readonly string[]): void {
  expect(plans.length).toBeGreaterThan(0)
  for (const plan of plans) {
    expect(plan).not.toMatch(/TEMP B-TREE/i)
    expect(plan).not.toMatch(/SCAN (?!.*USING (?:COVERING )?INDEX|\(subquery|CONSTANT ROW|json_each|seen|c$)/m)
    expect(plan).not.toMatch(/SCAN (?:fantasy_football_cards|votes|generations)$/m)
  }
}

const LISTS = [
  ['newest eight', 'select=*&order=created_at.desc&limit=8', 'cards_newest'],
  ['strip', 'select=*&order=created_at.desc&limit=5', 'cards_newest'],
  ['leaderboard', `select=*&${TOP}&limit=100`, 'cards_top'],
  ['leaderboard of a team', `team_colors=eq.${TEAM}&select=*&${TOP}&limit=100`, 'cards_top_of_team'],
  ['newest, page by page', 'order=created_at.desc&limit=8&offset=0', 'cards_newest'],
] as const

describe('the lists of the product', () => {
  test.each(LISTS)('reads the %s along an index, and no more rows than it returns', async (_, search, index) => {
    // The table's size, which only other lists need, is cached for a minute.
    tables.clock.now += 60_000
    const { response, read, plans } = await cost(`${CARDS}?${search}`)
    expectIndexed(plans)
    expect(plans.join()).toMatch(new RegExp(`USING INDEX ${index}(?!_)`))
    expect(plans.join()).not.toContain('public_card_counts')
    const rows = (await response.json()) as unknown[]
    expect(rows.length).toBeGreaterThan(4)
    expect(read).toBeLessThanOrEqual(rows.length)
  })

  test.each(LISTS)('counts the %s along an index of public cards only', async (_, search) => {
    const { response, read, plans } = await cost(`${CARDS}?${search}`, { headers: { prefer: 'count=exact' } })
    expectIndexed(plans)
    expect(plans.join()).toContain('public_card_counts')
    const total = Number(/\d+$/.exec(response.headers.get('content-range')!)![0])
    expect(total).toBeGreaterThan(100)
    expect(read).toBeLessThanOrEqual(total + ((await response.json()) as unknown[]).length)
  })

  test.each([
    ['newest', 'order=created_at.desc', 'cards_newest'],
    ['leaderboard', TOP, 'cards_top'],
    ['leaderboard of a team', `team_colors=eq.${TEAM}&${TOP}`, 'cards_top_of_team'],
  ])('starts each page of the %s after its cursor without rereading earlier rows', async (_, search, index) => {
    const all: string[] = []
    for (let last: string | null = null; all.length < 96;) {
      const { response, read, plans } = await cost(`${CARDS}?${search}&limit=12${last ? `&cursor=${last}` : ''}`)
      expectIndexed(plans)
      expect(plans.join()).toMatch(new RegExp(`USING INDEX ${index}(?!_)`))
      const rows = (await response.json()) as { id: string }[]
      // Beyond its own rows: the cursor's row, once per comparison, and its ties. Never every row before it.
      expect(read).toBeLessThanOrEqual(rows.length + (last ? 12 + TIES : 0))
      all.push(...rows.map(({ id }) => id))
      last = all.at(-1)!
    }
    const whole = (await tables.rows(`${CARDS}?${search}&limit=96`)).map(({ id }) => id)
    expect(all).toEqual(whole)
  })
})

describe('one card', () => {
  test.each(['card-1', 'card-0', 'card-1x'])('finds one card along an index: %s', async (id) => {
    const { read, plans } = await cost(`${CARDS}?id=eq.${id}&select=*`)
    expectIndexed(plans)
    expect(plans.join()).toMatch(/SEARCH .*\(id[=>]\?/)
    expect(read).toBeLessThanOrEqual(2)
  })

  test('counts a vote, and refuses the second, by id and the vote ledger’s indexes', async () => {
    for (const status of [200, 409]) {
      const { response, read, plans } = await cost(
        `${CARDS}?id=eq.card-1`,
        { method: 'PATCH', visitor: ME, headers: RETURNING },
        { votes: 1 },
      )
      expect(response.status).toBe(status)
      expectIndexed(plans.slice(0, 2))
      // Only a refusal sorts: it orders one voter's votes to compute the retry time.
      expect(plans.slice(2).join()).not.toMatch(/SCAN (?!CONSTANT ROW)/)
      // The votes of the voter, its network and its site, the card, and the stored counts.
      expect(read).toBeLessThan(24)
    }
    const nameless = await cost(`${CARDS}?id=eq.card-1`, { method: 'PATCH' }, { votes: 1 })
    expectIndexed(nameless.plans)
  })

  test.each(['visitor', 'public', 'user'])(
    'saves a card by the generation ledger’s index for the role %s',
    async (role) => {
      const caller = { visitor: { visitor: ME }, public: {}, user: { user: 'u1' } }[role]!
      const body = {
        image_url: 'https://cards.example/storage/fantasy-cards/cards/card-6/1.jpg',
        team_colors: 'Chicago Bears',
        stats: { strength: 1, agility: 2, touchdownPower: 3, leadership: 4, accuracy: 5 },
      }
      const { response, read, plans } = await cost(CARDS, { method: 'POST', ...caller }, body)
      expect(response.status).toBe(role === 'visitor' ? 201 : 403)
      expectIndexed(plans)
      // The ledger twice, the card, its publishing time, and the stored counts of its team and in total.
      expect(read).toBeLessThan(24)
    },
  )
})
