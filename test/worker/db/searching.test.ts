import { beforeEach, describe, expect, it } from 'vitest'
import { seedCard } from '../../support/cards.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { seedMany, seedNamed } from './named-cards.ts'
import { CARDS, createTables } from './tables.ts'

beforeEach(freshDatabase)

describe('a search for a name', () => {
  it('finds names by parts of every kind', async () => {
    const cases = [
      ['a short part twice', 'zqzx', 'ilike.*z*'],
      ['the last character there is', 'x\u{10FFFF}y', 'ilike.*x*'],
      ['a backslash and a NUL behind it', 'abc', 'like.abc\\\0x'],
      ['a character that the database takes for another', 'a\uFFFE', 'ilike.*a\uFFFD*'],
      ['a letter that has other cases than the database knows', 'Zoë', 'ilike.*OË*'],
      ['a long name', `${'ab'.repeat(70)}c`, 'ilike.*BC*'],
    ] as const
    await seedNamed(cases.map(([, name], i) => ({ id: `c${i}`, name, visibility: 'public', votes: 1 })))
    for (const [i, [what, , search]] of cases.entries()) {
      const found = await createTables().rows(`${CARDS}?player_name=${encodeURIComponent(search)}&select=id`)
      expect([what, found.filter(({ id }) => id === `c${i}`)]).toEqual([what, [{ id: `c${i}` }]])
    }
  })

  it('reads nothing for a query that is wrong beside it', async () => {
    await seedMany('Ordinary Joe', 400)
    const counted = createCountingDb(testEnv().DB)
    const tables = createTables({ db: counted.db })
    await tables.ask(CARDS)
    const before = counted.counts.statements
    for (const wrong of ['nosuch=eq.1', 'user_id=eq.x', 'votes=eq.abc', `jersey_number=like.${'x'.repeat(51)}`]) {
      const answer = await tables.ask(`${CARDS}?player_name=ilike.*ordinary*&${wrong}`)
      expect([wrong, answer.status]).toEqual([wrong, wrong === 'user_id=eq.x' ? 403 : 400])
    }
    expect(counted.counts.statements).toBe(before)
  })

  it('may have as many values as a statement takes', async () => {
    await seedCard({ id: 'c1', playerName: 'Nova' })
    // Sixteen spellings each, and one value more for each further condition and the limit.
    const spelled = Array.from({ length: 6 }, () => `player_name=not.ilike.*${'éüöä'}${'x'.repeat(34)}*`)
    for (const more of [1, 2, 3]) {
      const others = Array.from({ length: more - 1 }, (_, i) => `votes=gte.-${i}`)
      const query = [...spelled, 'player_name=eq.Nova', ...others, 'select=id'].join('&')
      expect([more, await createTables().rows(`${CARDS}?${query}`)]).toEqual([more, [{ id: 'c1' }]])
    }
  })
})

it('answers the version before from the whole table, because no part seems rare to it', async () => {
  const { DB } = testEnv()
  await seedCard({ id: 'c1', playerName: 'Nova' })
  await DB.prepare(`update fantasy_football_cards set player_name = 'Novak' where id = 'c1'`).run()
  const entries = `select card from card_name_parts where part between 'nov' and 'nov' || char(1114111, 1114111)
    union all select card from card_name_parts where part = ''`
  const rare = await DB.prepare(`select 1 where (select count(*) from (${entries} limit 301)) <= 300`).all()
  expect(rare.results).toEqual([])
})
