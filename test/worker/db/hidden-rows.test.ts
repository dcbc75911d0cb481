import { beforeEach, describe, expect, test } from 'vitest'
import { CARD_TABLES } from '#worker/backend/cards/tables.ts'
import { readSchema } from '#worker/backend/db/schema.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { CARDS, createTables, RETURNING, type Tables, visitorId } from './tables.ts'

const OWNER = visitorId(1)
const STRANGER = visitorId(2)

let tables: Tables
beforeEach(async () => {
  await freshDatabase()
  tables = createTables()
  await seedCard({ id: 'shown', playerName: 'Shown', votes: 3 })
  await seedCard({ id: 'unlisted', visibility: 'unlisted', playerName: 'Hidden', votes: 9, owner: OWNER })
  await seedCard({ id: 'draft', visibility: 'draft', playerName: 'Hidden', votes: 9, owner: OWNER })
})

const idsOf = async (search: string, visitor: string) =>
  (await tables.rows(`${CARDS}?${search}`, { visitor })).map((row) => row['id'])

describe('a card that is not public', () => {
  test.each([
    'select=*',
    'select=id&order=votes.desc',
    'id=in.(shown,unlisted,draft)',
    'id=neq.nothing',
    'id=gte.a',
    'id=like.*',
    'id=ilike.%25',
    'id=not.is.null',
    'id=not.eq.shown&select=id',
    'or=(id.eq.shown,id.eq.unlisted,id.eq.draft)',
    'not.and=(id.eq.nothing)',
    'player_name=eq.Hidden',
    'votes=eq.9',
    'votes=gt.0&order=votes.desc&limit=100',
    'id=eq.draft&id=eq.draft',
    'id=eq.draft&votes=eq.9',
    'and=(id.eq.draft)',
    'id=not.neq.draft',
    'id=in.(draft)',
    'id=eq.draft&offset=0',
    'order=id.asc&cursor=aaa',
  ])('is in no list, not even its maker’s: %s', async (search) => {
    for (const visitor of [OWNER, STRANGER])
      expect((await idsOf(search, visitor)).filter((id) => id !== 'shown')).toEqual([])
  })

  test('is found by its address when it is unlisted, by everybody', async () => {
    expect(await idsOf('id=eq.unlisted&select=*', STRANGER)).toEqual(['unlisted'])
    expect(await idsOf('id=eq.unlisted&limit=1', STRANGER)).toEqual(['unlisted'])
  })

  test('is found by its address when it is a draft, by its maker alone', async () => {
    expect(await idsOf('id=eq.draft&select=*', OWNER)).toEqual(['draft'])
    expect(await idsOf('id=eq.draft&select=*', STRANGER)).toEqual([])
    expect(await tables.rows(`${CARDS}?id=eq.draft&select=*`)).toEqual([])
  })

  test('is not counted', async () => {
    const counted = { headers: { prefer: 'count=exact' }, visitor: OWNER }
    const range = async (search: string, asked = counted, method = 'GET') =>
      (await tables.ask(`${CARDS}?${search}`, { ...asked, method })).headers.get('content-range')
    expect(await range('select=id')).toBe('0-0/1')
    expect(await range('player_name=eq.Hidden')).toBe('*/0')
    expect(await range('select=id', counted, 'HEAD')).toBe('0-0/1')
    expect(await range('id=eq.draft', { ...counted, visitor: STRANGER }, 'HEAD')).toBe('*/0')
    expect(await range('id=eq.unlisted&votes=eq.9')).toBe('*/0')
  })

  test('does not serve as a cursor: after it comes what comes after a card that never was', async () => {
    expect(await idsOf('order=votes.asc&cursor=shown', STRANGER)).toEqual([])
    expect(await idsOf('order=votes.desc&cursor=draft', STRANGER)).toEqual([])
    expect(await idsOf('order=votes.desc&cursor=never', STRANGER)).toEqual([])
  })

  test('takes no vote while it is a draft, and leaves no trace that it exists', async () => {
    const told = { headers: RETURNING, visitor: STRANGER }
    const answers = await Promise.all(
      ['draft', 'never'].map((id) => tables.patch(`${CARDS}?id=eq.${id}`, { votes: 1 }, told)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([[], []])
  })
})

describe('a column without read access', () => {
  test.each(['owner', 'visibility', 'generation_id', 'armor', 'art_path', 'never'])(
    '%s cannot be told from one that does not exist',
    async (column) => {
      const refusals = await Promise.all(
        [
          `select=${column}`,
          `select=x:${column}`,
          `order=${column}.desc`,
          `${column}=eq.1`,
          `or=(${column}.is.null)`,
        ].map((search) => tables.refusal(tables.ask(`${CARDS}?${search}`, { visitor: OWNER }))),
      )
      for (const refusal of refusals)
        expect(refusal).toEqual({
          status: 400,
          code: '42703',
          message: `column fantasy_football_cards.${column} does not exist`,
          details: null,
        })
    },
  )

  test('whose card it is shows as anonymous and can be neither filtered nor ordered by', async () => {
    await tables.patch('/rest/v1/fantasy_football_cards?id=eq.shown', { user_id: 'somebody' }, { as: 'service' })
    expect(await tables.rows(`${CARDS}?select=user_id,alias:user_id`)).toEqual([
      { user_id: 'anonymous', alias: 'anonymous' },
    ])
    for (const search of ['user_id=eq.somebody', 'order=user_id.asc', 'or=(user_id.like.*,votes.gt.0)'])
      expect(await tables.refusal(tables.ask(`${CARDS}?${search}`))).toMatchObject({ status: 403, code: '42501' })
  })
})

describe('a table without rules', () => {
  test('is not there for the public key, whatever is asked of it by whichever door', async () => {
    const all = [...(await readSchema(testEnv().DB, CARD_TABLES)).keys()].filter(
      (name) => name !== 'fantasy_football_cards',
    )
    expect(all).toEqual(
      expect.arrayContaining(['generations', 'votes', 'vote_tallies', 'contact_submissions', 'outbox']),
    )
    for (const table of [...all, 'sqlite_master', 'd1_migrations', 'never', '__proto__', 'constructor'])
      for (const path of [`/rest/v1/${table}`, `/api/db/fantasy-cards/rest/v1/${table}`]) {
        const answers = await Promise.all([
          tables.ask(path, { visitor: OWNER }),
          tables.ask(`${path}?select=id`, { method: 'HEAD' }),
          tables.post(path, { id: 'x' }, { visitor: OWNER }),
          tables.patch(`${path}?id=eq.x`, { votes: 1 }, { visitor: OWNER }),
          tables.ask(`${path}?id=eq.x`, { method: 'DELETE' }),
        ])
        expect([table, ...answers.map(({ status }) => status)]).toEqual([table, 404, 404, 404, 404, 404])
        expect(await answers[0]!.json()).toMatchObject({ code: '42P01', message: `relation "${table}" does not exist` })
      }
  })

  test('is open to the service key, and a table made a moment ago is open at once', async () => {
    const partly = tables.post('/rest/v1/generations', { image_url: 'u', generation_id: 'g' }, { as: 'service' })
    expect(await tables.refusal(partly)).toMatchObject({ code: '23502' })
    await testEnv().DB.exec('create table notes (id text primary key, body text not null, tags json, done boolean)')
    const note = { body: 'hello', tags: { camelKey: [1] }, done: true }
    const answer = await tables.post('/rest/v1/notes', note, { as: 'service', headers: RETURNING })
    expect(await answer.json()).toEqual([{ ...note, id: expect.stringMatching(/^[0-9a-f]{32}$/) }])
    expect(await tables.refusal(tables.ask('/rest/v1/notes'))).toMatchObject({ code: '42P01' })
  })
})
