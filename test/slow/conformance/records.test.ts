import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import { freshDatabase } from '../../support/env.ts'
import { expectEveryMember, getFailure, PUBLIC_KEY, SERVICE_KEY, TRANSPORTS } from './support.ts'

type Note = { id: string; title: string; rankValue: number | null; tags: unknown; done: boolean | null }

describe.each(TRANSPORTS)('records %s', (_, connect) => {
  let client: Client
  beforeAll(freshDatabase)
  beforeEach(async () => {
    ;({ client } = await connect(SERVICE_KEY))
    await client.db.batch([
      { sql: 'drop table if exists notes' },
      {
        sql: 'create table notes (id text primary key, title text not null, rank_value integer unique, tags json, done boolean)',
      },
    ])
    await notes().createMany([
      { id: 'a', title: 'Alpha', rankValue: 1, tags: { camelKey: [1] }, done: true },
      { id: 'b', title: 'beta, (b) "B"', rankValue: 2, done: false },
      { id: 'c', title: 'null', rankValue: null },
    ])
  })

  const notes = () => client.db.table<Note>('notes')
  const found = async (where: Parameters<ReturnType<typeof notes>['count']>[0]) =>
    (await notes().list({ ...(where && { where }), orderBy: { id: 'asc' } })).map(({ id }) => id).join('')

  test('returns records unchanged, with keys inside JSON untouched', async () => {
    expect(await notes().get('a')).toEqual({
      id: 'a',
      title: 'Alpha',
      rankValue: 1,
      tags: { camelKey: [1] },
      done: true,
    })
    expect(await notes().get('z')).toBeNull()
  })

  test('generates an id for a record without one', async () => {
    const made = await notes().create({ title: 'new' })
    expect(made).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{32}$/), title: 'new', rankValue: null })
    expect(await notes().get(made.id)).toEqual(made)
  })

  test.each([
    [{}, 'abc'],
    [{ rankValue: 1 }, 'a'],
    [{ rankValue: null }, 'c'],
    [{ rankValue: { not: null } }, 'ab'],
    [{ rankValue: { gte: 1, lt: 2 } }, 'a'],
    [{ rankValue: { in: [1, 2, 99] } }, 'ab'],
    [{ rankValue: { not_in: [1] } }, 'b'],
    [{ title: 'null' }, 'c'],
    [{ title: { neq: 'null' } }, 'ab'],
    [{ title: 'beta, (b) "B"' }, 'b'],
    [{ title: { in: ['beta, (b) "B"', 'Alpha'] } }, 'ab'],
    [{ title: { like: 'A%' } }, 'a'],
    [{ title: { ilike: 'a%' } }, 'a'],
    [{ done: true }, 'a'],
    [{ done: { is: false } }, 'b'],
    [{ done: { is: null } }, 'c'],
    [{ OR: [{ rankValue: 1 }, { title: 'beta, (b) "B"', done: false }] }, 'ab'],
    [{ id: { neq: 'a' }, AND: [{ OR: [{ id: 'a' }, { id: 'b' }] }] }, 'b'],
  ])('finds records by %j', async (where, ids) => {
    expect(await found(where)).toBe(ids)
    expect(await notes().count(where)).toBe(ids.length)
    expect(await notes().exists(where)).toBe(ids !== '')
  })

  test('lists records with order, limit and cursor', async () => {
    const options = { select: ['id'], orderBy: { rankValue: 'desc' } } as const
    expect(await notes().list({ ...options, limit: 2 })).toEqual([{ id: 'c' }, { id: 'b' }])
    expect(await notes().list({ ...options, cursor: 'b' })).toEqual([{ id: 'a' }])
    expect(await notes().list({ ...options, offset: 1, limit: 1 })).toEqual([{ id: 'b' }])
  })

  test('updates one record and many', async () => {
    expect(await notes().update('b', { rankValue: 7 })).toMatchObject({ id: 'b', rankValue: 7, done: false })
    const both = await notes().updateMany([
      { id: 'a', title: 'A' },
      { id: 'c', title: 'C' },
    ])
    expect(both.map(({ title }) => title)).toEqual(['A', 'C'])
    expect(await getFailure(notes().update('z', { title: 'Z' }))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Record with id z not found',
    })
  })

  test('upserts records: updates existing ones and creates others', async () => {
    expect(await notes().upsert({ id: 'a', title: 'New' })).toMatchObject({ title: 'New', rankValue: 1 })
    expect(await notes().upsert({ rankValue: 2, title: 'Two' }, { onConflict: 'rankValue' })).toMatchObject({ id: 'b' })
    const many = await notes().upsertMany([
      { id: 'c', title: 'C' },
      { id: 'd', title: 'D' },
    ])
    expect(many.map(({ id, title }) => id + title)).toEqual(['cC', 'dD'])
    expect(await found({})).toBe('abcd')
  })

  test('deletes one record and many', async () => {
    await notes().delete('a')
    await notes().deleteMany({ OR: [{ id: 'b' }, { id: 'z' }] })
    expect(await found({})).toBe('c')
  })

  test('creates all records or none', async () => {
    const rows = [{ title: 'fine' }, { title: 'taken', rankValue: 1 }]
    expect(await getFailure(notes().createMany(rows))).toMatchObject({ code: '23505', status: 409, kind: 'network' })
    expect(await notes().count()).toBe(3)
  })

  test('fails with the server’s errors', async () => {
    const failures = await Promise.all([
      getFailure(notes().create({})),
      getFailure(notes().list({ where: { nope: 1 } })),
      getFailure(client.db.table('nowhere').list()),
      getFailure((await connect(PUBLIC_KEY)).client.db.table('notes').list()),
      getFailure((await connect('guess')).client.db.table('notes').list()),
      getFailure((await connect(PUBLIC_KEY)).client.db.sql('select 1')),
    ])
    for (const failure of failures) expect(failure).toBeInstanceOf(AppError)
    expect(failures.map((failure) => [(failure as AppError).code, (failure as AppError).kind])).toEqual([
      ['23502', 'validation'],
      ['42703', 'validation'],
      ['42P01', 'network'],
      ['42P01', 'network'],
      ['UNAUTHORIZED', 'auth'],
      ['42501', 'network'],
    ])
  })

  test('queries records by SQL', async () => {
    expect(await client.db.sql('select id, rank_value from notes where rank_value > ?', [1])).toMatchObject({
      rows: [{ id: 'b', rankValue: 2 }],
      columns: ['id', 'rank_value'],
      rowCount: 1,
    })
    const writes = client.db.batch([{ sql: 'select 1' }, { sql: 'delete from notes' }], 'read')
    expect(await getFailure(writes)).toMatchObject({ code: '25006', kind: 'network' })
    expect(await notes().count()).toBe(3)
  })
})

expectEveryMember('db')
