import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CARD_TABLES } from '#worker/backend/cards/tables.ts'
import { readConfig } from '#worker/config.ts'
import { placeOf } from '#worker/http/visitor.ts'
import { testEnv } from '../../support/env.ts'
import { CARD_ROWS, type CardRow, CELLS, EVERY, idOf, ROLE_NAMES, ROLES, RULED, seedCardRows } from './access-cells.ts'
import { type Asked, CARDS, createTables, NOW, RETURNING, type Tables } from './tables.ts'

let tables: Tables
beforeAll(() => {
  tables = createTables()
})

/** Everything of a rule that has a cell of its own: what is in the rules and has none makes this differ. */
const shapeOf = (rules: Record<string, object>) =>
  JSON.parse(
    JSON.stringify(rules, (key, value: unknown) => {
      if (
        ['rows', 'rowsById', 'listed', 'searched', 'byId', 'inLists', 'act'].includes(key) &&
        typeof value !== 'number'
      )
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

test('every rule there is has its cells', () => {
  expect(Object.keys(RULES).flatMap((table) => Object.keys(RULES[table]!))).toEqual(RULED)
  expect(shapeOf(RULES)).toEqual(shapeOf(CELLS))
})

const EVERYTHING = { select: { byId: EVERY, inLists: EVERY }, update: { rows: EVERY } }

const cardOf = (row: CardRow) => ({
  player_name: 'Nova',
  jersey_number: '7',
  team_colors: 'Chicago Bears',
  image_url: `https://cards.example/storage/fantasy-cards/cards/${idOf(row)}/1.jpg`,
  stats: { strength: 1, agility: 2, touchdownPower: 3, leadership: 4, accuracy: 5 },
  user_id: 'anonymous',
  votes: 0,
})

const everything = async () =>
  (await testEnv().DB.prepare('select * from fantasy_football_cards order by id').all()).results

describe('fantasy_football_cards', () => {
  beforeEach(() => seedCardRows())

  describe.each(ROLE_NAMES)('for the role %s', (role) => {
    const asked: Asked = { ...ROLES[role], headers: RETURNING }
    const cells = role === 'service' ? EVERYTHING : CELLS['fantasy_football_cards']![role]

    test.each(CARD_ROWS)('%s is read', async (row) => {
      const id = idOf(row)
      const idsOf = async (search: string) =>
        (await tables.rows(`${CARDS}?${search}`, asked)).map((found) => found['id'])
      expect(await idsOf(`id=eq.${id}`)).toEqual((cells.select.byId as readonly CardRow[]).includes(row) ? [id] : [])
      const listed = (cells.select.inLists as readonly CardRow[]).includes(row) ? [id] : []
      for (const search of [`id=in.(${id})`, `id=like.${id}`, `id=eq.${id}&votes=gte.0`, `or=(id.eq.${id})`])
        expect([search, await idsOf(search)]).toEqual([search, listed])
      expect((await idsOf('order=id')).includes(id)).toBe(listed.length === 1)
      const counted = await tables.ask(`${CARDS}?id=in.(${id})`, {
        ...asked,
        method: 'HEAD',
        headers: { prefer: 'count=exact' },
      })
      expect(counted.headers.get('content-range')).toMatch(new RegExp(`/${listed.length}$`))
    })

    test.each(CARD_ROWS)('%s is voted for', async (row) => {
      const answer = await tables.patch(`${CARDS}?id=eq.${idOf(row)}`, { votes: 1 }, asked)
      const votes = (cells.update.rows as readonly CardRow[]).includes(row) ? [{ id: idOf(row), votes: 1 }] : []
      expect([answer.status, await answer.json()]).toEqual([200, votes.map((vote) => expect.objectContaining(vote))])
      expect((await everything()).map(({ votes: count }) => Number(count)).reduce((a, b) => a + b)).toBe(votes.length)
    })

    test.each(CARD_ROWS)('%s is removed', async (row) => {
      const answer = await tables.ask(`${CARDS}?id=eq.${idOf(row)}`, { ...asked, method: 'DELETE' })
      expect(answer.status).toBe(role === 'service' ? 200 : 403)
      expect(await everything()).toHaveLength(EVERY.length - (role === 'service' && row !== 'none' ? 1 : 0))
    })
  })

  describe.each(RULED)('for the role %s', (role) => {
    const asked: Asked = { ...ROLES[role], headers: RETURNING }

    test.each(CARD_ROWS)('%s is saved', async (row) => {
      const { status } = await tables.post(CARDS, cardOf(row), asked)
      const isThere = role !== 'public' && row === 'my public'
      expect(status).toBe(CELLS['fantasy_football_cards']![role].insert.rows.includes(row) ? 201 : isThere ? 409 : 403)
      const kept = (await everything()).find(({ id }) => id === idOf(row))
      if (row !== 'none') expect(kept!['player_name']).toBe(status === 201 ? 'Nova' : 'Ace')
    })

    test.each(CARD_ROWS)('%s is changed in no other way', async (row) => {
      const before = await everything()
      const one = `${CARDS}?id=eq.${idOf(row)}`
      const columns = Object.keys(before[0]!).filter((column) => column !== 'votes')
      const refused = await Promise.all([
        ...columns.map((column) => tables.patch(one, { [column]: 'x' }, asked)),
        ...columns.map((column) => tables.patch(one, { votes: 1, [column]: 'x' }, asked)),
        tables.patch(one, {}, asked),
        tables.patch(`${CARDS}?id=in.(${idOf(row)})`, { votes: 1 }, asked),
        tables.patch(`${one}&votes=eq.0`, { votes: 1 }, asked),
        tables.patch(CARDS, { votes: 1 }, asked),
        tables.post(CARDS, { id: idOf(row), player_name: 'x' }, asked),
        tables.post(`${CARDS}?on_conflict=id`, cardOf(row), asked),
        tables.post(CARDS, cardOf(row), { ...asked, headers: { prefer: 'resolution=merge-duplicates' } }),
        tables.post(CARDS, cardOf(row), { ...asked, headers: { prefer: 'resolution=ignore-duplicates' } }),
        tables.ask(one, { ...asked, method: 'PUT' }),
      ])
      expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([403]))
      expect(await everything()).toEqual(before)
    })
  })
})

describe('a caller without a cookie', () => {
  const FRESH = new Date(NOW - 30 * 60_000).toISOString()
  beforeEach(async () => {
    await seedCardRows(FRESH)
    // The requests here name neither a network nor a browser, which is a place too.
    const place = await placeOf(new Headers(), readConfig(testEnv()).visitorSecret)
    await testEnv().DB.prepare(`update generations set place = ? where card_id glob 'my-*'`).bind(place).run()
  })

  const saved: ReadonlySet<CardRow> = new Set(['my draft'])
  const there: ReadonlySet<CardRow> = new Set(['my public'])
  test.each(
    CARD_ROWS.flatMap(
      (row) =>
        [
          [row, 'saved', {}],
          [row, 'saved by a signed-in user', { user: 'u1' }],
        ] as const,
    ),
  )('%s is %s within the hour from where it was made, as long as it was not shared', async (row, _, caller) => {
    const { status } = await tables.post(CARDS, cardOf(row), caller)
    expect(status).toBe(saved.has(row) ? 201 : there.has(row) ? 409 : 403)
  })

  test('sees a draft of the account that is signed in, and no other', async () => {
    const seen = async (row: CardRow) => tables.rows(`${CARDS}?id=eq.${idOf(row)}&select=id`, { user: 'u1' })
    expect(await seen('my draft')).toEqual([{ id: 'my-draft' }])
    expect(await seen('another’s draft')).toEqual([])
  })
})
