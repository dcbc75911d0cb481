import { beforeEach, describe, expect, it } from 'vitest'
import { seedCard } from '../../support/cards.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { seedMany, seedNamed } from './named-cards.ts'
import { CARDS, createTables } from './tables.ts'

beforeEach(freshDatabase)

describe('name search', () => {
  it('finds names by any part', async () => {
    const cases = [
      ['a short part that repeats', 'zqzx', 'ilike.*z*'],
      ['the last Unicode character', 'x\u{10FFFF}y', 'ilike.*x*'],
      ['a backslash followed by NUL', 'abc', 'like.abc\\\0x'],
      ['a character that the database replaces', 'a\uFFFE', 'ilike.*a\uFFFD*'],
      ['a letter outside the database’s case folding', 'Zoë', 'ilike.*OË*'],
      ['a long name', `${'ab'.repeat(70)}c`, 'ilike.*BC*'],
    ] as const
    await seedNamed(cases.map(([, name], i) => ({ id: `c${i}`, name, visibility: 'public', votes: 1 })))
    for (const [i, [what, , search]] of cases.entries()) {
      const found = await createTables().rows(`${CARDS}?player_name=${encodeURIComponent(search)}&select=id`)
      expect([what, found.filter(({ id }) => id === `c${i}`)]).toEqual([what, [{ id: `c${i}` }]])
    }
  })

  it('reads no rows for a query with an error elsewhere', async () => {
    await seedMany('Ordinary Joe', 400)
    const counted = createCountingDb(testEnv().DB)
    const tables = createTables({ db: counted.db })
    await tables.ask(CARDS)
    const before = counted.counts.statements
    for (const wrong of ['nosuch=eq.1', 'user_id=eq.x', 'votes=eq.abc', `jersey_number=like.${'x'.repeat(51)}`]) {
      const response = await tables.ask(`${CARDS}?player_name=ilike.*ordinary*&${wrong}`)
      expect([wrong, response.status]).toEqual([wrong, wrong === 'user_id=eq.x' ? 403 : 400])
    }
    expect(counted.counts.statements).toBe(before)
  })

  it('accepts as many values in a name search as a statement can bind', async () => {
    await seedCard({ id: 'c1', playerName: 'Nova' })
    // Sixteen spellings each, plus one value for each further condition and for the limit.
    const spelled = Array.from({ length: 6 }, () => `player_name=not.ilike.*${'éüöä'}${'x'.repeat(34)}*`)
    for (const more of [1, 2, 3]) {
      const others = Array.from({ length: more - 1 }, (_, i) => `votes=gte.-${i}`)
      const query = [...spelled, 'player_name=eq.Nova', ...others, 'select=id'].join('&')
      expect([more, await createTables().rows(`${CARDS}?${query}`)]).toEqual([more, [{ id: 'c1' }]])
    }
  })
})

it('scans the whole table in the previous version, which finds no rare part', async () => {
  const { DB } = testEnv()
  await seedCard({ id: 'c1', playerName: 'Nova' })
  await DB.prepare(`update fantasy_football_cards set player_name = 'Novak' where id = 'c1'`).run()
  const entries = `select card from card_name_parts where part between 'nov' and 'nov' || char(1114111, 1114111)
    union all select card from card_name_parts where part = ''`
  const rare = await DB.prepare(`select 1 where (select count(*) from (${entries} limit 301)) <= 300`).all()
  expect(rare.results).toEqual([])
})
