import { beforeEach, describe, expect, it } from 'vitest'
import { testEnv } from '../../support/env.ts'
import { createTables, emptyDatabase, type Tables } from './tables.ts'

const NOTES = '/rest/v1/notes'
const SINGLE = 'application/vnd.pgrst.object+json'

let tables: Tables
beforeEach(async () => {
  await emptyDatabase()
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
const readHeaders = async (response: Response) => ({
  status: response.status,
  range: response.headers.get('content-range'),
  body: (await response.text()).replaceAll(/,"requestId":"[^"]*"/g, ''),
})
const stored = async (id: string) => (await tables.rows(`${NOTES}?id=eq.${id}`, { as: 'service' }))[0]
const remove = (ids: string) => tables.ask(`${NOTES}?id=in.(${ids})`, { as: 'service', method: 'DELETE' })

const ROW = { id: 'e', title: 'E' }
const BACK = '[{"id":"e","title":"E","rank":null}]'
/** A preference, the response body, and the range. */
const PREFERRED = [
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
] as const

/** A preference, its query string, and the resulting row. */
const RESOLUTIONS = [
  ['resolution=merge-duplicates', '', { title: 'New', rank: 0 }],
  ['resolution=merge-duplicates', 'on_conflict=id', { title: 'New', rank: 0 }],
  ['resolution=ignore-duplicates', '', { title: 'none', rank: 0 }],
  ['resolution=ignore-duplicates', 'on_conflict=id', { title: 'none', rank: 0 }],
] as const

const COUNTS = [
  ['PATCH', 'count=exact', 204, '*/2'],
  ['PATCH', '', 204, null],
  ['DELETE', 'count=exact', 204, '*/2'],
  ['DELETE', 'return=representation,count=exact', 200, '*/2'],
] as const

const REFUSED_COLUMNS = [
  ['columns=nope', '42703'],
  ['columns=', 'PGRST100'],
  ['columns=id&columns=title', 'PGRST100'],
  ['columns=id->x', 'PGRST100'],
] as const

const ACCEPTED = [
  ['*/*', 'application/json', '[{"id":"a"}]'],
  ['application/json', 'application/json', '[{"id":"a"}]'],
  ['application/json; charset=utf-8', 'application/json', '[{"id":"a"}]'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'application/json', '[{"id":"a"}]'],
  [SINGLE, SINGLE, '{"id":"a"}'],
  [`${SINGLE}, application/json`, SINGLE, '{"id":"a"}'],
] as const

const COUNTED = { prefer: 'count=exact' }
/** Headers, their query string, and the status, range and rows of the response. */
const RANGES = [
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
] as const

const UNSATISFIABLE = [
  [{ range: '5-9', ...COUNTED }, 'An offset of 5 was requested, but there are only 4 rows.'],
  [{ range: '3-1' }, null],
] as const

const REPEATED = [
  ['rank=gte.1&rank=lt.3', 'bc'],
  ['rank=gt.0&rank=gt.2', 'd'],
  ['or=(rank.eq.1,rank.eq.2)&or=(id.eq.a,id.eq.b)', 'b'],
  ['and=(rank.gt.0)&and=(rank.lt.2)', 'b'],
  ['not.or=(rank.eq.1)&not.or=(rank.eq.2)', 'ad'],
  ['id=in.(a,b)&id=neq.a', 'b'],
] as const

describe('Prefer on writes', () => {
  it('returns what Prefer requests after a write', async () => {
    const responses = []
    for (const [prefer] of PREFERRED) {
      const { status, body, range } = await readHeaders(await write(ROW, { prefer }))
      responses.push([prefer, body, range])
      expect([prefer, status, await stored('e')]).toEqual([prefer, 201, expect.objectContaining(ROW)])
      await remove('e')
    }
    expect(responses).toEqual(PREFERRED)
  })

  it('rejects unknown preferences when handling is strict', async () => {
    const refused = tables.refusal(write(ROW, { prefer: 'handling=strict, tx=rollback, max-affected=1' }))
    expect(await refused).toMatchObject({
      status: 400,
      code: 'PGRST122',
      details: 'Invalid preferences: tx=rollback, max-affected=1',
    })
    expect(await stored('e')).toBeUndefined()
  })

  it('resolves a conflict with an existing row as Prefer requests', async () => {
    for (const [prefer, search, row] of RESOLUTIONS) {
      await remove('a')
      expect((await write({ id: 'a', rank: 0 }, {})).status).toBe(201)
      expect((await write({ id: 'a', title: 'New' }, { prefer }, search)).status).toBe(201)
      expect([prefer, search, await stored('a')]).toEqual([prefer, search, expect.objectContaining(row)])
    }
  })

  it('returns 409 under /rest/v1 when on_conflict comes without a resolution', async () => {
    expect((await write({ id: 'a', title: 'New' }, {}, 'on_conflict=id')).status).toBe(409)
  })

  it('counts changed and deleted rows when Prefer requests it', async () => {
    const responses = []
    for (const [method, prefer] of COUNTS) {
      await remove('c,d')
      await write(
        ['c', 'd'].map((id, i) => ({ id, rank: 2 + i })),
        {},
      )
      const init = method === 'PATCH' ? { body: '{"title":"x"}' } : {}
      const response = await tables.ask(`${NOTES}?rank=gt.1`, { as: 'service', method, headers: { prefer }, ...init })
      responses.push([method, prefer, response.status, response.headers.get('content-range')])
    }
    expect(responses).toEqual(COUNTS)
  })
})

describe('the columns parameter', () => {
  const inserted = async (rows: Row[], columns: string, prefer = '') => {
    const headers = { prefer: `return=representation,${prefer}` }
    return (await (await write(rows, headers, `columns=${encodeURIComponent(columns)}`)).json()) as Row[]
  }

  it('writes only the columns that are named', async () => {
    expect(await inserted([{ id: 'e', title: 'E', rank: 9 }], '"id","title"')).toEqual([
      { id: 'e', title: 'E', rank: null },
    ])
    expect(await inserted([{ id: 'f', rank: 9 }], 'id')).toEqual([{ id: 'f', title: 'none', rank: null }])
  })

  it('sets a missing named column to null, or to its default when requested', async () => {
    expect(await inserted([{ id: 'e' }, { id: 'f', title: 'F' }], 'id,title')).toMatchObject([
      { title: null },
      { title: 'F' },
    ])
    expect(await inserted([{ id: 'g' }], 'id,title', 'missing=default')).toMatchObject([{ title: 'none' }])
  })

  it('rejects columns that are unknown, empty, repeated or paths', async () => {
    const responses = []
    for (const [search] of REFUSED_COLUMNS) {
      const { status, code } = await tables.refusal(write([{ id: 'e' }], {}, search))
      responses.push([search, code])
      expect([search, status]).toEqual([search, 400])
    }
    expect(responses).toEqual(REFUSED_COLUMNS)
  })
})

describe('Accept', () => {
  it('returns the content type that Accept requests', async () => {
    const responses = []
    for (const [accept] of ACCEPTED) {
      const response = await read('id=eq.a&select=id', { accept })
      responses.push([accept, response.headers.get('content-type')?.split(';')[0], await response.text()])
      expect([accept, response.status]).toEqual([accept, 200])
    }
    expect(responses).toEqual(ACCEPTED)
  })

  it('returns 406 for unsupported content types, and writes nothing', async () => {
    for (const accept of [
      'text/csv',
      'application/geo+json',
      'application/vnd.pgrst.plan+json',
      `${SINGLE};nulls=stripped`,
    ]) {
      const { status, code } = await tables.refusal(write({ id: 'e' }, { accept }))
      expect([accept, status, code]).toEqual([accept, 406, 'PGRST107'])
    }
    expect(await stored('e')).toBeUndefined()
  })
})

describe('Range', () => {
  it('returns the rows of a range', async () => {
    const responses = []
    for (const [headers, search] of RANGES) {
      const ask = (method: string) => read(`select=id&order=id${search}`, { ...headers }, method)
      const [get, head] = [await ask('GET'), await ask('HEAD')]
      const range = get.headers.get('content-range')
      expect([head.status, head.headers.get('content-range'), await head.text()]).toEqual([get.status, range, ''])
      responses.push([headers, search, get.status, range, (await get.json<Row[]>()).map(({ id }) => id).join('')])
    }
    expect(responses).toEqual(RANGES)
  })

  it('returns 416 for a range that cannot be satisfied', async () => {
    for (const [headers, details] of UNSATISFIABLE)
      expect(await tables.refusal(read('order=id', { ...headers }))).toEqual({
        status: 416,
        code: 'PGRST103',
        message: 'Requested range not satisfiable',
        details,
      })
  })

  it('ignores Range on a write', async () => {
    const response = await tables.patch(
      `${NOTES}?id=eq.a`,
      { title: 'x' },
      { as: 'service', headers: { range: '0-0' } },
    )
    expect(response.status).toBe(204)
  })
})

describe('repeated parameters', () => {
  it('rejects repeated parameters that may appear only once', async () => {
    for (const search of [
      'select=id&select=rank',
      'order=id&order=rank',
      'limit=1&limit=2',
      'offset=1&offset=1',
      'cursor=a&cursor=b',
    ]) {
      const { status, code } = await tables.refusal(read(search, {}))
      expect([search, status, code]).toEqual([search, 400, 'PGRST100'])
    }
  })

  it('combines repeated filters on one column', async () => {
    const found = []
    for (const [search] of REPEATED) {
      const rows = await (await read(`${search}&order=id`, {})).json<Row[]>()
      found.push([search, rows.map(({ id }) => id).join('')])
    }
    expect(found).toEqual(REPEATED)
  })
})
