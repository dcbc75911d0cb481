import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { CARD_COLUMNS, saveRow, seedCard } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'
import { MAKER, postgrest, type Postgrest, PUBLIC_KEY, visitorsPostgrest } from './support.ts'

let app: TestApp
let visitor: Postgrest
// The reads come first, and share the cards.
beforeAll(async () => {
  await freshDatabase()
  app = createTestApp()
  visitor = await visitorsPostgrest(app)
  for (let n = 0; n < 12; n++)
    await seedCard({ id: `card-${n}`, votes: n % 4, createdAt: `2026-02-01T00:00:${String(n).padStart(2, '0')}.000Z` })
})

const cards = () => visitor.from('fantasy_football_cards')
const getIds = (rows: readonly { id: string }[] | null) => rows?.map(({ id }) => Number(id.slice(5)))

describe('the six product calls with postgrest-js', () => {
  test('lists the newest eight cards', async () => {
    const { data, error } = await cards().select('*').order('created_at', { ascending: false }).limit(8)
    expect([error, getIds(data)]).toEqual([null, [11, 10, 9, 8, 7, 6, 5, 4]])
    expect(Object.keys(data![0]!)).toEqual(CARD_COLUMNS)
    expect(data![0]!.stats.touchdownPower).toBe(77)
  })

  test('lists the newest five cards', async () => {
    const { data } = await cards().select('*').order('created_at', { ascending: false }).limit(5)
    expect(getIds(data)).toEqual([11, 10, 9, 8, 7])
  })

  test('lists the leaderboard', async () => {
    const { data } = await cards()
      .select('*')
      .order('votes', { ascending: false })
      .order('created_at', { ascending: false })
      .limit(100)
    expect(getIds(data)).toEqual([11, 7, 3, 10, 6, 2, 9, 5, 1, 8, 4, 0])
  })

  test('returns one card', async () => {
    expect((await cards().select('*').eq('id', 'card-3')).data).toMatchObject([{ id: 'card-3', votes: 3 }])
    expect((await cards().select('*').eq('id', 'card-3').single()).data).toMatchObject({ id: 'card-3' })
    expect(await cards().select('*').eq('id', 'nobody').single()).toMatchObject({
      status: 406,
      error: { code: 'PGRST116' },
    })
  })

  test('counts a vote', async () => {
    expect(await cards().update({ votes: 4 }).eq('id', 'card-3')).toMatchObject({
      status: 204,
      data: null,
      error: null,
    })
    expect((await cards().select('votes').eq('id', 'card-3')).data).toEqual([{ votes: 4 }])
    const again = await cards().update({ votes: 5 }).eq('id', 'card-3').select()
    expect(again).toMatchObject({ status: 409, error: { code: '23505' } })
  })

  test('saves a card', async () => {
    const imageUrl = await seedCard({ id: 'mine', visibility: 'draft', owner: MAKER })
    const row = saveRow(imageUrl)
    const { data, status } = await cards().insert(row).select().single()
    expect([status, data]).toEqual([201, { ...row, id: 'mine', created_at: expect.any(String) }])
    expect(await cards().insert(row)).toMatchObject({ status: 409, error: { code: '23505' } })
  })
})

describe('limits of the public key', () => {
  test.each([
    ['remove', (db: Postgrest) => db.from('fantasy_football_cards').delete().eq('id', 'card-1'), 403, '42501'],
    ['upsert', (db: Postgrest) => db.from('fantasy_football_cards').upsert({ id: 'card-1', votes: 9 }), 403, '42501'],
    [
      'rename',
      (db: Postgrest) => db.from('fantasy_football_cards').update({ player_name: 'x' }).eq('id', 'card-1'),
      403,
      '42501',
    ],
    ['read owners', (db: Postgrest) => db.from('fantasy_football_cards').select('owner'), 400, '42703'],
    ['read another table', (db: Postgrest) => db.from('votes').select(), 404, '42P01'],
    [
      'read everything at once',
      (db: Postgrest) => db.from('fantasy_football_cards').select().limit(101),
      400,
      'PGRST100',
    ],
    ['embed', (db: Postgrest) => db.from('fantasy_football_cards').select('*, votes(*)'), 400, 'PGRST100'],
  ] as const)('forbids the public key to %s', async (_, call, status, code) => {
    expect(await call(postgrest(app, PUBLIC_KEY))).toMatchObject({ status, error: { code } })
  })

  test('rejects callers with another key', async () => {
    expect(await postgrest(app, 'guess').from('fantasy_football_cards').select()).toMatchObject({ status: 401 })
  })
})
