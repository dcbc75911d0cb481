import { beforeEach, describe, expect, inject, it } from 'vitest'
import { CARD_TABLES } from '#worker/backend/cards/tables.ts'
import { LEAGUE_TABLES } from '#worker/backend/leagues/tables.ts'
import { readSchema } from '#worker/backend/db/schema.ts'
import { testEnv } from '../../support/env.ts'
import {
  createTables,
  emptyDatabase,
  NOW,
  OWN_TABLES,
  type RequestOptions,
  RETURNING,
  type Tables,
  visitorId,
} from '../../worker/db/tables.ts'

const NOTES = '/rest/v1/notes'
const ANN: RequestOptions = { user: 'u1' }
const BEN: RequestOptions = { user: 'u2' }
const MERGE = { prefer: 'return=representation,resolution=merge-duplicates' }
const IGNORE = { prefer: 'return=representation,resolution=ignore-duplicates' }

let tables: Tables
beforeEach(async () => {
  await emptyDatabase()
  tables = createTables()
  const { DB } = testEnv()
  for (const id of ['u1', 'u2'])
    await DB.prepare('insert into users (id, email, created_at) values (?1, ?1, ?2)').bind(id, 'now').run()
  await DB.exec('create table notes (id text primary key, user_id text, text text, rank integer)')
  await DB.exec(
    'create table slugs (user_id text not null, slug text not null, n integer, primary key (user_id, slug))',
  )
  await DB.exec('create table settings (id text primary key, text text)')
  await DB.exec('create view all_notes as select * from notes')
  const rows = [
    { id: 'mine', user_id: 'u1', text: 'a', rank: 1 },
    { id: 'another’s', user_id: 'u2', text: 'b', rank: 2 },
    { id: 'unowned', user_id: null, text: 'c', rank: 3 },
  ]
  expect((await tables.post(NOTES, rows, { as: 'service' })).status).toBe(201)
})

const stored = async () =>
  (await testEnv().DB.prepare('select id, user_id, text, rank from notes order by rank').all()).results
const refusal = (response: Promise<Response>) => tables.refusal(response).then(({ status, code }) => [status, code])
const where = (id: string) => `${NOTES}?id=eq.${encodeURIComponent(id)}`

it('lists exactly the tables of its migrations as its own', () => {
  const made = inject('migrations')
    .flatMap(({ queries }) => queries)
    .flatMap((query) => /create (?:virtual )?table (?:if not exists )?(\w+)/i.exec(query)?.[1] ?? [])
  expect([...OWN_TABLES].toSorted()).toEqual([...new Set([...made, 'd1_migrations'])].toSorted())
})

it('hides its own tables from users, even those with a user_id column', async () => {
  const withOwner = [...(await readSchema(testEnv().DB, { ...CARD_TABLES, ...LEAGUE_TABLES })).values()]
    .filter(({ name, columns }) => OWN_TABLES.has(name) && columns.has('user_id'))
    .map(({ name }) => name)
  expect(withOwner).toEqual(expect.arrayContaining(['identities', 'sessions', 'owned_rows']))
  for (const name of withOwner.filter((table) => table !== 'fantasy_football_cards')) {
    const path = `/rest/v1/${name}`
    const requests = [
      tables.ask(path, ANN),
      tables.post(path, { user_id: 'u1' }, ANN),
      tables.patch(`${path}?user_id=eq.u1`, { user_id: 'u1' }, ANN),
      tables.ask(`${path}?user_id=eq.u1`, { ...ANN, method: 'DELETE' }),
    ]
    for (const response of requests) expect([name, ...(await refusal(response))]).toEqual([name, 404, '42P01'])
  }
})

const ROWS = ['mine', 'another’s', 'unowned'] as const
/** The rows that each role may read and change. For roles with null, the table does not exist. */
const CELLS: Record<string, { requests: RequestOptions; rows: readonly string[] | null }> = {
  public: { requests: { as: 'public' }, rows: null },
  visitor: { requests: { as: 'public', visitor: visitorId(1) }, rows: null },
  user: { requests: { ...ANN, visitor: visitorId(1) }, rows: ['mine'] },
  service: { requests: { as: 'service' }, rows: ROWS },
}
const NO_TABLE = '404 42P01'

/** Returns the ids in a response, or its status and code. */
async function idsOrCode(pending: Promise<Response>): Promise<string> {
  const response = await pending
  const body = await response.json<{ id: string }[] | { code: string }>()
  return Array.isArray(body) ? body.map(({ id }) => id).join(',') : `${response.status} ${body.code}`
}

describe('rows with a user_id', () => {
  it('lets only the user and the service read and count a row with a user_id', async () => {
    const found: Record<string, string> = {}
    const expected: Record<string, string> = {}
    for (const [role, { requests, rows }] of Object.entries(CELLS))
      for (const row of ROWS) {
        const id = encodeURIComponent(row)
        for (const search of [
          `id=eq.${id}`,
          `id=in.("${id}")`,
          `rank=gte.0&id=like.${id}`,
          `or=(id.eq.${id},rank.gt.9)`,
          `user_id=is.null&id=eq.${id}`,
        ]) {
          const counted = await tables.ask(`${NOTES}?${search}`, {
            ...requests,
            method: 'HEAD',
            headers: { prefer: 'count=exact' },
          })
          const total = counted.headers.get('content-range')?.split('/')[1]
          const label = `${role}: ${decodeURIComponent(search)}`
          found[label] = `${await idsOrCode(tables.ask(`${NOTES}?${search}`, requests))} of ${total}`
          const isFound = rows?.includes(row) === true && (row === 'unowned' || !search.startsWith('user_id'))
          expected[label] = rows === null ? `${NO_TABLE} of undefined` : isFound ? `${row} of 1` : ' of 0'
        }
      }
    expect(found).toEqual(expected)
  })

  it('lets only the user and the service update and delete a row with a user_id', async () => {
    for (const [role, { requests, rows }] of Object.entries(CELLS))
      for (const row of ROWS) {
        const before = await stored()
        const options: RequestOptions = { ...requests, headers: RETURNING }
        const isOpen = rows?.includes(row) === true
        const result = rows === null ? NO_TABLE : isOpen ? row : ''
        const changed = await idsOrCode(tables.patch(where(row), { text: 'new' }, options))
        const removed = await idsOrCode(tables.ask(where(row), { ...options, method: 'DELETE' }))
        expect([role, row, changed, removed]).toEqual([role, row, result, result])
        const left = await stored()
        expect(left).toEqual(isOpen ? before.filter(({ id }) => id !== row) : before)
        if (isOpen) {
          const gone = before.find(({ id }) => id === row)
          expect((await tables.post(NOTES, { ...gone }, { as: 'service' })).status).toBe(201)
        }
      }
  })

  it('lets users insert their own rows, and the service unowned rows', async () => {
    for (const [role, { requests, rows }] of Object.entries(CELLS)) {
      const made = tables.post(NOTES, { id: role, text: 'x' }, { ...requests, headers: RETURNING })
      if (rows === null) expect([role, ...(await refusal(made))]).toEqual([role, 404, '42P01'])
      else {
        const user_id = role === 'user' ? 'u1' : null
        expect(await (await made).json()).toEqual([{ id: role, user_id, text: 'x', rank: null }])
      }
    }
  })

  it('hides tables and views without an owner from everyone but the service', async () => {
    for (const [role, { requests }] of Object.entries(CELLS))
      for (const name of ['settings', 'all_notes']) {
        const { status } = await tables.ask(`/rest/v1/${name}`, requests)
        expect([role, name, status]).toEqual([role, name, role === 'service' ? 200 : 404])
      }
  })
})

describe('the owner of a row', () => {
  it('sets the owner of a row on the server, and refuses another owner from the client', async () => {
    for (const user_id of ['u1', null])
      expect((await tables.post(NOTES, { id: `n-${user_id}`, user_id }, { ...ANN, headers: RETURNING })).status).toBe(
        201,
      )
    for (const user_id of ['u2', 'anonymous', 7, '']) {
      expect(await refusal(tables.post(NOTES, { id: 'x', user_id }, ANN))).toEqual([403, '42501'])
      expect(await refusal(tables.patch(where('mine'), { user_id }, ANN))).toEqual([403, '42501'])
    }
    expect((await tables.patch(where('mine'), { user_id: 'u1', text: 'z' }, ANN)).status).toBe(204)
    expect((await stored()).map(({ id, user_id }) => [id, user_id])).toEqual(
      expect.arrayContaining([
        ['n-u1', 'u1'],
        ['n-null', 'u1'],
        ['mine', 'u1'],
        ['another’s', 'u2'],
      ]),
    )
    expect(await stored()).toHaveLength(5)
  })

  it('rolls back an upsert that conflicts with another user’s row', async () => {
    const before = await stored()
    for (const row of ['another’s', 'unowned']) {
      const rows = [
        { id: 'first', text: 'x' },
        { id: row, text: 'stolen' },
        { id: 'mine', text: 'changed' },
      ]
      expect(await refusal(tables.post(NOTES, rows, { ...ANN, headers: MERGE }))).toEqual([403, '42501'])
      expect(await refusal(tables.post(`/api/db/fantasy-cards${NOTES}?on_conflict=id`, rows, ANN))).toEqual([
        403,
        '42501',
      ])
      expect(await refusal(tables.post(NOTES, { id: row, text: 'stolen' }, ANN))).toEqual([409, '23505'])
      const ignored = await tables.post(NOTES, { id: row, text: 'stolen' }, { ...ANN, headers: IGNORE })
      expect([ignored.status, await ignored.json()]).toEqual([201, []])
    }
    expect(await stored()).toEqual(before)
    const own = await tables.post(
      NOTES,
      [
        { id: 'mine', text: 'changed' },
        { id: 'new', text: 'x' },
      ],
      { ...ANN, headers: MERGE },
    )
    expect(await own.json()).toMatchObject([
      { id: 'mine', user_id: 'u1', text: 'changed', rank: 1 },
      { id: 'new', user_id: 'u1', text: 'x' },
    ])
  })

  it('allows user_id in the primary key, so that each user has a row', async () => {
    const put = (n: number, requests: RequestOptions) =>
      tables.post('/rest/v1/slugs?on_conflict=user_id,slug', { slug: 'home', n }, { ...requests, headers: MERGE })
    for (const [n, requests] of [
      [1, ANN],
      [2, BEN],
      [3, ANN],
    ] as const)
      expect((await put(n, requests)).status).toBe(201)
    expect(await tables.rows('/rest/v1/slugs', ANN)).toEqual([{ user_id: 'u1', slug: 'home', n: 3 }])
    expect(await tables.rows('/rest/v1/slugs', BEN)).toEqual([{ user_id: 'u2', slug: 'home', n: 2 }])
  })
})

describe('the quota of a user', () => {
  const some = (count: number, from = 0) =>
    Array.from({ length: count }, (_, n) => ({ id: `n${from + n}`, rank: 10 + n }))
  /** Inserts rows of Ann's in one statement, counted as if she had written them. */
  const fill = (count: number, length: number) =>
    testEnv().DB.batch(
      [
        `insert into notes (id, user_id, rank, text)
         with recursive n (i) as (select 0 union all select i + 1 from n limit ${count})
         select 'n' || i, 'u1', 10 + i, substr(hex(zeroblob(${length})), 1, ${length}) from n`,
        `insert into owned_rows (user_id, row_count, bytes) values ('u1', ${count}, ${count * length})`,
      ].map((query) => testEnv().DB.prepare(query)),
    )

  it('rejects a user’s 5,001st row across all tables, until a row is deleted', async () => {
    await fill(4998, 0)
    expect((await tables.post(NOTES, some(1, 8000), ANN)).status).toBe(201)
    expect(await refusal(tables.post(NOTES, some(2, 9000), ANN))).toEqual([413, '54000'])
    // The one existing row was not counted until now.
    expect(await refusal(tables.post('/rest/v1/slugs', { slug: 'x' }, ANN))).toEqual([413, '54000'])
    expect((await tables.post('/rest/v1/slugs', { slug: 'x' }, BEN)).status).toBe(201)
    expect((await tables.ask(`${NOTES}?id=eq.n1`, { ...ANN, method: 'DELETE' })).status).toBe(204)
    expect((await tables.post('/rest/v1/slugs', { slug: 'x' }, ANN)).status).toBe(201)
    expect(await refusal(tables.post('/rest/v1/slugs', { slug: 'y' }, ANN))).toEqual([413, '54000'])
    // The recount a minute later notices rows that the service deleted.
    await testEnv().DB.exec(`delete from notes where user_id = 'u1' and rank > 9`)
    tables.clock.now = NOW + 60_000
    expect((await tables.post('/rest/v1/slugs', { slug: 'y' }, ANN)).status).toBe(201)
  })

  it('refuses to insert or update more than 20 MB per user', async () => {
    const text = 'x'.repeat(900_000)
    await fill(22, text.length)
    expect((await tables.post(NOTES, { id: 'more', text }, ANN)).status).toBe(201)
    expect(await refusal(tables.post(NOTES, { id: 'last', text }, ANN))).toEqual([413, '54000'])
    tables.clock.now = NOW + 60_000
    expect(await refusal(tables.patch(where('mine'), { text }, ANN))).toEqual([413, '54000'])
    expect((await stored()).find(({ id }) => id === 'mine')).toMatchObject({ text: 'a' })
    expect((await tables.ask(`${NOTES}?id=in.(n1,n2)`, { ...ANN, method: 'DELETE' })).status).toBe(204)
    tables.clock.now = NOW + 120_000
    expect((await tables.patch(where('mine'), { text }, ANN)).status).toBe(204)
  })

  it('rejects rows of a deleted account', async () => {
    await testEnv().DB.exec(`delete from users where id = 'u1'`)
    expect(await refusal(tables.post(NOTES, { id: 'late' }, ANN))).toEqual([409, '23503'])
  })
})

it('limits reads of own rows, and pages them by cursor', async () => {
  for (const search of ['limit=1001', 'offset=5001'])
    expect(await refusal(tables.ask(`${NOTES}?${search}`, ANN))).toEqual([400, 'PGRST100'])
  await tables.post(
    NOTES,
    ['p', 'q', 'r'].map((id, n) => ({ id, rank: 10 + n })),
    ANN,
  )
  const after = await tables.rows(`${NOTES}?order=rank&limit=2&cursor=p&select=id`, ANN)
  expect(after.map(({ id }) => id)).toEqual(['q', 'r'])
  expect(await tables.rows(`${NOTES}?order=rank&cursor=${encodeURIComponent('another’s')}`, ANN)).toEqual([])
  expect(await tables.rows(`${NOTES}?user_id=eq.u2`, ANN)).toEqual([])
})
