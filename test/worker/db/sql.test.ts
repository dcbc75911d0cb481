import { beforeEach, describe, expect, it } from 'vitest'
import { testEnv } from '../../support/env.ts'
import { createTables, emptyDatabase, type Tables } from './tables.ts'

const SQL = '/api/db/fantasy-cards/sql'
const BATCH = '/api/db/fantasy-cards/batch'

let tables: Tables
beforeEach(async () => {
  await emptyDatabase()
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

const FAILURES = [
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
] as const

describe('SQL', () => {
  it('stores integers as integers in any column', async () => {
    await sql('insert into notes (id, body, rank) values (?, ?, ?), (?, ?, ?)', [8, 9, 1, 'b', 1.5, 2])
    expect((await sql('select id, body, rank from notes order by rank')).rows).toEqual([
      { id: '8', body: '9', rank: 1 },
      { id: 'b', body: '1.5', rank: 2 },
    ])
    await sql('update notes set body = ? where id = ?', [7, 8])
    expect(await bodies()).toEqual(['7', '1.5'])
  })

  it('compares integers as integers, and names columns by the query text', async () => {
    await sql('insert into notes (id, body, rank) values (?, ?, ?)', ['1', '1', 1])
    expect((await sql('select id from notes where body = ?', [1])).rows).toEqual([{ id: '1' }])
    expect((await sql(`select ? as n, typeof(?) as kind, ? || '' as said, ? as part`, [1, 1, 1, 1.5])).rows).toEqual([
      { n: 1, kind: 'integer', said: '1', part: 1.5 },
    ])
    expect((await sql('select id from notes where rank = ? limit ? offset ?', [1, 5, 0])).rows).toEqual([{ id: '1' }])
    expect(await sql('select ?, body || ? from notes', [7, 2])).toMatchObject({
      rows: [{ '?': 7, 'body || ?': '12' }],
      columns: ['?', 'body || ?'],
    })
    expect(await sql('select ? + rank from notes where rank = ?', [7, 9])).toMatchObject({ columns: ['? + rank'] })
    const ours = 'select ?, (+cast(? as integer)) as n'
    expect((await sql(ours, [2, 3])).rows).toEqual([{ '?': 2, n: 3 }])
    const body = { statements: [{ sql: 'with few as (select ?) select * from few', args: [3] }], mode: 'read' }
    expect((await batch(body.statements, body.mode)).results[0]!.rows).toEqual([{ '?': 3 }])
  })

  it('names the columns of a CTE query without rows', async () => {
    const body = 'with few as (select id, body from notes where rank = ?) select id as name, body from few'
    expect(await sql(body, [5])).toMatchObject({ rows: [], columns: ['name', 'body'], rowCount: 0 })
    const write = `with few as (select 'w' as id) insert into notes (id, body) select id, ? from few`
    expect(await sql(write, ['W'])).toMatchObject({ columns: [], rowCount: 1 })
    expect(await bodies()).toEqual(['W'])
  })

  it('returns rows, columns, row count and execution time', async () => {
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

  it('binds booleans as numbers and objects as JSON text', async () => {
    expect((await sql('select ? as a, ? as b, ? as c, ? as d', [true, null, 1.5, { k: [1] }])).rows).toEqual([
      { a: 1, b: null, c: 1.5, d: '{"k":[1]}' },
    ])
  })

  it('returns the code and the database’s message for a failed statement', async () => {
    await sql(`insert into notes values ('taken', 'T', 1)`)
    for (const [query, status, code, words] of FAILURES)
      expect([query, await tables.refusal(post(SQL, { query }))]).toEqual([
        query,
        expect.objectContaining({ status, code, message: expect.stringMatching(words) }),
      ])
    expect(await bodies()).toEqual(['T'])
  })

  it('rejects statements too long for the database', async () => {
    const long = `select '${'x'.repeat(101_000)}'`
    expect(await tables.refusal(post(SQL, { query: long }))).toMatchObject({ status: 413, code: '54000' })
    const many = { query: `select ${Array(101).fill('?').join()}`, params: Array(101).fill(1) }
    expect(await tables.refusal(post(SQL, many))).toMatchObject({
      status: 400,
      message: expect.stringContaining('too many SQL variables'),
    })
  })

  it('rejects a malformed query body', async () => {
    for (const [body, code] of [
      [{}, 'VALIDATION_ERROR'],
      [{ query: ' ' }, 'VALIDATION_ERROR'],
      [{ query: 'select 1', params: 'x' }, 'VALIDATION_ERROR'],
      ['{', 'INVALID_JSON'],
    ])
      expect([body, await tables.refusal(post(SQL, body))]).toMatchObject([body, { status: 400, code }])
  })

  it('accepts a semicolon inside text or a trigger body', async () => {
    expect((await sql(`select ';' as "a;b" -- ; c`)).rows).toEqual([{ 'a;b': ';' }])
    const trigger = `create trigger shout after insert on notes begin
      update notes set body = upper(body) where id = new.id; select case when 1 then 2 end; end;`
    await sql(trigger)
    await sql(`insert into notes (id, body) values ('a', 'quiet');`)
    expect(await bodies()).toEqual(['QUIET'])
    expect(await tables.refusal(post(SQL, { query: `${trigger} drop table notes` }))).toMatchObject({ code: '42601' })
  })
})

const WRITES = [
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
] as const

describe('a batch', () => {
  it('returns a result for each statement of a batch', async () => {
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

  it('runs all statements of a batch or none', async () => {
    const statements = [
      { sql: `insert into notes (id, body) values ('a', 'A')` },
      { sql: `insert into notes (id, body) values ('a', 'again')` },
    ]
    expect(await tables.refusal(post(BATCH, { statements }))).toMatchObject({ status: 409, code: '23505' })
    expect(await bodies()).toEqual([])
  })

  it('returns the results of a batch that drops a table it has read', async () => {
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

  it('rejects every write in a read-only batch', async () => {
    await sql(`insert into notes (id, body) values ('a', 'A')`)
    for (const statement of WRITES) {
      const statements = [{ sql: 'select 1' }, { sql: statement }]
      const { code } = await tables.refusal(post(BATCH, { statements, mode: 'read' }))
      expect([statement, code]).toEqual([statement, statement.includes(';') ? '42601' : '25006'])
    }
    expect(await bodies()).toEqual(['A'])
  })

  it('returns the results of a read-only batch', async () => {
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

  it('rejects a malformed batch body', async () => {
    for (const body of [
      {},
      { statements: [] },
      { statements: [{}] },
      { statements: [{ sql: 'select 1' }], mode: 'both' },
    ])
      expect([body, await tables.refusal(post(BATCH, body))]).toMatchObject([
        body,
        { status: 400, code: 'VALIDATION_ERROR' },
      ])
  })
})

describe('SQL permissions', () => {
  it('lets only the service run SQL', async () => {
    for (const as of ['public', 'keyless'] as const)
      for (const path of [SQL, BATCH])
        expect(await tables.refusal(tables.post(path, { query: 'select 1' }, { as }))).toMatchObject({
          status: 403,
          code: '42501',
        })
  })

  it('serves SQL for its own project only', async () => {
    const elsewhere = tables.post('/api/db/other/sql', { query: 'select 1' }, { as: 'service' })
    expect(await tables.refusal(elsewhere)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})
