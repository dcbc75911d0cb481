import { beforeEach, expect, it } from 'vitest'
import { testEnv } from '../../support/env.ts'
import { createTables, emptyDatabase, type Tables } from './tables.ts'

let tables: Tables
beforeEach(async () => {
  await emptyDatabase()
  tables = createTables()
  await testEnv().DB.exec('create table events (id text primary key, at timestamp default current_timestamp)')
})

/** Times in chronological order, in every format that the database receives. */
const STORED = {
  a: '2025-12-31 23:59:59',
  b: '2026-01-01T00:00:00Z',
  c: '2026-01-01 00:00:00.500',
  d: '2026-01-01T02:00:01+02:00',
  e: '2026-01-01T00:00:01.250Z',
  f: '2026-01-02',
  g: '2026-01-02T00:00:00.001',
}
const ids = Object.keys(STORED).join('')

const found = async (search: string) =>
  (await tables.rows(`/rest/v1/events?${search}&order=id`, { as: 'service' })).map(({ id }) => id).join('')

const BY_INSTANT = [
  ['at=eq.2026-01-01T00:00:00.500Z', 'c'],
  ['at=eq.2026-01-01T01:00:00%2B01:00', 'b'],
  ['at=gte.2026-01-02', 'fg'],
  ['at=lt.2026-01-01', 'a'],
  ['at=like.2026-01-01T*', 'bde'],
  ['at=is.null', ''],
] as const

async function store(): Promise<void> {
  for (const [id, at] of Object.entries(STORED))
    await testEnv().DB.prepare('insert into events values (?, ?)').bind(id, at).run()
}

it('finds a row, and those before and after it, by a time that was read', async () => {
  await store()
  for (const [i, id] of Object.keys(STORED).entries()) {
    const [row] = await tables.rows(`/rest/v1/events?id=eq.${id}`, { as: 'service' })
    const at = encodeURIComponent(String(row!['at']))
    expect({
      eq: await found(`at=eq.${at}`),
      in: await found(`at=in.(${at},"1999-01-01")`),
      neq: await found(`at=neq.${at}`),
      gt: await found(`at=gt.${at}`),
      gte: await found(`at=gte.${at}`),
      lt: await found(`at=lt.${at}`),
      lte: await found(`at=not.gt.${at}`),
    }).toEqual({
      eq: id,
      in: id,
      neq: ids.replace(id, ''),
      gt: ids.slice(i + 1),
      gte: ids.slice(i),
      lt: ids.slice(0, i),
      lte: ids.slice(0, i + 1),
    })
  }
})

it('compares times by their instant', async () => {
  await store()
  const responses = []
  for (const [search] of BY_INSTANT) responses.push([search, await found(search)])
  expect(responses).toEqual(BY_INSTANT)
})

it('finds a row by the time that the database set', async () => {
  await tables.post('/rest/v1/events', { id: 'now' }, { as: 'service' })
  const [{ at } = {}] = await tables.rows('/rest/v1/events', { as: 'service' })
  expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  expect(await found(`at=eq.${String(at)}`)).toBe('now')
  expect(await found(`at=gt.${String(at)}`)).toBe('')
  const changed = await tables.patch(`/rest/v1/events?at=lte.${String(at)}`, { id: 'then' }, { as: 'service' })
  expect(changed.status).toBe(204)
  expect(await found('at=not.is.null')).toBe('then')
})

it('compares numbers in a time column as numbers', async () => {
  await tables.post(
    '/rest/v1/events',
    [
      { id: 'x', at: 1_700_000_000_000 },
      { id: 'y', at: 5 },
    ],
    { as: 'service' },
  )
  expect(await found('at=gt.6')).toBe('x')
  expect(await found('at=eq.5')).toBe('y')
})
