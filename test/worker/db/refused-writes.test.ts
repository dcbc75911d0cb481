import { beforeEach, expect, it } from 'vitest'
import { testEnv } from '../../support/env.ts'
import { createTables, emptyDatabase, RETURNING, type Tables } from './tables.ts'

let tables: Tables
beforeEach(async () => {
  await emptyDatabase()
  tables = createTables()
  for (const sql of [
    'create table logs (line text not null, level integer)',
    'create table places (row integer not null, seat text not null, primary key (row, seat)) without rowid',
    `create table people (id text primary key, first text, last text, age integer check (age > 0),
       name text generated always as (first || ' ' || last) virtual, initial text as (substr(first, 1, 1)) stored)`,
    'create view names as select id, name from people',
    'create table parts (id text primary key, person text references people (id), size integer, tags text) strict',
    `create trigger no_giants before insert on parts when new.size > 9 begin select raise(abort, 'nothing above nine'); end`,
    `create trigger no_dwarves before update on parts when new.size < 1 begin select raise(fail, 'nothing below one'); end`,
    `create trigger odd_tags before insert on parts when new.id = 'odd' begin
       insert into logs values (json_extract(new.tags, 'nonsense'), 1); end`,
    `create trigger lost before insert on parts when new.id = 'lost' begin insert into logs values (null, 1); end`,
  ])
    await testEnv().DB.prepare(sql).run()
  await tables.post('/rest/v1/people', { id: 'p', first: 'Ann', last: 'Lee', age: 7 }, asService)
  await tables.post('/rest/v1/parts', { id: 'a', size: 5 }, asService)
})

const asService = { as: 'service', headers: RETURNING } as const
const everything = async () =>
  Promise.all(
    ['logs', 'people', 'parts'].map(
      async (name) => (await testEnv().DB.prepare(`select * from ${name}`).all()).results,
    ),
  )
const MERGE = { prefer: 'resolution=merge-duplicates' }
const IGNORE = { prefer: 'resolution=ignore-duplicates' }

type Refused = readonly [
  what: string,
  method: string,
  path: string,
  body: unknown,
  headers: HeadersInit,
  result: string,
]

const REFUSED: readonly Refused[] = [
  ['a merge into a table without a key', 'POST', 'logs', { line: 'x' }, MERGE, '400 42P10'],
  ['ignoring duplicates in a table without a key', 'POST', 'logs', { line: 'x' }, IGNORE, '400 42P10'],
  ['a merge on an unknown column', 'POST', 'logs?on_conflict=nope', { line: 'x' }, MERGE, '400 42703'],
  ['a merge on a column that is not unique', 'POST', 'logs?on_conflict=level', { line: 'x' }, MERGE, '400 42P10'],
  ['a merge of an empty row', 'POST', 'places', {}, MERGE, '400 23502'],
  ['ignoring duplicates of an empty row', 'POST', 'places', {}, IGNORE, '400 23502'],
  ['a merge of two empty rows', 'POST', 'places', [{}, {}], MERGE, '400 23502'],
  ['a conflict on an unknown column without a merge', 'POST', 'logs?on_conflict=nope', { line: 'x' }, {}, '400 42703'],
  ['an insert into a view', 'POST', 'names', { id: 'q' }, {}, '405 55000'],
  ['an update of a view', 'PATCH', 'names?id=eq.p', { name: 'x' }, {}, '405 55000'],
  ['a delete from a view', 'DELETE', 'names?id=eq.p', undefined, {}, '405 55000'],
  ['a merge into a view', 'POST', 'names?on_conflict=id', { id: 'p' }, MERGE, '405 55000'],
  ['a value for a computed column', 'POST', 'people', { id: 'q', name: 'Q' }, {}, '400 428C9'],
  ['a value for a stored computed column', 'POST', 'people', { id: 'q', initial: 'Q' }, {}, '400 428C9'],
  ['an update of a computed column', 'PATCH', 'people?id=eq.p', { name: 'Q' }, {}, '400 428C9'],
  ['a check violation', 'POST', 'people', { id: 'q', age: 0 }, {}, '400 23514'],
  ['an error inside a trigger', 'POST', 'parts', { id: 'odd', tags: {} }, {}, '400 22000'],
  ['a failed write inside a trigger', 'POST', 'parts', { id: 'lost' }, {}, '400 23502'],
  ['a foreign key without a row', 'POST', 'parts', { id: 'b', person: 'nobody' }, {}, '409 23503'],
  ['text in a number column', 'POST', 'parts', { id: 'b', size: 'large' }, {}, '400 22P02'],
  ['a number beyond the integer range', 'POST', 'parts', { id: 'b', size: 1e300 }, {}, '400 22P02'],
]

const RAISED: readonly Refused[] = [
  ['an insert that a trigger rejects', 'POST', 'parts', { id: 'b', size: 10 }, {}, '400 P0001'],
  ['an update that a trigger rejects', 'PATCH', 'parts?id=eq.a', { size: 0 }, {}, '400 P0001'],
]

async function collectResults(writes: readonly Refused[]): Promise<Refused[]> {
  const responses: Refused[] = []
  for (const [what, method, path, body, headers] of writes) {
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const { status, code } = await tables.refusal(tables.ask(`/rest/v1/${path}`, { as: 'service', ...init }))
    responses.push([what, method, path, body, headers, `${status} ${code}`])
  }
  return responses
}

it('returns a code for each database error, and writes nothing', async () => {
  const before = await everything()
  expect(await collectResults(REFUSED)).toEqual(REFUSED)
  expect(await everything()).toEqual(before)
})

it('returns P0001 and the trigger’s own message when a trigger raises', async () => {
  const before = await everything()
  expect(await collectResults(RAISED)).toEqual(RAISED)
  expect(await everything()).toEqual(before)
  const refused = tables.post('/rest/v1/parts', { id: 'b', size: 10 }, asService)
  expect(await tables.refusal(refused)).toMatchObject({ code: 'P0001', message: 'nothing above nine' })
})

it('stores JSON nested as deep as the body limit allows', async () => {
  const tags = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const made = await tables.post('/rest/v1/parts', `{"id":"b","tags":${tags}}`, { as: 'service' })
  expect(made.status).toBe(201)
  const [row] = await tables.rows('/rest/v1/parts?id=eq.b&select=tags', { as: 'service' })
  expect(row).toEqual({ tags })
})

it('reads views and computed columns', async () => {
  expect(await tables.rows('/rest/v1/names?name=eq.Ann%20Lee', { as: 'service' })).toEqual([
    { id: 'p', name: 'Ann Lee' },
  ])
  expect(await tables.rows('/rest/v1/people?order=initial&select=initial', { as: 'service' })).toEqual([
    { initial: 'A' },
  ])
})

it('serves all other tables when a view’s table is gone', async () => {
  await testEnv().DB.exec('create table gone (id text)')
  await testEnv().DB.exec('create view left_over as select id from gone')
  await testEnv().DB.exec('drop table gone')
  expect((await tables.ask('/rest/v1/people', { as: 'service' })).status).toBe(200)
  expect((await tables.ask('/rest/v1/fantasy_football_cards')).status).toBe(200)
  expect((await tables.ask('/rest/v1/left_over', { as: 'service' })).status).toBe(404)
})
