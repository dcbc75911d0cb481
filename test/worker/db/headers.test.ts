import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createTables, type Tables } from './tables.ts'

const NOTES = '/rest/v1/notes'
const SINGLE = 'application/vnd.pgrst.object+json'

let tables: Tables
beforeEach(async () => {
  await freshDatabase()
  tables = createTables()
  await testEnv().DB.exec(`create table notes (id text primary key, title text default 'none', rank integer unique)`)
  await tables.post(
    NOTES,
    ['a', 'b', 'c', 'd'].map((id, i) => ({ id, rank: i })),
    { as: 'service' },
  )
})

type Row = Record<string, unknown>
const read = (search: string, headers: Record<string, string>, method = 'GET') =>
  tables.ask(`${NOTES}?${search}`, { as: 'service', method, headers })
const write = (body: unknown, headers: Record<string, string>, search = '') =>
  tables.post(`${NOTES}?${search}`, body, { as: 'service', headers })
const said = async (response: Response) => ({
  status: response.status,
  range: response.headers.get('content-range'),
  body: (await response.text()).replaceAll(/,"requestId":"[^"]*"/g, ''),
})
const stored = async (id: string) => (await tables.rows(`${NOTES}?id=eq.${id}`, { as: 'service' }))[0]

describe('Prefer, when rows are written', () => {
  const ROW = { id: 'e', title: 'E' }
  const BACK = '[{"id":"e","title":"E","rank":null}]'
  test.each([
    ['', '', null],
    ['return=minimal', '', null],
    ['return=headers-only', '', null],
    ['return=representation', BACK, null],
    ['return=representation,count=exact', BACK, '*/1'],
    ['return=representation, count=exact', BACK, '*/1'],
    ['return=representation count=exact', BACK, '*/1'],
    ['Return=Representation', BACK, null],
    ['count=exact', '', '*/1'],
    ['tx=commit, return=representation', BACK, null],
    ['handling=lenient, nonsense, return=representation', BACK, null],
    ['handling=strict, return=representation', BACK, null],
  ])('%j', async (prefer, body, range) => {
    expect(await said(await write(ROW, { prefer }))).toEqual({ status: 201, range, body })
    expect(await stored('e')).toMatchObject(ROW)
  })

  test('is not ignored where it must not be', async () => {
    const refused = tables.refusal(write(ROW, { prefer: 'handling=strict, tx=rollback, max-affected=1' }))
    expect(await refused).toMatchObject({
      status: 400,
      code: 'PGRST122',
      details: 'Invalid preferences: tx=rollback, max-affected=1',
    })
    expect(await stored('e')).toBeUndefined()
  })

  test.each([
    ['resolution=merge-duplicates', '', { title: 'New', rank: 0 }],
    ['resolution=merge-duplicates', 'on_conflict=id', { title: 'New', rank: 0 }],
    ['resolution=ignore-duplicates', '', { title: 'none', rank: 0 }],
    ['resolution=ignore-duplicates', 'on_conflict=id', { title: 'none', rank: 0 }],
  ])('%s with %j says what becomes of a row that is there', async (prefer, search, row) => {
    expect((await write({ id: 'a', title: 'New' }, { prefer }, search)).status).toBe(201)
    expect(await stored('a')).toMatchObject(row)
  })

  test('without a resolution, on_conflict alone replaces nothing under /rest/v1', async () => {
    expect((await write({ id: 'a', title: 'New' }, {}, 'on_conflict=id')).status).toBe(409)
  })

  test.each([
    ['PATCH', 'count=exact', 204, '*/2'],
    ['PATCH', '', 204, null],
    ['DELETE', 'count=exact', 204, '*/2'],
    ['DELETE', 'return=representation,count=exact', 200, '*/2'],
  ])('%s with %j', async (method, prefer, status, range) => {
    const init = method === 'PATCH' ? { body: '{"title":"x"}' } : {}
    const answer = await tables.ask(`${NOTES}?rank=gt.1`, { as: 'service', method, headers: { prefer }, ...init })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([status, range])
  })
})

describe('columns', () => {
  const inserted = async (rows: Row[], columns: string, prefer = '') => {
    const headers = { prefer: `return=representation,${prefer}` }
    return (await (await write(rows, headers, `columns=${encodeURIComponent(columns)}`)).json()) as Row[]
  }

  test('that are not named are not set', async () => {
    expect(await inserted([{ id: 'e', title: 'E', rank: 9 }], '"id","title"')).toEqual([
      { id: 'e', title: 'E', rank: null },
    ])
    expect(await inserted([{ id: 'f', rank: 9 }], 'id')).toEqual([{ id: 'f', title: 'none', rank: null }])
  })

  test('that are named and left out have no value, or their default when told so', async () => {
    expect(await inserted([{ id: 'e' }, { id: 'f', title: 'F' }], 'id,title')).toMatchObject([
      { title: null },
      { title: 'F' },
    ])
    expect(await inserted([{ id: 'g' }], 'id,title', 'missing=default')).toMatchObject([{ title: 'none' }])
  })

  test.each([
    ['columns=nope', '42703'],
    ['columns=', 'PGRST100'],
    ['columns=id&columns=title', 'PGRST100'],
    ['columns=id->x', 'PGRST100'],
  ])('%s is refused', async (search, code) => {
    expect(await tables.refusal(write([{ id: 'e' }], {}, search))).toMatchObject({ status: 400, code })
  })
})

describe('Accept', () => {
  test.each([
    ['*/*', 'application/json', '[{"id":"a"}]'],
    ['application/json', 'application/json', '[{"id":"a"}]'],
    ['application/json; charset=utf-8', 'application/json', '[{"id":"a"}]'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'application/json', '[{"id":"a"}]'],
    [SINGLE, SINGLE, '{"id":"a"}'],
    [`${SINGLE}, application/json`, SINGLE, '{"id":"a"}'],
  ])('%s is answered with %s', async (accept, type, body) => {
    const answer = await read('id=eq.a&select=id', { accept })
    expect([answer.status, answer.headers.get('content-type')?.split(';')[0], await answer.text()]).toEqual([
      200,
      type,
      body,
    ])
  })

  test.each(['text/csv', 'application/geo+json', 'application/vnd.pgrst.plan+json', `${SINGLE};nulls=stripped`])(
    '%s alone is refused, and then nothing is written',
    async (accept) => {
      expect(await tables.refusal(write({ id: 'e' }, { accept }))).toMatchObject({ status: 406, code: 'PGRST107' })
      expect(await stored('e')).toBeUndefined()
    },
  )
})

describe('Range', () => {
  const COUNTED = { prefer: 'count=exact' }
  test.each([
    [{ range: '0-1' }, '', 200, '0-1/*', 'ab'],
    [{ range: '1-' }, '', 200, '1-3/*', 'bcd'],
    [{ range: '0-1', 'range-unit': 'items', ...COUNTED }, '', 206, '0-1/4', 'ab'],
    [{ range: '2-9', ...COUNTED }, '', 206, '2-3/4', 'cd'],
    [{ range: '0-3', ...COUNTED }, '', 200, '0-3/4', 'abcd'],
    [{ range: '0-9', ...COUNTED }, '', 200, '0-3/4', 'abcd'],
    [{ range: '4-9', ...COUNTED }, '', 206, '*/4', ''],
    [{ range: '9-12' }, '', 200, '*/*', ''],
    [{ range: '0-2' }, '&limit=2', 200, '0-1/*', 'ab'],
    [{ range: '0-2' }, '&offset=2', 200, '2-2/*', 'c'],
    [COUNTED, '&limit=2&offset=1', 206, '1-2/4', 'bc'],
    [COUNTED, '&rank=gt.1', 200, '0-1/2', 'cd'],
    [COUNTED, '&rank=gt.9', 200, '*/0', ''],
    [{ prefer: 'count=planned' }, '&limit=1', 206, '0-0/4', 'a'],
    [{ prefer: 'count=estimated' }, '&limit=1', 206, '0-0/4', 'a'],
    [{ range: 'bytes=0-1' }, '', 200, '0-3/*', 'abcd'],
    [{ range: 'nonsense' }, '', 200, '0-3/*', 'abcd'],
  ])('%j %s', async (headers, search, status, range, ids) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await read(`select=id&order=id${search}`, headers as Record<string, string>, method)
      expect([method, answer.status, answer.headers.get('content-range')]).toEqual([method, status, range])
      const rows = method === 'HEAD' ? [] : ((await answer.json()) as Row[])
      if (method === 'GET') expect(rows.map(({ id }) => id).join('')).toBe(ids)
      else expect(await answer.text()).toBe('')
    }
  })

  test.each([
    [{ range: '5-9', ...COUNTED }, 'An offset of 5 was requested, but there are only 4 rows.'],
    [{ range: '3-1' }, null],
  ])('%j cannot be satisfied', async (headers, details) => {
    expect(await tables.refusal(read('order=id', headers as Record<string, string>))).toEqual({
      status: 416,
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details,
    })
  })

  test('means nothing to a write', async () => {
    const answer = await tables.patch(`${NOTES}?id=eq.a`, { title: 'x' }, { as: 'service', headers: { range: '0-0' } })
    expect(answer.status).toBe(204)
  })
})

describe('parameters that are given twice', () => {
  test.each([
    'select=id&select=rank',
    'order=id&order=rank',
    'limit=1&limit=2',
    'offset=1&offset=1',
    'cursor=a&cursor=b',
  ])('%s are refused when only one can count', async (search) => {
    expect(await tables.refusal(read(search, {}))).toMatchObject({ status: 400, code: 'PGRST100' })
  })

  test.each([
    ['rank=gte.1&rank=lt.3', 'bc'],
    ['rank=gt.0&rank=gt.2', 'd'],
    ['or=(rank.eq.1,rank.eq.2)&or=(id.eq.a,id.eq.b)', 'b'],
    ['and=(rank.gt.0)&and=(rank.lt.2)', 'b'],
    ['not.or=(rank.eq.1)&not.or=(rank.eq.2)', 'ad'],
    ['id=in.(a,b)&id=neq.a', 'b'],
  ])('%s all count when they are conditions', async (search, ids) => {
    const rows = (await (await read(`${search}&order=id`, {})).json()) as Row[]
    expect(rows.map(({ id }) => id).join('')).toBe(ids)
  })
})
