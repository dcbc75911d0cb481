import { beforeEach, describe, expect, it } from 'vitest'
import { testEnv } from '../../support/env.ts'
import { seedCard } from '../../support/cards.ts'
import { createTables, emptyDatabase, RETURNING, type Tables } from './tables.ts'

const NOTES = '/rest/v1/notes'
const RECORDS = '/api/db/fantasy-cards/rest/v1/notes'

let tables: Tables
beforeEach(async () => {
  await emptyDatabase()
  tables = createTables()
  await testEnv().DB.exec(
    'create table notes (id text primary key, title text not null, rank integer, score real, tags json, done boolean, at timestamp)',
  )
  const rows = [
    { id: 'a', title: 'Alpha', rank: 1, score: 0.5, done: true },
    { id: 'b', title: 'alpha', rank: 2, score: null, done: false },
    { id: 'c', title: '100% *sure*', rank: null, score: 2.5, done: null },
    { id: 'd', title: 'x,"y" (z)', rank: 10, score: -1, done: true },
  ]
  const made = await tables.post(NOTES, rows, { as: 'service' })
  expect(made.status).toBe(201)
})

const ids = async (search: string, path = NOTES) =>
  (await tables.rows(`${path}?${search}`, { as: 'service' })).map((row) => row['id']).join('')
const enc = encodeURIComponent
const range = async (search: string, headers: Record<string, string>) =>
  (await tables.ask(`${NOTES}?${search}`, { as: 'service', headers })).headers.get('content-range')

const FILTERS = [
  ['rank=eq.1', 'a'],
  ['rank=neq.1', 'bd'],
  ['rank=gt.2', 'd'],
  ['rank=gte.2&rank=lt.10', 'b'],
  ['rank=lte.2', 'ab'],
  ['rank=is.null', 'c'],
  ['rank=not.is.null', 'abd'],
  ['rank=in.(1,10)', 'ad'],
  ['rank=not.in.(1,10)', 'b'],
  ['rank=in.()', ''],
  ['done=is.true', 'ad'],
  ['done=eq.false', 'b'],
  ['title=like.a*', 'b'],
  ['title=like.Al__a', 'a'],
  ['title=like.lph', ''],
  ['title=ilike.ALPHA', 'ab'],
  [`title=like.${enc(String.raw`100\%*`)}`, 'c'],
  [`title=like.${enc(String.raw`%\*sure\*`)}`, 'c'],
  [`title=like.${enc(String.raw`\*lpha`)}`, ''],
  [`title=like.${enc('?lpha')}`, ''],
  [`title=like.${enc('[a]lpha')}`, ''],
  ['title=ilike._LPHA', 'ab'],
  [`title=ilike.${enc(String.raw`\%LPHA`)}`, ''],
  [`title=ilike.${enc(String.raw`\_LPHA`)}`, ''],
  [`title=eq.${enc('x,"y" (z)')}`, 'd'],
  [`title=in.(${enc(String.raw`"x,\"y\" (z)",alpha`)})`, 'bd'],
  ['or=(rank.eq.1,and(rank.gt.2,score.lt.0))', 'ad'],
  ['not.or=(rank.eq.1,rank.eq.2)', 'd'],
  ['score=eq.2.5', 'c'],
  ['order=rank.asc', 'abdc'],
  ['order=rank.desc', 'cdba'],
  ['order=rank.desc.nullslast', 'dbac'],
  ['order=rank.asc.nullsfirst', 'cabd'],
  ['order=done.desc,rank.desc&limit=2&offset=1', 'da'],
  ['order=rank.asc&cursor=b', 'dc'],
  ['order=rank.desc&cursor=c', 'dba'],
  ['order=done.asc&cursor=b', 'adc'],
  ['cursor=b&limit=1', 'c'],
] as const

/** Filters in the record client’s own syntax. */
const RECORD_FILTERS = [
  [`or=${enc('(rank=eq.1,rank=gt.2&score=lt.0)')}`, 'ad'],
  ['rank=not.null', 'abd'],
  ['rank=not.2', 'ad'],
  ['rank=eq.null', 'c'],
  ['done=is.1', 'ad'],
  ['done=eq.1', 'ad'],
] as const

const REFUSED_FILTERS = [
  ['foo=bar', 'PGRST100', 400],
  ['rank=fts.cat', 'PGRST100', 400],
  ['limit=-1', 'PGRST100', 400],
  ['on_conflict=id', 'PGRST100', 400],
  ['columns=id', 'PGRST100', 400],
  ['unknown=eq.1', '42703', 400],
  ['select=unknown', '42703', 400],
  ['order=unknown', '42703', 400],
  ['rank=eq.one', '22P02', 400],
  ['rank=eq.1e999', '22003', 400],
  ['done=eq.maybe', '22P02', 400],
  [`title=like.${'x'.repeat(60)}*`, 'PGRST100', 400],
  [`or=(${Array.from({ length: 120 }, (_, n) => `rank.eq.${n}`).join(',')})`, 'PGRST100', 400],
] as const

describe('filters', () => {
  it('returns the rows that match each filter, in the requested order', async () => {
    const found = []
    for (const [search] of FILTERS) {
      const ordered = search.includes('order') || search.includes('cursor') ? search : `${search}&order=id.asc`
      found.push([search, await ids(ordered)])
    }
    expect(found).toEqual(FILTERS)
  })

  it('returns the rows that match the record client’s filters', async () => {
    const found = []
    for (const [search] of RECORD_FILTERS) found.push([search, await ids(`${search}&order=id.asc`, RECORDS)])
    expect(found).toEqual(RECORD_FILTERS)
  })

  it('accepts a list of a thousand values in one query', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => n + 1).join(',')
    expect(await ids(`rank=in.(${many})&order=id.asc`)).toBe('abd')
  })

  it('rejects filters that are malformed, unknown or too large', async () => {
    const responses = []
    for (const [search] of REFUSED_FILTERS) {
      const { code, status } = await tables.refusal(tables.ask(`${NOTES}?${search}`, { as: 'service' }))
      responses.push([search, code, status])
    }
    expect(responses).toEqual(REFUSED_FILTERS)
  })
})

describe('responses', () => {
  it('returns columns under the requested names and in the requested order', async () => {
    const [row] = await tables.rows(`${NOTES}?id=eq.a&select=name:title,id`, { as: 'service' })
    expect(Object.entries(row!)).toEqual([
      ['name', 'Alpha'],
      ['id', 'a'],
    ])
  })

  it('returns the range of rows, and their total when requested', async () => {
    expect(await range('order=id&limit=2', {})).toBe('0-1/*')
    expect(await range('order=id&limit=2&offset=1', { prefer: 'count=exact' })).toBe('1-2/4')
    expect(await range('rank=gt.99', { prefer: 'return=minimal count=exact' })).toBe('*/0')
    expect(await range('order=id', { prefer: 'count=exact', range: '1-2', 'range-unit': 'items' })).toBe('1-2/4')
  })

  it('returns no body for HEAD', async () => {
    const head = await tables.ask(`${NOTES}?select=id`, {
      as: 'service',
      method: 'HEAD',
      headers: { prefer: 'count=exact' },
    })
    expect([head.status, head.headers.get('content-range'), await head.text()]).toEqual([200, '0-3/4', ''])
  })

  it('returns a single object when requested, and 406 unless exactly one row matches', async () => {
    const accept = { accept: 'application/vnd.pgrst.object+json' }
    const one = await tables.ask(`${NOTES}?id=eq.a&select=id`, { as: 'service', headers: accept })
    expect(one.headers.get('content-type')).toContain('application/vnd.pgrst.object+json')
    expect(await one.json()).toEqual({ id: 'a' })
    for (const [search, count] of [
      ['id=eq.never', 0],
      ['rank=gt.0', 3],
    ] as const)
      expect(await tables.refusal(tables.ask(`${NOTES}?${search}`, { as: 'service', headers: accept }))).toMatchObject({
        status: 406,
        code: 'PGRST116',
        details: `The result contains ${count} rows`,
      })
  })

  it('returns errors with the fields that every client reads', async () => {
    const response = await tables.ask(`${NOTES}?nope=eq.1`, { as: 'service' })
    expect(await response.json()).toEqual({
      error: 'column notes.nope does not exist',
      message: 'column notes.nope does not exist',
      code: '42703',
      details: null,
      hint: null,
      requestId: expect.any(String),
    })
  })
})

const REFUSED_WRITES = [
  ['a missing value', 'POST', '', { id: 'e' }, 400, '23502'],
  ['an unknown column', 'POST', '', { id: 'e', title: 'E', nope: 1 }, 400, '42703'],
  ['an update of every row', 'PATCH', '', { title: 'E' }, 400, 'PGRST100'],
  ['a delete of every row', 'DELETE', '', undefined, 400, 'PGRST100'],
  ['an update with an offset', 'PATCH', '?id=eq.a&offset=1', { title: 'E' }, 400, 'PGRST100'],
  ['a delete with a limit', 'DELETE', '?id=eq.a&limit=1', undefined, 400, 'PGRST100'],
  ['an insert with a filter', 'POST', '?id=eq.e', { id: 'e', title: 'E' }, 400, 'PGRST100'],
  ['a conflict target without a unique index', 'POST', '?on_conflict=title', { id: 'e', title: 'E' }, 400, '42P10'],
] as const

describe('writes by the service', () => {
  const asService = { as: 'service', headers: RETURNING } as const

  it('updates and deletes the matching rows and returns them', async () => {
    const changed = await tables.patch(`${NOTES}?rank=gt.1`, { title: 'New', tags: { keepMe: 1 } }, asService)
    expect(((await changed.json()) as { id: string; tags: unknown }[]).map(({ id, tags }) => [id, tags])).toEqual([
      ['b', { keepMe: 1 }],
      ['d', { keepMe: 1 }],
    ])
    const removed = await tables.ask(`${NOTES}?id=eq.a&select=id`, { ...asService, method: 'DELETE' })
    expect([removed.status, await removed.json()]).toEqual([200, [{ id: 'a' }]])
    expect((await tables.ask(`${NOTES}?id=eq.b`, { as: 'service', method: 'DELETE' })).status).toBe(204)
    expect(await ids('order=id')).toBe('cd')
  })

  it('replaces a row only when requested, and keeps columns that are not sent', async () => {
    const row = { id: 'a', title: 'Changed' }
    expect(await tables.refusal(tables.post(NOTES, row, asService))).toMatchObject({ status: 409, code: '23505' })
    const merge = { prefer: 'return=representation resolution=merge-duplicates' }
    const merged = await tables.post(`${NOTES}?on_conflict=id`, row, { as: 'service', headers: merge })
    expect(await merged.json()).toMatchObject([{ id: 'a', title: 'Changed', rank: 1 }])
    const upserted = await tables.post(`${RECORDS}?on_conflict=id`, { id: 'a', title: 'Again' }, asService)
    expect(await upserted.json()).toMatchObject([{ id: 'a', title: 'Again', rank: 1 }])
    const ignored = { prefer: 'return=representation, resolution=ignore-duplicates' }
    expect(await (await tables.post(NOTES, row, { as: 'service', headers: ignored })).json()).toEqual([])
  })

  it('inserts all rows or none', async () => {
    const rows = [
      { id: 'e', title: 'fine' },
      { id: 'a', title: 'taken' },
    ]
    expect(await tables.refusal(tables.post(NOTES, rows, asService))).toMatchObject({ code: '23505' })
    expect(await ids('order=id')).toBe('abcd')
  })

  it('sets only the named columns, and generates a missing id', async () => {
    const response = await tables.post(`${NOTES}?columns="id","title"`, [{ id: 'e', title: 'E', rank: 9 }], asService)
    expect(await response.json()).toMatchObject([{ id: 'e', rank: null }])
    const named = await tables.post(NOTES, { title: 'F', done: true, tags: { camelKey: [1] } }, asService)
    const id = expect.stringMatching(/^[0-9a-f]{32}$/)
    expect(await named.json()).toMatchObject([{ id, done: true, tags: { camelKey: [1] } }])
  })

  it('returns the requested columns of written rows', async () => {
    const rows = ['e', 'f'].map((id) => ({ id, title: id }))
    const made = await tables.post(`${NOTES}?select=id&order=id.desc&limit=2`, rows, asService)
    expect([made.status, await made.json()]).toEqual([201, [{ id: 'f' }, { id: 'e' }]])
    const changed = await tables.patch(`${NOTES}?id=in.(e,f)&select=id&order=id.desc&limit=2`, { rank: 5 }, asService)
    expect([changed.status, await changed.json()]).toEqual([200, [{ id: 'f' }, { id: 'e' }]])
    const removed = await tables.ask(`${NOTES}?id=in.(e,f)&select=id&order=id.desc`, { ...asService, method: 'DELETE' })
    expect([removed.status, await removed.json()]).toEqual([200, [{ id: 'f' }, { id: 'e' }]])
  })

  it('names what a write does not support', async () => {
    const getMessage = async (method: string, search: string) =>
      (await tables.refusal(tables.ask(NOTES + search, { as: 'service', method, body: '{"id":"e","title":"E"}' })))
        .message
    expect(await getMessage('POST', '?id=eq.e')).toBe('filters are not supported here')
    expect(await getMessage('PATCH', '?id=eq.a&offset=1')).toBe('offset is not supported here')
  })

  it('rejects incomplete, unfiltered and ambiguous writes, and writes nothing', async () => {
    const responses = []
    for (const [what, method, search, body] of REFUSED_WRITES) {
      const headers = search.includes('on_conflict') ? { prefer: 'resolution=merge-duplicates' } : {}
      const init = { as: 'service', method, headers, ...(body && { body: JSON.stringify(body) }) } as const
      const { code, status } = await tables.refusal(tables.ask(NOTES + search, init))
      responses.push([what, method, search, body, status, code])
    }
    expect(responses).toEqual(REFUSED_WRITES)
    expect(await ids('order=id')).toBe('abcd')
  })

  it('lets the service update rows that no rule shows', async () => {
    await seedCard({ id: 'draft', visibility: 'draft' })
    const path = '/api/db/fantasy-cards/rest/v1/fantasy_football_cards?id=eq.draft'
    const changed = await tables.patch(path, { visibility: 'unlisted' }, asService)
    expect(await changed.json()).toMatchObject([{ id: 'draft', visibility: 'unlisted', owner: 'somebody' }])
  })
})

it('returns 404 for tables of an unknown project', async () => {
  const response = tables.ask('/api/db/other/rest/v1/notes', { as: 'service' })
  expect(await tables.refusal(response)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
})
