import { beforeEach, describe, expect, it } from 'vitest'
import { saveRow, seedCard } from '../../support/cards.ts'
import { freshDatabase } from '../../support/env.ts'
import { CARDS, createTables, RETURNING, type Tables, visitorId } from './tables.ts'

let tables: Tables
beforeEach(async () => {
  await freshDatabase()
  tables = createTables()
  for (let n = 0; n < 12; n++)
    await seedCard({ id: `card-${n}`, votes: n % 4, createdAt: `2026-02-01T00:00:${String(n).padStart(2, '0')}.000Z` })
})

const ids = (rows: Record<string, unknown>[]) => rows.map((row) => row['id'])

describe('the product’s own table calls', () => {
  it('lists the newest eight cards, newest first', async () => {
    const rows = await tables.rows(`${CARDS}?select=*&order=created_at.desc&limit=8`)
    expect(ids(rows)).toEqual([11, 10, 9, 8, 7, 6, 5, 4].map((n) => `card-${n}`))
    expect(rows[0]).toEqual({
      id: 'card-11',
      player_name: 'Ace',
      jersey_number: '12',
      team_colors: 'Green Bay Packers',
      image_url: 'https://cards.example/storage/fantasy-cards/cards/card-11/1.jpg',
      stats: { strength: 77, agility: 77, touchdownPower: 77, leadership: 77, accuracy: 77 },
      created_at: '2026-02-01T00:00:11.000Z',
      votes: 3,
      user_id: 'anonymous',
    })
  })

  it('lists the leaderboard by votes and, on ties, newest first', async () => {
    const rows = await tables.rows(`${CARDS}?select=*&order=votes.desc,created_at.desc&limit=100`)
    expect(ids(rows)).toEqual([11, 7, 3, 10, 6, 2, 9, 5, 1, 8, 4, 0].map((n) => `card-${n}`))
  })

  it('returns no body for a vote, or the row when requested', async () => {
    const silent = await tables.patch(`${CARDS}?id=eq.card-3`, { votes: 4 }, { visitor: visitorId(1) })
    expect([silent.status, await silent.text()]).toEqual([204, ''])
    const response = await tables.patch(
      `${CARDS}?id=eq.card-3`,
      { votes: 4 },
      { visitor: visitorId(2), headers: RETURNING },
    )
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject([{ id: 'card-3', votes: 5 }])
  })

  it('returns the row of a saved card when requested', async () => {
    const imageUrl = await seedCard({ id: 'mine', visibility: 'draft', owner: visitorId(1) })
    const body = saveRow(imageUrl)
    const saved = await tables.post(CARDS, body, { visitor: visitorId(1), headers: RETURNING })
    expect(saved.status).toBe(201)
    expect(await saved.json()).toEqual([{ ...body, id: 'mine', created_at: '2026-11-21T12:00:00.000Z' }])
    expect(ids(await tables.rows(`${CARDS}?select=*&order=created_at.desc&limit=1`))).toEqual(['mine'])
  })

  it('rejects callers without a valid key', async () => {
    expect(await tables.refusal(tables.ask(CARDS, { as: 'keyless' }))).toMatchObject({
      status: 401,
      code: 'UNAUTHORIZED',
    })
    const forged = tables.ask(CARDS, { as: 'keyless', headers: { apikey: 'guess' } })
    expect(await tables.refusal(forged)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    const records = tables.ask('/api/db/fantasy-cards/rest/v1/fantasy_football_cards', { as: 'keyless' })
    expect(await tables.refusal(records)).toMatchObject({ status: 403, code: '42501' })
  })
})
