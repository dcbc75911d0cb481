import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReadLimits } from '#worker/backend/db/rule.ts'
import { CARD_TABLES } from '#worker/backend/cards/tables.ts'
import { readSchema } from '#worker/backend/db/schema.ts'
import { seedCard } from '../../support/cards.ts'
import { testEnv } from '../../support/env.ts'
import { CELLS, EVERY, idOf, isMine, ROLE_NAMES, ROLES, RULED, seedCardRows } from './access-cells.ts'
import { type Asked, CARDS, createTables, RETURNING, type Tables } from './tables.ts'

let tables: Tables
let schema: Awaited<ReturnType<typeof readSchema>>
beforeAll(() => {
  tables = createTables()
})
beforeEach(async () => {
  await seedCardRows()
  schema = await readSchema(testEnv().DB, CARD_TABLES)
})

const cards = CELLS['fantasy_football_cards']!
const columnsOfCards = () => [...schema.get('fantasy_football_cards')!.columns.keys()]
const codeOf = async (asked: Promise<Response>) => {
  const { status, code } = await tables.refusal(asked)
  return `${status} ${code}`
}

describe.each(ROLE_NAMES)('a column, for the role %s,', (role) => {
  const asked: Asked = ROLES[role]
  test('is read, filtered and ordered by, or cannot be told from one that is not there', async () => {
    const readable = role === 'service' ? columnsOfCards() : cards[role].select.columns
    const masked = role === 'service' ? [] : Object.keys(cards[role].select.masks)
    expect(columnsOfCards()).toEqual(expect.arrayContaining([...readable]))
    for (const column of [...columnsOfCards(), 'never', 'rowid']) {
      const ask = (search: string) => tables.ask(`${CARDS}?${search}`, asked)
      const uses = [`${column}=is.null`, `not.or=(${column}.is.null)`, `order=${column}`, `order=votes,${column}.desc`]
      const read = [`select=${column}`, `select=x:${column}`]
      if (!readable.includes(column))
        for (const search of [...read, ...uses])
          expect([search, await codeOf(ask(search))]).toEqual([search, '400 42703'])
      else {
        for (const search of read) expect([search, (await ask(search)).status]).toEqual([search, 200])
        for (const search of uses) {
          const answer = masked.includes(column) ? await codeOf(ask(search)) : (await ask(search)).status
          expect([search, answer]).toEqual([search, masked.includes(column) ? '403 42501' : 200])
        }
      }
    }
  })
})

describe.each(RULED)('a mask, for the role %s,', (role) => {
  test.each(Object.keys(CARD_TABLES.fantasy_football_cards.rules[role].select.masks))(
    'over %s hides whose a row is',
    async (column) => {
      const { masks, byId } = cards[role].select
      const [mine, anothers] = masks[column]!
      for (const row of EVERY.filter((one) => byId.includes(one)))
        for (const select of ['*', column, `${column}:${column},id`]) {
          const [found] = await tables.rows(`${CARDS}?id=eq.${idOf(row)}&select=${select}`, ROLES[role])
          expect([row, found![column]]).toEqual([row, isMine(row) ? mine : anothers])
        }
      const [voted] = (await (
        await tables.patch(`${CARDS}?id=eq.my-public`, { votes: 1 }, { ...ROLES[role], headers: RETURNING })
      ).json()) as Record<string, unknown>[]
      expect(voted![column]).toBe(mine)
    },
  )
})

const many = (n: number, part: (i: number) => string) => Array.from({ length: n }, (_, i) => part(i)).join(',')

/** A query that goes as far as a limit allows. */
const AT_LIMIT: Record<keyof ReadLimits, (n: number) => string> = {
  rows: (n) => `limit=${n}`,
  offset: (n) => `offset=${n}`,
  terms: (n) => `votes=gte.0&or=(${many(n - 1, (i) => `votes.eq.${i}`)})`,
  depth: (n) => `and=(${'or('.repeat(n - 1)}votes.eq.0${')'.repeat(n)}`,
  orders: (n) => `order=${many(n, () => 'votes')}`,
  columns: (n) => `select=${many(n, (i) => `a${i}:votes`)}`,
}

describe.each(RULED)('a limit of what is read, for the role %s:', (role) => {
  const limits = Object.keys(CARD_TABLES.fantasy_football_cards.rules[role].select.limits) as (keyof ReadLimits)[]
  test.each(limits)('%s', async (name) => {
    const limit = cards[role].select.limits[name]
    const ask = (n: number) => tables.ask(`${CARDS}?${AT_LIMIT[name](n)}`, ROLES[role])
    expect((await ask(limit)).status).toBe(200)
    expect(await codeOf(ask(limit + 1))).toBe('400 PGRST100')
  })
})

test('an answer is a hundred rows when a query does not say how many', async () => {
  for (let n = 0; n < 105; n++) await seedCard({ id: `card-${n}` })
  expect(await tables.rows(CARDS)).toHaveLength(100)
})
