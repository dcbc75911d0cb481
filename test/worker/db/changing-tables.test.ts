import { beforeEach, describe, expect, test } from 'vitest'
import { createCountingDb } from '../../support/counting-db.ts'
import { testEnv } from '../../support/env.ts'
import { createTables, emptyDatabase, RETURNING, type Tables } from './tables.ts'

let tables: Tables
beforeEach(async () => {
  await emptyDatabase()
  tables = createTables()
  await testEnv().DB.exec('create table notes (id text primary key, body text not null, rank integer unique)')
})

const sql = (query: string) => tables.post('/api/db/fantasy-cards/sql', { query }, { as: 'service' })

describe('changing tables', () => {
  const asService = { as: 'service' } as const
  const rows = (path: string) => tables.rows(`/rest/v1/${path}`, asService)

  test('serves a new table to the service at once, and to nobody else', async () => {
    expect(await tables.refusal(tables.ask('/rest/v1/teams', asService))).toMatchObject({ code: '42P01' })
    await sql('create table teams (id text primary key, name text)')
    await tables.post('/rest/v1/teams', { name: 'Bears' }, asService)
    expect(await rows('teams?select=name')).toEqual([{ name: 'Bears' }])
    for (const as of ['public', 'keyless'] as const)
      expect((await tables.ask('/rest/v1/teams', { as })).status).toBe(as === 'public' ? 404 : 401)
    await sql('drop table teams')
    expect(await tables.refusal(tables.ask('/rest/v1/teams', asService))).toMatchObject({ status: 404, code: '42P01' })
  })

  test('serves a new column at once, whichever call requests it first', async () => {
    await sql(`insert into notes (id, body) values ('a', 'A')`)
    await rows('notes')
    const make = (name: string) => sql(`alter table notes add column ${name} text default '${name}'`)
    await make('c1')
    expect(await rows('notes')).toEqual([{ id: 'a', body: 'A', rank: null, c1: 'c1' }])
    await make('c2')
    expect(await rows('notes?select=id,c2&c2=eq.c2')).toEqual([{ id: 'a', c2: 'c2' }])
    await make('c3')
    const changed = await tables.patch('/rest/v1/notes?id=eq.a', { c3: 'x' }, { ...asService, headers: RETURNING })
    expect(await changed.json()).toMatchObject([{ c3: 'x' }])
    await make('c4')
    const inserted = await tables.post('/rest/v1/notes', { id: 'b', body: 'B' }, { ...asService, headers: RETURNING })
    expect(await inserted.json()).toMatchObject([{ id: 'b', c4: 'c4' }])
    await sql('alter table notes drop column c1')
    expect(await tables.refusal(tables.ask('/rest/v1/notes?c1=eq.x', asService))).toMatchObject({ code: '42703' })
    expect(Object.keys((await rows('notes'))[0]!)).toEqual(['id', 'body', 'rank', 'c2', 'c3', 'c4'])
  })

  test('finds a column added by another host at once by name, and in every response a second later', async () => {
    const makeElsewhere = async (name: string) => testEnv().DB.exec(`alter table notes add column ${name} text`)
    const written = async (body: object) =>
      (await tables.post('/rest/v1/notes', body, { ...asService, headers: RETURNING })).json()
    await rows('notes')
    await makeElsewhere('c1')
    expect(await written({ id: 'a', body: 'A' })).toEqual([{ id: 'a', body: 'A', rank: null }])
    expect(await rows('notes')).toEqual([{ id: 'a', body: 'A', rank: null }])
    expect(await rows('notes?select=id,c1')).toEqual([{ id: 'a', c1: null }])
    await makeElsewhere('c2')
    expect(await written({ id: 'b', body: 'B', c2: 'x' })).toMatchObject([{ id: 'b', c2: 'x' }])
    await makeElsewhere('c3')
    tables.clock.now += 1000
    expect(Object.keys((await rows('notes'))[0]!)).toEqual(['id', 'body', 'rank', 'c1', 'c2', 'c3'])
    await makeElsewhere('c4')
    tables.clock.now += 1000
    expect(await written({ id: 'c', body: 'C' })).toMatchObject([{ id: 'c', c4: null }])
  })

  test('forgets a column or table that another host dropped at once', async () => {
    await rows('notes')
    await testEnv().DB.exec('alter table notes drop column body')
    expect(await rows('notes')).toEqual([])
    await testEnv().DB.exec('drop table notes')
    expect(await tables.refusal(tables.ask('/rest/v1/notes', asService))).toMatchObject({ status: 404, code: '42P01' })
  })

  test('checks the schema version once for all reads of one second', async () => {
    const { db, counts } = createCountingDb(testEnv().DB)
    const counted = createTables({ db })
    const statementsOfRead = async () => {
      const before = counts.statements
      await counted.rows('/rest/v1/notes', asService)
      return counts.statements - before
    }
    await statementsOfRead()
    expect([await statementsOfRead(), await statementsOfRead()]).toEqual([1, 1])
    counted.clock.now += 1000
    expect([await statementsOfRead(), await statementsOfRead()]).toEqual([2, 1])
  })

  test('reads the remaining columns after one was dropped', async () => {
    await rows('notes')
    await sql('alter table notes drop column body')
    expect(await rows('notes')).toEqual([])
    await sql('alter table notes add column done boolean')
    await tables.post('/rest/v1/notes', { id: 'a', done: true }, asService)
    expect(await rows('notes?done=is.true')).toEqual([{ id: 'a', rank: null, done: true }])
  })

  test('hides a new column of the cards from everybody but the service', async () => {
    await tables.rows('/rest/v1/fantasy_football_cards')
    await sql('alter table fantasy_football_cards add column secret text')
    const sending = tables.ask('/rest/v1/fantasy_football_cards?select=secret')
    expect(await tables.refusal(sending)).toMatchObject({ status: 400, code: '42703' })
    expect((await tables.ask('/rest/v1/fantasy_football_cards?select=secret', asService)).status).toBe(200)
  })
})
