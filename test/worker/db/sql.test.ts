import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createTables, RETURNING, type Tables } from './tables.ts'

const SQL = '/api/db/fantasy-cards/sql'
const BATCH = '/api/db/fantasy-cards/batch'

let tables: Tables
beforeEach(async () => {
  await freshDatabase()
  tables = createTables()
  await testEnv().DB.exec('create table notes (id text primary key, body text not null, rank integer unique)')
})

type Result = { rows: Record<string, unknown>[]; columns: string[]; rowCount: number }

const post = (path: string, body: unknown) => tables.post(path, body, { as: 'service' })
const sql = async (query: string, params?: unknown[]) =>
  (await (await post(SQL, { query, params })).json()) as Result & { executionTime: number }
const batch = async (statements: unknown[], mode?: string) =>
  (await (await post(BATCH, { statements, mode })).json()) as { results: Result[]; success: boolean }
const bodies = async () => (await sql('select body from notes order by id')).rows.map(({ body }) => body)

describe('SQL', () => {
  test('answers rows, their columns, how many there are and how long it took', async () => {
    expect(
      await sql('insert into notes (id, body, rank) values (?, ?, ?), (?, ?, ?)', ['a', 'A', 1, 'b', 'B', null]),
    ).toEqual({ rows: [], columns: [], rowCount: 2, executionTime: expect.any(Number) })
    expect(await sql('select rank, id as name from notes where rank = ?', [1])).toEqual({
      rows: [{ rank: 1, name: 'a' }],
      columns: ['rank', 'name'],
      rowCount: 1,
      executionTime: expect.any(Number),
    })
    expect(await sql('update notes set rank = 7 where id = ? returning id', ['a'])).toMatchObject({
      rows: [{ id: 'a' }],
      columns: ['id'],
      rowCount: 1,
    })
    expect(await sql('select id, body from notes where rank = 99')).toMatchObject({
      rows: [],
      columns: ['id', 'body'],
      rowCount: 0,
    })
  })

  test('binds what JSON can say: truth as a number, objects as their text', async () => {
    expect((await sql('select ? as a, ? as b, ? as c, ? as d', [true, null, 1.5, { k: [1] }])).rows).toEqual([
      { a: 1, b: null, c: 1.5, d: '{"k":[1]}' },
    ])
  })

  test.each([
    ['selec 1', 400, '42601', /syntax error/],
    ['select 1; delete from notes', 400, '42601', /one statement/],
    ['-- nothing', 400, '42601', /statement/],
    ['select ?', 400, '42601', /parameter/],
    ['begin', 400, '42601', /transaction/],
    ['select * from nowhere', 404, '42P01', /no such table: nowhere/],
    ['select nope from notes', 400, '42703', /no such column: nope/],
    ['insert into notes (id) values (1)', 400, '23502', /notes\.body/],
    [`insert into notes (id, body) values ('taken', 'x')`, 409, '23505', /notes\.id/],
    [`insert into notes (id, body, rank) values ('x', 'x', 1)`, 409, '23505', /notes\.rank/],
    [`attach 'x' as y`, 403, '42501', /not authorized/],
    ['pragma writable_schema = on', 403, '42501', /not authorized/],
  ])('%s is answered with %i %s, in the words of the database', async (query, status, code, words) => {
    await sql(`insert into notes values ('taken', 'T', 1)`)
    expect(await tables.refusal(post(SQL, { query }))).toMatchObject({
      status,
      code,
      message: expect.stringMatching(words),
    })
    expect(await bodies()).toEqual(['T'])
  })

  test('too long for the database is told so', async () => {
    const long = `select '${'x'.repeat(101_000)}'`
    expect(await tables.refusal(post(SQL, { query: long }))).toMatchObject({ status: 413, code: '54000' })
    const many = { query: `select ${Array(101).fill('?').join()}`, params: Array(101).fill(1) }
    expect(await tables.refusal(post(SQL, many))).toMatchObject({
      status: 400,
      message: expect.stringContaining('too many SQL variables'),
    })
  })

  test.each([
    [{}, 'VALIDATION_ERROR'],
    [{ query: ' ' }, 'VALIDATION_ERROR'],
    [{ query: 'select 1', params: 'x' }, 'VALIDATION_ERROR'],
    ['{', 'INVALID_JSON'],
  ])('refuses %j', async (body, code) => {
    expect(await tables.refusal(post(SQL, body))).toMatchObject({ status: 400, code })
  })

  test('keeps a semicolon that is text, and the body of a trigger', async () => {
    expect((await sql(`select ';' as "a;b" -- ; c`)).rows).toEqual([{ 'a;b': ';' }])
    const trigger = `create trigger shout after insert on notes begin
      update notes set body = upper(body) where id = new.id; select case when 1 then 2 end; end;`
    await sql(trigger)
    await sql(`insert into notes (id, body) values ('a', 'quiet');`)
    expect(await bodies()).toEqual(['QUIET'])
    expect(await tables.refusal(post(SQL, { query: `${trigger} drop table notes` }))).toMatchObject({ code: '42601' })
  })
})

describe('a batch', () => {
  test('answers each of its statements', async () => {
    expect(
      await batch([
        { sql: 'insert into notes (id, body) values (?, ?)', args: ['a', 'A'] },
        { sql: 'select id from notes' },
      ]),
    ).toEqual({
      results: [
        { rows: [], columns: [], rowCount: 1 },
        { rows: [{ id: 'a' }], columns: ['id'], rowCount: 1 },
      ],
      executionTime: expect.any(Number),
      success: true,
    })
  })

  test('happens all or not at all', async () => {
    const statements = [
      { sql: `insert into notes (id, body) values ('a', 'A')` },
      { sql: `insert into notes (id, body) values ('a', 'again')` },
    ]
    expect(await tables.refusal(post(BATCH, { statements }))).toMatchObject({ status: 409, code: '23505' })
    expect(await bodies()).toEqual([])
  })

  test('that has happened is answered, even when what it asked about is gone', async () => {
    const statements = [{ sql: 'select id from notes' }, { sql: 'drop table notes' }]
    expect(await batch(statements)).toMatchObject({
      results: [
        { rows: [], columns: [], rowCount: 0 },
        { rows: [], columns: [] },
      ],
      success: true,
    })
    expect(await tables.refusal(post(SQL, { query: 'select 1 from notes' }))).toMatchObject({ code: '42P01' })
  })

  test.each([
    `insert into notes (id, body) values ('b', 'B')`,
    'delete from notes',
    `with x as (select 1) delete from notes`,
    `with x as (select 1) insert into notes select 'c', 'C', null`,
    'drop table notes',
    'create table other (id text)',
    'pragma user_version = 7',
    'explain delete from notes; delete from notes',
    '/* select */ delete from notes',
    'vacuum',
    'reindex',
    `replace into notes values ('a', 'changed', null)`,
  ])('that is to read refuses %s, and changes nothing', async (statement) => {
    await sql(`insert into notes (id, body) values ('a', 'A')`)
    const refused = tables.refusal(post(BATCH, { statements: [{ sql: 'select 1' }, { sql: statement }], mode: 'read' }))
    expect((await refused).code).toBe(statement.includes(';') ? '42601' : '25006')
    expect(await bodies()).toEqual(['A'])
  })

  test('that is to read reads', async () => {
    const statements = [
      { sql: 'select 1 as one where ?', args: [false] },
      { sql: 'with x(n) as (values (1), (2)) select n from x' },
      { sql: 'values (1)' },
    ]
    const { results } = await batch(statements, 'read')
    expect(results.slice(0, 2)).toEqual([
      { rows: [], columns: ['one'], rowCount: 0 },
      { rows: [{ n: 1 }, { n: 2 }], columns: ['n'], rowCount: 2 },
    ])
    expect(results).toHaveLength(3)
  })

  test.each([{}, { statements: [] }, { statements: [{}] }, { statements: [{ sql: 'select 1' }], mode: 'both' }])(
    'refuses %j',
    async (body) => {
      expect(await tables.refusal(post(BATCH, body))).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    },
  )
})

describe('who may write SQL', () => {
  test.each(['public', 'nobody'] as const)('is not %s', async (as) => {
    for (const path of [SQL, BATCH])
      expect(await tables.refusal(tables.post(path, { query: 'select 1' }, { as }))).toMatchObject({
        status: 403,
        code: '42501',
      })
  })

  test('is the service, for its own project only', async () => {
    const elsewhere = tables.post('/api/db/other/sql', { query: 'select 1' }, { as: 'service' })
    expect(await tables.refusal(elsewhere)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})

describe('tables that change while they are served', () => {
  const asService = { as: 'service' } as const
  const rows = (path: string) => tables.rows(`/rest/v1/${path}`, asService)

  test('a new table is open to the service at once and closed to everybody else', async () => {
    expect(await tables.refusal(tables.ask('/rest/v1/teams', asService))).toMatchObject({ code: '42P01' })
    await sql('create table teams (id text primary key, name text)')
    await tables.post('/rest/v1/teams', { name: 'Bears' }, asService)
    expect(await rows('teams?select=name')).toEqual([{ name: 'Bears' }])
    for (const as of ['public', 'nobody'] as const)
      expect((await tables.ask('/rest/v1/teams', { as })).status).toBe(as === 'public' ? 404 : 401)
    await sql('drop table teams')
    expect(await tables.refusal(tables.ask('/rest/v1/teams', asService))).toMatchObject({ status: 404, code: '42P01' })
  })

  test('a new column is there at once, in whatever way it is first asked for and whoever made it', async () => {
    await sql(`insert into notes (id, body) values ('a', 'A')`)
    await rows('notes')
    const made = async (name: string) =>
      testEnv().DB.exec(`alter table notes add column ${name} text default '${name}'`)
    await made('c1')
    expect(await rows('notes')).toEqual([{ id: 'a', body: 'A', rank: null, c1: 'c1' }])
    await made('c2')
    expect(await rows('notes?select=id,c2&c2=eq.c2')).toEqual([{ id: 'a', c2: 'c2' }])
    await made('c3')
    const changed = await tables.patch('/rest/v1/notes?id=eq.a', { c3: 'x' }, { ...asService, headers: RETURNING })
    expect(await changed.json()).toMatchObject([{ c3: 'x' }])
    await made('c4')
    const inserted = await tables.post('/rest/v1/notes', { id: 'b', body: 'B' }, { ...asService, headers: RETURNING })
    expect(await inserted.json()).toMatchObject([{ id: 'b', c4: 'c4' }])
    await sql('alter table notes drop column c1')
    expect(await tables.refusal(tables.ask('/rest/v1/notes?c1=eq.x', asService))).toMatchObject({ code: '42703' })
    expect(Object.keys((await rows('notes'))[0]!)).toEqual(['id', 'body', 'rank', 'c2', 'c3', 'c4'])
  })

  test('a column that goes away leaves the rest readable', async () => {
    await rows('notes')
    await sql('alter table notes drop column body')
    expect(await rows('notes')).toEqual([])
    await sql('alter table notes add column done boolean')
    await tables.post('/rest/v1/notes', { id: 'a', done: true }, asService)
    expect(await rows('notes?done=is.true')).toEqual([{ id: 'a', rank: null, done: true }])
  })

  test('a new column of the cards is hidden from everybody else', async () => {
    await tables.rows('/rest/v1/fantasy_football_cards')
    await sql('alter table fantasy_football_cards add column secret text')
    const asked = tables.ask('/rest/v1/fantasy_football_cards?select=secret')
    expect(await tables.refusal(asked)).toMatchObject({ status: 400, code: '42703' })
    expect((await tables.ask('/rest/v1/fantasy_football_cards?select=secret', asService)).status).toBe(200)
  })
})
