import { beforeEach, describe, expect, inject, test } from 'vitest'
import { CARD_TABLES } from '#worker/backend/cards/tables.ts'
import { BACKEND_TABLES } from '#worker/backend/db/own-tables.ts'
import { readSchema } from '#worker/backend/db/schema.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { type Asked, createTables, NOW, RETURNING, type Tables, visitorId } from './tables.ts'

const NOTES = '/rest/v1/notes'
const ANN: Asked = { user: 'u1' }
const BEN: Asked = { user: 'u2' }
const MERGE = { prefer: 'return=representation,resolution=merge-duplicates' }
const IGNORE = { prefer: 'return=representation,resolution=ignore-duplicates' }

const OWN_TABLES = new Set([...BACKEND_TABLES, ...Object.keys(CARD_TABLES)])

let tables: Tables
beforeEach(async () => {
  await freshDatabase()
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
const refusal = (answer: Promise<Response>) => tables.refusal(answer).then(({ status, code }) => [status, code])
const where = (id: string) => `${NOTES}?id=eq.${encodeURIComponent(id)}`

test('the tables without owners of rows are those of our own migrations', () => {
  const made = inject('migrations')
    .flatMap(({ queries }) => queries)
    .flatMap((query) => /create (?:virtual )?table (?:if not exists )?(\w+)/i.exec(query)?.[1] ?? [])
  expect([...OWN_TABLES].toSorted()).toEqual([...new Set([...made, 'd1_migrations'])].toSorted())
})

test('none of them with a column for people is opened by it', async () => {
  const withOwner = [...(await readSchema(testEnv().DB, CARD_TABLES)).values()].filter(
    ({ name, columns }) => OWN_TABLES.has(name) && columns.has('user_id'),
  )
  expect(withOwner.map(({ name }) => name)).toEqual(expect.arrayContaining(['identities', 'sessions', 'owned_rows']))
  for (const { name } of withOwner.filter((table) => table.name !== 'fantasy_football_cards')) {
    const path = `/rest/v1/${name}`
    const asked = [
      tables.ask(path, ANN),
      tables.post(path, { user_id: 'u1' }, ANN),
      tables.patch(`${path}?user_id=eq.u1`, { user_id: 'u1' }, ANN),
      tables.ask(`${path}?user_id=eq.u1`, { ...ANN, method: 'DELETE' }),
    ]
    for (const answer of asked) expect([name, ...(await refusal(answer))]).toEqual([name, 404, '42P01'])
  }
})

/** Which rows of the table each role may read and change; null: to it there is no such table. */
const CELLS = {
  public: { asked: { as: 'public' }, rows: null },
  visitor: { asked: { as: 'public', visitor: visitorId(1) }, rows: null },
  user: { asked: { ...ANN, visitor: visitorId(1) }, rows: ['mine'] },
  service: { asked: { as: 'service' }, rows: ['mine', 'another’s', 'unowned'] },
} as const satisfies Record<string, { asked: Asked; rows: readonly string[] | null }>

describe.each(Object.entries(CELLS))('for the role %s', (_, { asked, rows }) => {
  describe.each(['mine', 'another’s', 'unowned'])('a row that is %s', (row) => {
    const isOpen = (rows as readonly string[] | null)?.includes(row) ?? false
    const options: Asked = { ...asked, headers: RETURNING }
    const found = isOpen ? [row] : []

    test.each([
      [`id=eq.${encodeURIComponent(row)}`],
      [`id=in.("${encodeURIComponent(row)}")`],
      [`rank=gte.0&id=like.${encodeURIComponent(row)}`],
      [`or=(id.eq.${encodeURIComponent(row)},rank.gt.9)`],
      [`user_id=is.null&id=eq.${encodeURIComponent(row)}`],
    ])('is read by %s', async (search) => {
      if (rows === null) return expect(await refusal(tables.ask(`${NOTES}?${search}`, options))).toEqual([404, '42P01'])
      const isNull = search.startsWith('user_id')
      const expected = isNull && row !== 'unowned' ? [] : found
      expect((await tables.rows(`${NOTES}?${search}`, options)).map(({ id }) => id)).toEqual(expected)
      const counted = await tables.ask(`${NOTES}?${search}`, {
        ...asked,
        method: 'HEAD',
        headers: { prefer: 'count=exact' },
      })
      expect(counted.headers.get('content-range')?.split('/')[1]).toBe(String(expected.length))
    })

    test('is changed and removed', async () => {
      const before = await stored()
      const change = () => tables.patch(where(row), { text: 'new' }, options)
      const remove = () => tables.ask(where(row), { ...options, method: 'DELETE' })
      if (rows === null) {
        for (const act of [change, remove]) expect(await refusal(act())).toEqual([404, '42P01'])
        return expect(await stored()).toEqual(before)
      }
      expect(((await (await change()).json()) as { id: string }[]).map(({ id }) => id)).toEqual(found)
      expect(((await (await remove()).json()) as { id: string }[]).map(({ id }) => id)).toEqual(found)
      expect(await stored()).toEqual(isOpen ? before.filter(({ id }) => id !== row) : before)
    })
  })

  test('a new row', async () => {
    const answer = tables.post(NOTES, { id: 'new', text: 'x' }, { ...asked, headers: RETURNING })
    if (rows === null) return expect(await refusal(answer)).toEqual([404, '42P01'])
    const owner = 'user' in asked ? 'u1' : null
    expect(await (await answer).json()).toEqual([{ id: 'new', user_id: owner, text: 'x', rank: null }])
  })

  test.each(['settings', 'all_notes'])('%s, whose rows have no owner, is closed', async (name) => {
    const answer = await tables.ask(`/rest/v1/${name}`, asked)
    expect(answer.status).toBe('as' in asked && asked.as === 'service' ? 200 : 404)
  })
})

describe('whose a row is', () => {
  test('is set by the server, and never taken from the client', async () => {
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

  test('is asked of an upsert that meets a row: another’s undoes all of it', async () => {
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

  test('may be a part of the key, and then every user has one', async () => {
    const put = (n: number, asked: Asked) =>
      tables.post('/rest/v1/slugs?on_conflict=user_id,slug', { slug: 'home', n }, { ...asked, headers: MERGE })
    for (const [n, asked] of [
      [1, ANN],
      [2, BEN],
      [3, ANN],
    ] as const)
      expect((await put(n, asked)).status).toBe(201)
    expect(await tables.rows('/rest/v1/slugs', ANN)).toEqual([{ user_id: 'u1', slug: 'home', n: 3 }])
    expect(await tables.rows('/rest/v1/slugs', BEN)).toEqual([{ user_id: 'u2', slug: 'home', n: 2 }])
  })
})

describe('one person has', () => {
  const some = (count: number, from = 0) =>
    Array.from({ length: count }, (_, n) => ({ id: `n${from + n}`, rank: 10 + n }))
  const fill = async (count: number, from = 0) => {
    for (let done = 0; done < count; done += 500)
      expect((await tables.post(NOTES, some(Math.min(500, count - done), from + done), ANN)).status).toBe(201)
  }

  test('5,000 rows at most, in all tables together; what is removed makes room', async () => {
    await fill(4999)
    expect(await refusal(tables.post(NOTES, some(2, 9000), ANN))).toEqual([413, '54000'])
    // The one row from before was never counted until now.
    expect(await refusal(tables.post('/rest/v1/slugs', { slug: 'x' }, ANN))).toEqual([413, '54000'])
    expect((await tables.post('/rest/v1/slugs', { slug: 'x' }, BEN)).status).toBe(201)
    expect((await tables.ask(`${NOTES}?id=eq.n1`, { ...ANN, method: 'DELETE' })).status).toBe(204)
    expect((await tables.post('/rest/v1/slugs', { slug: 'x' }, ANN)).status).toBe(201)
    expect(await refusal(tables.post('/rest/v1/slugs', { slug: 'y' }, ANN))).toEqual([413, '54000'])
    // What the service removes is seen when it is counted anew, a minute later.
    await testEnv().DB.exec(`delete from notes where user_id = 'u1' and rank > 9`)
    tables.clock.now = NOW + 60_000
    expect((await tables.post('/rest/v1/slugs', { slug: 'y' }, ANN)).status).toBe(201)
  })

  test('20 MB at most, of new rows and of changes', async () => {
    const text = 'x'.repeat(900_000)
    for (let n = 0; n < 23; n++) expect((await tables.post(NOTES, { id: `n${n}`, text }, ANN)).status).toBe(201)
    expect(await refusal(tables.post(NOTES, { id: 'last', text }, ANN))).toEqual([413, '54000'])
    tables.clock.now = NOW + 60_000
    expect(await refusal(tables.patch(where('mine'), { text }, ANN))).toEqual([413, '54000'])
    expect((await stored()).find(({ id }) => id === 'mine')).toMatchObject({ text: 'a' })
    expect((await tables.ask(`${NOTES}?id=in.(n1,n2)`, { ...ANN, method: 'DELETE' })).status).toBe(204)
    tables.clock.now = NOW + 120_000
    expect((await tables.patch(where('mine'), { text }, ANN)).status).toBe(204)
  })

  test('nothing any more once the account is gone', async () => {
    await testEnv().DB.exec(`delete from users where id = 'u1'`)
    expect(await refusal(tables.post(NOTES, { id: 'late' }, ANN))).toEqual([409, '23503'])
  })
})

test('a reader of own rows has limits, and pages by cursor', async () => {
  for (const search of ['limit=1001', 'offset=5001', 'user_id=eq.u2'].slice(0, 2))
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
