import { beforeEach, expect, it } from 'vitest'
import type { ReadLimits } from '#worker/backend/db/rule.ts'
import { CARD_TABLES } from '#worker/backend/cards/tables.ts'
import { readSchema } from '#worker/backend/db/schema.ts'
import { seedCard } from '../../support/cards.ts'
import { testEnv } from '../../support/env.ts'
import { CELLS, EVERY, getId, isMine, ROLE_NAMES, ROLES, RULED, seedCardRows } from '../../worker/db/access-cells.ts'
import { CARDS, createTables, RETURNING, type Tables } from '../../worker/db/tables.ts'

let tables: Tables
let columns: string[]
beforeEach(async () => {
  await seedCardRows()
  tables = createTables()
  columns = [...(await readSchema(testEnv().DB, CARD_TABLES)).get('fantasy_football_cards')!.columns.keys()]
})

const cards = CELLS['fantasy_football_cards']!
/** 200, or the status and code of an error. */
const getOutcome = async (sending: Promise<Response>) => {
  const { status, code } = await tables.refusal(sending)
  return status < 400 ? String(status) : `${status} ${code}`
}

it('lets roles use the columns of their cells, and hides all others', async () => {
  const offenders: unknown[] = []
  for (const role of ROLE_NAMES) {
    const readable = role === 'service' ? columns : cards[role].select.columns
    const masked = role === 'service' ? [] : Object.keys(cards[role].select.masks)
    expect(columns).toEqual(expect.arrayContaining([...readable]))
    for (const column of [...columns, 'never', 'rowid']) {
      const read = [`select=${column}`, `select=x:${column}`]
      const uses = [
        `${column}=is.null`,
        `not.or=(${column}.is.null)`,
        `or=(${column}.is.null)`,
        `order=${column}`,
        `order=votes,${column}.desc`,
      ]
      for (const search of [...read, ...uses]) {
        const outcome = await getOutcome(tables.ask(`${CARDS}?${search}`, ROLES[role]))
        const isMasked = masked.includes(column) && uses.includes(search)
        const expected = !readable.includes(column) ? '400 42703' : isMasked ? '403 42501' : '200'
        if (outcome !== expected) offenders.push([role, search, outcome])
      }
    }
  }
  expect(offenders).toEqual([])
  expect(await tables.refusal(tables.ask(`${CARDS}?select=owner`))).toEqual({
    status: 400,
    code: '42703',
    message: 'column fantasy_football_cards.owner does not exist',
    details: null,
  })
})

it('hides the owner of a card in every response', async () => {
  for (const role of RULED) {
    await seedCardRows()
    const { masks, byId } = cards[role].select
    for (const [column, [mine, anothers]] of Object.entries(masks)) {
      for (const row of EVERY.filter((one) => byId.includes(one)))
        for (const select of ['*', column, `${column}:${column},id`]) {
          const [found] = await tables.rows(`${CARDS}?id=eq.${getId(row)}&select=${select}`, ROLES[role])
          expect([role, row, found![column]]).toEqual([role, row, isMine(row) ? mine : anothers])
        }
      const path = `${CARDS}?id=eq.my-public`
      const voted = await tables.patch(path, { votes: 1 }, { ...ROLES[role], headers: RETURNING })
      expect(await voted.json()).toMatchObject([{ [column]: mine }])
    }
  }
})

const many = (n: number, part: (i: number) => string) => Array.from({ length: n }, (_, i) => part(i)).join(',')

/** A query exactly at each limit. */
const AT_LIMIT: Record<keyof ReadLimits, (n: number) => string> = {
  rows: (n) => `limit=${n}`,
  offset: (n) => `offset=${n}`,
  terms: (n) => `votes=gte.0&or=(${many(n - 1, (i) => `votes.eq.${i}`)})`,
  depth: (n) => `and=(${'or('.repeat(n - 1)}votes.eq.0${')'.repeat(n)}`,
  orders: (n) => `order=${many(n, () => 'votes')}`,
  columns: (n) => `select=${many(n, (i) => `a${i}:votes`)}`,
}

it('limits the rows, offset, terms, depth, orders and columns of a query', async () => {
  for (const role of RULED) {
    const limits = Object.keys(CARD_TABLES.fantasy_football_cards.rules[role].select.limits) as (keyof ReadLimits)[]
    for (const name of limits) {
      const limit = cards[role].select.limits[name]
      const ask = (n: number) => getOutcome(tables.ask(`${CARDS}?${AT_LIMIT[name](n)}`, ROLES[role]))
      expect([role, name, await ask(limit), await ask(limit + 1)]).toEqual([role, name, '200', '400 PGRST100'])
    }
  }
})

it('returns a hundred rows by default', async () => {
  for (let n = 0; n < 105; n++) await seedCard({ id: `card-${n}` })
  expect(await tables.rows(CARDS)).toHaveLength(100)
})
