import { beforeAll, describe, expect, test } from 'vitest'
import { decodeQuery } from '#shared/query/decode.ts'
import type { Caller } from '#worker/backend/caller.ts'
import { compileSelect } from '#worker/backend/db/compile.ts'
import { RULES } from '#worker/backend/db/rules.ts'
import { readSchema } from '#worker/backend/db/schema.ts'
import { ruledView } from '#worker/backend/db/view.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

const caller: Caller = {
  role: 'public',
  visitor: { kind: 'visitor', id: 'v', address: 'a' },
  userId: null,
  viaEdge: false,
  hasKey: true,
}

beforeAll(async () => {
  await freshDatabase()
  for (let n = 0; n < 150; n++)
    await seedCard({ id: `card-${n}`, votes: n % 7, visibility: n % 3 === 0 ? 'draft' : 'public' })
})

async function planOf(search: string) {
  const { DB } = testEnv()
  const table = (await readSchema(DB)).get('fantasy_football_cards')!
  const query = decodeQuery(search, 'rest')
  const { sql, params } = compileSelect(
    query,
    ruledView(table, RULES['fantasy_football_cards']!.public.select!, caller, query),
  )
  const plan = await DB.prepare(`explain query plan ${sql}`)
    .bind(...params)
    .all<{ detail: string }>()
  const { meta, results } = await DB.prepare(sql)
    .bind(...params)
    .all()
  return { plan: plan.results.map(({ detail }) => detail).join('\n'), rowsRead: meta.rows_read, rows: results.length }
}

describe('the lists of the product', () => {
  test.each([
    ['newest eight', 'select=*&order=created_at.desc&limit=8', 'cards_newest'],
    ['strip', 'select=*&order=created_at.desc&limit=5', 'cards_newest'],
    ['leaderboard', 'select=*&order=votes.desc,created_at.desc&limit=100', 'cards_top'],
    [
      'leaderboard of a team',
      'team_colors=eq.Green%20Bay%20Packers&select=*&order=votes.desc,created_at.desc&limit=100',
      'cards_top_of_team',
    ],
    ['newest, page by page', 'order=created_at.desc&limit=8&offset=0', 'cards_newest'],
  ])('%s: read along an index, no row more than they return', async (_, search, index) => {
    const { plan, rowsRead, rows } = await planOf(search)
    expect(plan).toMatch(new RegExp(`USING INDEX ${index}(?!_)`))
    expect(plan).not.toMatch(/TEMP B-TREE/i)
    expect(rowsRead).toBeLessThanOrEqual(rows)
  })

  test('one card is one row', async () => {
    const { plan, rowsRead } = await planOf('id=eq.card-1&select=*')
    expect(plan).toMatch(/SEARCH .*\(id=\?\)/)
    expect(rowsRead).toBe(1)
  })
})
