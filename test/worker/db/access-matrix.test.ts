import { beforeEach, describe, expect, it } from 'vitest'
import { CARD_TABLES } from '#worker/backend/cards/tables.ts'
import { readConfig } from '#worker/config.ts'
import { getNamelessId } from '#worker/http/visitor.ts'
import { testEnv } from '../../support/env.ts'
import {
  CARD_ROWS,
  type CardRow,
  CELLS,
  EVERY,
  getId,
  ROLE_NAMES,
  type RoleName,
  ROLES,
  RULED,
  seedCardRows,
} from './access-cells.ts'
import { CARDS, createTables, NOW, type RequestOptions, RETURNING, type Tables } from './tables.ts'

/** The parts of the rules that have cells. A new part without cells fails the comparison. */
const getShape = (rules: Record<string, object>) =>
  JSON.parse(
    JSON.stringify(rules, (key, value: unknown) => {
      if (['rows', 'rowsById', 'listed', 'byId', 'inLists', 'handler'].includes(key) && typeof value !== 'number')
        return undefined
      if (key === 'masks') return Object.keys(value as object)
      if (key === 'columns' && typeof value === 'object')
        return Array.isArray(value) ? value.toSorted() : Object.keys(value!).toSorted()
      return value
    }),
  ) as unknown

const RULES: Record<string, Record<string, object>> = Object.fromEntries(
  Object.entries(CARD_TABLES).flatMap(([name, model]) => ('rules' in model ? [[name, model.rules]] : [])),
)

it('covers every access rule with a cell of the matrix', () => {
  expect(Object.keys(RULES).flatMap((table) => Object.keys(RULES[table]!))).toEqual(RULED)
  expect(getShape(RULES)).toEqual(getShape(CELLS))
})

const cards = CELLS['fantasy_football_cards']!
const EVERYTHING = { select: { byId: EVERY, inLists: EVERY }, update: { rows: EVERY } }
const getCells = (role: RoleName) => (role === 'service' ? EVERYTHING : cards[role])
const callAs = (role: RoleName): RequestOptions => ({ ...ROLES[role], headers: RETURNING })
const has = (rows: readonly CardRow[], row: CardRow) => rows.includes(row)

const getCard = (row: CardRow) => ({
  player_name: 'Nova',
  jersey_number: '7',
  team_colors: 'Chicago Bears',
  image_url: `https://cards.example/storage/fantasy-cards/cards/${getId(row)}/1.jpg`,
  stats: { strength: 1, agility: 2, touchdownPower: 3, leadership: 4, accuracy: 5 },
  user_id: 'anonymous',
  votes: 0,
})

const everything = async () =>
  (await testEnv().DB.prepare('select * from fantasy_football_cards order by id').all()).results

let tables: Tables
beforeEach(async () => {
  tables = createTables()
  await seedCardRows()
})

/** Calls `ask` for each role and card. @returns the results by role and card */
async function collectResults<T>(roles: readonly RoleName[], ask: (role: RoleName, row: CardRow) => T | Promise<T>) {
  const results: Record<string, Awaited<T>> = {}
  for (const role of roles) for (const row of CARD_ROWS) results[`${role}: ${row}`] = await ask(role, row)
  return results
}

describe('access to cards by role', () => {
  it('lets each role read and count the cards in its cells, by id and in lists', async () => {
    const found = await collectResults(ROLE_NAMES, async (role, row) => {
      const id = getId(row)
      const options = callAs(role)
      const finds = async (search: string) =>
        (await tables.rows(`${CARDS}?${search}`, options)).some((card) => card['id'] === id)
      const counted = await tables.ask(`${CARDS}?id=in.(${id})`, {
        ...options,
        method: 'HEAD',
        headers: { prefer: 'count=exact' },
      })
      return {
        byId: await finds(`id=eq.${id}`),
        inLists: await Promise.all(
          [`id=in.(${id})`, `id=like.${id}`, `id=eq.${id}&votes=gte.0`, `or=(id.eq.${id})`, 'order=id'].map(finds),
        ),
        count: counted.headers.get('content-range')?.split('/')[1],
      }
    })
    const expected = await collectResults(ROLE_NAMES, (role, row) => {
      const { byId, inLists } = getCells(role).select
      const isListed = has(inLists, row)
      return { byId: has(byId, row), inLists: Array(5).fill(isListed), count: isListed ? '1' : '0' }
    })
    expect(found).toEqual(expected)
  })

  it('lets each role vote for the cards in its cells', async () => {
    for (const role of ROLE_NAMES) {
      await seedCardRows()
      const voted = await collectResults([role], async (_, row) => {
        const response = await tables.patch(`${CARDS}?id=eq.${getId(row)}`, { votes: 1 }, callAs(role))
        return [
          response.status,
          ...(await response.json<{ id: string; votes: number }[]>()).map(({ id, votes }) => [id, votes]),
        ]
      })
      const mayVote = (row: CardRow) => has(getCells(role).update.rows, row)
      expect(voted).toEqual(await collectResults([role], (_, row) => (mayVote(row) ? [200, [getId(row), 1]] : [200])))
      const votes = Object.fromEntries((await everything()).map((card) => [card['id'], card['votes']]))
      expect(votes).toEqual(Object.fromEntries(EVERY.map((row) => [getId(row), mayVote(row) ? 1 : 0])))
    }
  })

  it('lets only the service delete cards', async () => {
    const removed = await collectResults(ROLE_NAMES, async (role, row) => {
      const { status } = await tables.ask(`${CARDS}?id=eq.${getId(row)}`, { ...callAs(role), method: 'DELETE' })
      return [status, (await everything()).length]
    })
    const expected = await collectResults(ROLE_NAMES, (role, row) =>
      role === 'service' ? [200, Math.max(0, EVERY.length - 1 - CARD_ROWS.indexOf(row))] : [403, EVERY.length],
    )
    expect(removed).toEqual(expected)
  })

  it('lets each role save the cards in its cells', async () => {
    for (const role of RULED) {
      await seedCardRows()
      const saved = await collectResults(
        [role],
        async (_, row) => (await tables.post(CARDS, getCard(row), callAs(role))).status,
      )
      const expected = await collectResults([role], (_, row) => {
        if (has(cards[role].insert.rows, row)) return 201
        return role !== 'public' && row === 'my public' ? 409 : 403
      })
      expect(saved).toEqual(expected)
      const names = Object.fromEntries((await everything()).map((card) => [card['id'], card['player_name']]))
      const isSaved = (row: CardRow) => has(cards[role].insert.rows, row)
      expect(names).toEqual(Object.fromEntries(EVERY.map((row) => [getId(row), isSaved(row) ? 'Nova' : 'Ace'])))
    }
  })

  it('rejects every other change to a card', async () => {
    const before = await everything()
    const columns = Object.keys(before[0]!).filter((column) => column !== 'votes')
    const statuses = await collectResults(RULED, async (role, row) => {
      const options = callAs(role)
      const one = `${CARDS}?id=eq.${getId(row)}`
      const responses = await Promise.all([
        ...columns.map((column) => tables.patch(one, { [column]: 'x' }, options)),
        ...columns.map((column) => tables.patch(one, { votes: 1, [column]: 'x' }, options)),
        tables.patch(one, {}, options),
        tables.patch(`${CARDS}?id=in.(${getId(row)})`, { votes: 1 }, options),
        tables.patch(`${one}&votes=eq.0`, { votes: 1 }, options),
        tables.patch(`${CARDS}?player_name=eq.Ace`, { votes: 1 }, options),
        tables.patch(`${CARDS}?id=not.eq.${getId(row)}`, { votes: 1 }, options),
        tables.patch(one, [{ votes: 1 }, { votes: 1 }], options),
        tables.patch(CARDS, { votes: 1 }, options),
        tables.post(CARDS, { id: getId(row), player_name: 'x' }, options),
        tables.post(`${CARDS}?on_conflict=id`, getCard(row), options),
        tables.post(CARDS, getCard(row), { ...options, headers: { prefer: 'resolution=merge-duplicates' } }),
        tables.post(CARDS, getCard(row), { ...options, headers: { prefer: 'resolution=ignore-duplicates' } }),
        tables.ask(one, { ...options, method: 'PUT' }),
      ])
      return responses.map(({ status }) => status).filter((status) => status !== 403)
    })
    expect(statuses).toEqual(await collectResults(RULED, () => []))
    expect(await everything()).toEqual(before)
  })
})

describe('a caller without a cookie', () => {
  const FRESH = new Date(NOW - 30 * 60_000).toISOString()

  it('saves a card without a cookie within an hour from the same network and browser, unless it was shared', async () => {
    for (const caller of [{}, { user: 'u1' }]) {
      await seedCardRows(FRESH)
      // The requests here have no IP address and User-Agent, which also identifies a place.
      const place = await getNamelessId(new Headers(), readConfig(testEnv()).visitorSecret)
      await testEnv().DB.prepare(`update generations set place = ? where card_id glob 'my-*'`).bind(place).run()
      const saved = await collectResults(
        ['public'],
        async (_, row) => (await tables.post(CARDS, getCard(row), caller)).status,
      )
      const expected = await collectResults(['public'], (_, row) =>
        row === 'my draft' ? 201 : row === 'my public' ? 409 : 403,
      )
      expect([caller, saved]).toEqual([caller, expected])
    }
  })

  it('refuses to save a card without a cookie exactly an hour after it was generated', async () => {
    for (const [at, status] of [
      [NOW - 3_600_000, 403],
      [NOW - 3_599_999, 201],
    ] as const) {
      await seedCardRows(new Date(at).toISOString())
      const place = await getNamelessId(new Headers(), readConfig(testEnv()).visitorSecret)
      await testEnv().DB.prepare(`update generations set place = ? where card_id = 'my-draft'`).bind(place).run()
      expect((await tables.post(CARDS, getCard('my draft'))).status).toBe(status)
    }
  })

  it('shows a signed-in caller without a cookie only the drafts of its account', async () => {
    await seedCardRows(FRESH)
    const seen = async (row: CardRow) => tables.rows(`${CARDS}?id=eq.${getId(row)}&select=id`, { user: 'u1' })
    expect(await seen('my draft')).toEqual([{ id: 'my-draft' }])
    expect(await seen('another’s draft')).toEqual([])
  })
})
