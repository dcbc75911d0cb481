import { beforeEach, describe, expect, it } from 'vitest'
import { seedCard } from '../../support/cards.ts'
import { createCountingDb } from '../../support/counting-db.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { expectIndexed, seedMany, seedNamed } from './named-cards.ts'
import { createRecordingDb } from './recording-db.ts'
import { CARDS, createTables } from './tables.ts'

beforeEach(freshDatabase)

const partsOf = async (card: string) =>
  (
    await testEnv().DB.prepare('select part from card_name_parts where card = ? order by part').bind(card).all()
  ).results.map(({ part }) => part)

describe('the index of names', () => {
  it('holds every three consecutive characters of the names in the Hall, and the ends of names', async () => {
    await seedCard({ id: 'c1', playerName: 'Zoë QB' })
    await seedCard({ id: 'c2', playerName: '🏈' })
    await seedCard({ id: 'c3', playerName: '' })
    await seedCard({ id: 'c4', playerName: 'x'.repeat(129) })
    await seedCard({ id: 'c5', playerName: 'Hidden', visibility: 'draft' })
    expect(await partsOf('c1')).toEqual([' qb', 'b', 'oë ', 'qb', 'zoë', 'ë q'])
    expect(await partsOf('c2')).toEqual(['🏈'])
    expect(await partsOf('c3')).toEqual([])
    expect(await partsOf('c4')).toEqual([''])
    expect(await partsOf('c5')).toEqual([])
  })

  it('follows each card as it is published, renamed, hidden, shown again and deleted', async () => {
    const { DB } = testEnv()
    await seedCard({ id: 'c1', playerName: 'Nova', visibility: 'draft' })
    const set = (what: string) => DB.prepare(`update fantasy_football_cards set ${what} where id = 'c1'`).run()
    const steps: [what: string, parts: string[]][] = [
      [`visibility = 'unlisted'`, []],
      [`visibility = 'public'`, ['a', 'nov', 'ova', 'va']],
      [`player_name = 'Novak'`, ['ak', 'k', 'nov', 'ova', 'vak']],
      [`votes = 1`, ['ak', 'k', 'nov', 'ova', 'vak']],
      [`visibility = 'draft'`, []],
      [`player_name = 'Ann'`, []],
      [`visibility = 'public', player_name = 'Bo'`, ['bo', 'o']],
      [`player_name = '${'y'.repeat(200)}'`, ['']],
    ]
    for (const [what, parts] of steps) {
      await set(what)
      expect([what, await partsOf('c1')]).toEqual([what, parts])
      await expectIndexed()
    }
    await DB.prepare('delete from fantasy_football_cards').run()
    expect(await partsOf('c1')).toEqual([])
  })

  it('is right after statements that change many cards at once', async () => {
    const { DB } = testEnv()
    await seedMany('Ace', 40)
    await seedMany('Nova', 40, 'draft')
    for (const change of [
      `update fantasy_football_cards set visibility = 'public' where id >= 'draft-0020'`,
      `update fantasy_football_cards set player_name = player_name || substr(id, -2)`,
      `update fantasy_football_cards set visibility = 'unlisted' where id < 'draft-0030'`,
      `update fantasy_football_cards set id = 'x' || id where id > 'public-0020'`,
      `update or ignore fantasy_football_cards set id = 'draft-0001', player_name = 'Bo' where id > 'public-0010'`,
      `delete from fantasy_football_cards where id > 'xpublic-0030'`,
    ]) {
      await DB.prepare(change).run()
      await expectIndexed()
    }
    const { results } = await DB.prepare(`select count(distinct card) as cards from card_name_parts`).all()
    expect(results).toEqual([{ cards: 41 }])
  })
})

describe('the index of names, when the service writes', () => {
  const write = async (player_name: string, visibility: string) => {
    const row = { id: 'c1', player_name, visibility, team_colors: 'Chicago Bears', image_url: '/c1.jpg', votes: 0 }
    const rest = { created_at: '2026-01-01T00:00:00.000Z', owner: '', generation_id: 'g1', drafted_at: '' }
    const headers = { prefer: 'resolution=merge-duplicates' }
    const answer = await createTables().post(`${CARDS}?on_conflict=id`, { ...row, ...rest }, { as: 'service', headers })
    expect([answer.status, await answer.text()]).toEqual([201, ''])
    await expectIndexed()
  }

  it('follows upserts of names that hold a part twice', async () => {
    await write('banana', 'draft')
    await write('banana', 'public')
    await write('bananarama', 'public')
    await write('', 'public')
    await write('banana', 'draft')
    expect(await partsOf('c1')).toEqual([])
  })

  it('still finds a card that another one was replaced by', async () => {
    const { DB } = testEnv()
    await write('banana', 'public')
    // No trigger hears of the row that goes.
    await DB.prepare(
      `insert or replace into fantasy_football_cards (id, player_name, visibility, team_colors, image_url, created_at, owner, generation_id, drafted_at)
       values ('c1', 'Ana', 'public', '', '', '', '', 'g1', '')`,
    ).run()
    const found = async (part: string) => (await createTables().rows(`${CARDS}?player_name=ilike.*${part}*`)).length
    expect([await found('ana'), await found('nan')]).toEqual([1, 0])
    await DB.prepare(`update fantasy_football_cards set player_name = 'Nana'`).run()
    expect([await found('nan'), await found('ban')]).toEqual([1, 0])
  })
})

describe('a search for a name', () => {
  it('reads what the index says, not the Hall, when few or no names fit', async () => {
    await seedMany('Ordinary Joe', 1100)
    await seedCard({ id: 'rare-1', playerName: 'Lightning Lou', votes: 3 })
    await seedCard({ id: 'rare-2', playerName: 'lightning rod', votes: 5 })
    await seedCard({ id: 'draft', playerName: 'Lightning bug', visibility: 'draft' })
    const planned = createRecordingDb(testEnv().DB)
    const counted = createCountingDb(planned.db)
    const tables = createTables({ db: counted.db })
    await tables.ask(CARDS)
    const search = async (search: string) => {
      await planned.plans()
      const before = counted.counts.rowsRead
      const answer = await tables.ask(`${CARDS}?${search}`, { headers: { prefer: 'count=exact' } })
      const rows = (await answer.json()) as { id: string }[]
      return {
        ids: rows.map(({ id }) => id),
        total: Number(answer.headers.get('content-range')!.split('/')[1]),
        read: counted.counts.rowsRead - before,
        plans: (await planned.plans()).join('\n'),
      }
    }
    const top = 'select=id&order=votes.desc,created_at.desc&limit=8'
    for (const [filter, ids] of [
      ['player_name=ilike.*LIGHTNING*', ['rare-2', 'rare-1']],
      ['player_name=like.Light*', ['rare-1']],
      ['player_name=eq.Lightning%20Lou', ['rare-1']],
      ['and=(player_name.ilike.*ordinary*,player_name.ilike.*lou*)', []],
      ['player_name=ilike.*nobody*', []],
      ['player_name=ilike.*zq*', []],
      ['player_name=ilike.*q*', []],
      ['player_name=eq.Ordinary%20Joe%20the%20Ordinary', []],
    ] as const) {
      const { read, plans, ...found } = await search(`${filter}&${top}`)
      expect([filter, found]).toEqual([filter, { ids, total: ids.length }])
      expect([filter, plans]).toEqual([filter, expect.stringMatching(/SEARCH t USING INDEX \S+ \(id=\?\)/)])
      expect([filter, plans]).not.toEqual([filter, expect.stringMatching(/fantasy_football_cards|SCAN t\b/)])
      // A part that many names hold is counted up to three hundred.
      expect([filter, read < (/ordinary/i.test(filter) ? 301 * 16 : 100)]).toEqual([filter, true])
    }
    const common = await search(`player_name=ilike.*ordinary*&${top}`)
    expect([common.ids.length, common.total]).toEqual([8, 1100])
    expect(common.plans).toMatch(/USING INDEX cards_top/)
  })

  it('finds names with parts that an index could miss', async () => {
    const cases = [
      ['a short part twice', 'zqzx', 'ilike.*z*'],
      ['the last character there is', 'x\u{10FFFF}y', 'ilike.*x*'],
      ['a backslash and a NUL behind it', 'abc', 'like.abc\\\0x'],
      ['a character that the database takes for another', 'a\uFFFE', 'ilike.*a\uFFFD*'],
      ['a letter that has other cases than the database knows', 'Zoë', 'ilike.*OË*'],
      ['a name that is too long for the index', `${'ab'.repeat(70)}c`, 'ilike.*BC*'],
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

  it('may have as many values as a statement takes, with or without the index', async () => {
    await seedCard({ id: 'c1', playerName: 'Nova' })
    // Sixteen spellings each, and one value more for each further condition and the limit.
    const spelled = Array.from({ length: 6 }, () => `player_name=not.ilike.*${'éüöä'}${'x'.repeat(34)}*`)
    for (const more of [1, 2, 3]) {
      const others = Array.from({ length: more - 1 }, (_, i) => `votes=gte.-${i}`)
      const query = [...spelled, 'player_name=eq.Nova', ...others, 'select=id'].join('&')
      expect([more, await createTables().rows(`${CARDS}?${query}`)]).toEqual([more, [{ id: 'c1' }]])
    }
  })

  it('costs the same whether a name is that of a hidden card or nobody’s', async () => {
    for (let n = 0; n < 40; n++) await seedCard({ id: `c-${n}`, playerName: `Player ${n}` })
    await seedCard({ id: 'd', visibility: 'draft', playerName: 'Secretive', owner: 'me' })
    await seedCard({ id: 'u', visibility: 'unlisted', playerName: 'Secretive', owner: 'me' })
    await seedCard({ id: 'h', playerName: 'Secretive' })
    await testEnv().DB.prepare(`update fantasy_football_cards set visibility = 'draft' where id = 'h'`).run()
    const counted = createCountingDb(testEnv().DB)
    const tables = createTables({ db: counted.db })
    await tables.ask(CARDS)
    const told = async (name: string) => {
      const costs = []
      for (const search of [
        `player_name=eq.${name}`,
        `player_name=ilike.*${name}*&order=votes.desc&limit=5`,
        `player_name=ilike.*${name.slice(0, 2)}*`,
        `and=(player_name.like.${name},votes.gte.0)&cursor=c-1&order=votes.desc`,
      ]) {
        const before = { ...counted.counts }
        const answer = await tables.ask(`${CARDS}?${search}`, { headers: { prefer: 'count=exact' } })
        const { rowsRead, statements } = counted.counts
        costs.push([await answer.json(), answer.headers.get('content-range'), rowsRead - before.rowsRead])
        costs.push(statements - before.statements)
      }
      return costs
    }
    expect(await told('Secretive')).toEqual(await told('Zecretive'))
  })
})
