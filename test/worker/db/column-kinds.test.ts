import { beforeAll, describe, expect, it } from 'vitest'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { CARDS, createTables, type Tables, visitorId } from './tables.ts'

const THINGS = '/rest/v1/things'
const SERVICE = { as: 'service' } as const

let tables: Tables
beforeAll(async () => {
  await freshDatabase()
  tables = createTables()
  const { DB } = testEnv()
  await DB.exec('create table things (id text primary key, words text, loose, truth boolean)')
  await DB.exec('create view things_by_words as select words, count(*) as n from things group by words')
  await DB.exec('create virtual table pages using fts5(title, body)')
  await seedCard({ id: 'early', createdAt: '2026-01-01T00:00:00.000Z' })
  await seedCard({ id: 'late', createdAt: '2026-01-01T00:00:00.500Z' })
  await seedCard({ id: 'later', createdAt: '2026-01-02T00:00:00.000Z' })
})

const getStored = (id: string) =>
  testEnv().DB.prepare("select words, loose || '' as loose, truth from things where id = ?").bind(id).first()
const ids = async (path: string, options = {}) =>
  (await tables.rows(path, options)).map(({ id }) => String(id)).join(' ')

const TEXTS = [
  [7, '7'],
  [7.5, '7.5'],
  [-3, '-3'],
  [true, 'true'],
  [false, 'false'],
  ['7', '7'],
  [['a'], '["a"]'],
] as const

const BOOLEANS = [
  [true, ['true', 't', 'TRUE', 'yes', 'y', 'on', '1', ' tr ', 1, true]],
  [false, ['false', 'f', 'no', 'n', 'off', 'of', '0', 0, false]],
] as const

describe('column values', () => {
  it('stores every value of a text column as text', async () => {
    const found = []
    for (const [words] of TEXTS) {
      const id = `text-${JSON.stringify(words)}`
      const one = `${THINGS}?id=eq.${encodeURIComponent(id)}`
      expect((await tables.post(THINGS, { id, words }, SERVICE)).status).toBe(201)
      found.push([words, (await getStored(id))!['words']])
      await tables.patch(one, { words: null }, SERVICE)
      await tables.patch(one, { words }, SERVICE)
      expect((await getStored(id))!['words']).toBe(found.at(-1)![1])
    }
    expect(found).toEqual(TEXTS)
  })

  it('finds a row by a number that is stored as a text key', async () => {
    await tables.post(THINGS, { id: 8, loose: 7 }, SERVICE)
    expect(await tables.rows(`${THINGS}?id=eq.8`, SERVICE)).toMatchObject([{ id: '8', loose: 7 }])
    expect(await getStored('8')).toMatchObject({ loose: '7' })
  })

  it('accepts PostgreSQL’s spellings of true and false', async () => {
    const prefer = { prefer: 'return=representation,resolution=merge-duplicates' }
    for (const [expected, spellings] of BOOLEANS)
      for (const truth of spellings) {
        const made = await tables.post(THINGS, { id: 'truth', truth }, { ...SERVICE, headers: prefer })
        expect([truth, await made.json()]).toMatchObject([truth, [{ truth: expected }]])
        const search = `id=eq.truth&truth=eq.${encodeURIComponent(String(truth))}`
        expect([truth, await ids(`${THINGS}?${search}`, SERVICE)]).toEqual([truth, 'truth'])
      }
  })

  it('rejects other values of a boolean column', async () => {
    for (const truth of ['maybe', '', 'o', 2, 'null', {}]) {
      const { status, code } = await tables.refusal(tables.post(THINGS, { id: 'untruth', truth }, SERVICE))
      expect([truth, status, code]).toEqual([truth, 400, '22P02'])
    }
  })
})

it('compares numbers and text in an untyped column by their own type', async () => {
  const rows = [9, 10, '9', '10', 'x', null].map((loose, i) => ({ id: `any-${i}`, loose }))
  await tables.post(THINGS, rows, SERVICE)
  const found = (search: string) => ids(`${THINGS}?id=like.any-*&order=id&${search}`, SERVICE)
  expect(await found('loose=gt.9')).toBe('any-1 any-4')
  expect(await found('loose=eq.9')).toBe('any-0 any-2')
  expect(await found('loose=in.(9,x)')).toBe('any-0 any-2 any-4')
  expect(await found('loose=lt.10')).toBe('any-0')
  expect(await tables.rows('/rest/v1/things_by_words?n=gt.3&select=n', SERVICE)).toHaveLength(1)
})

it('serves a virtual table, and hides its shadow tables', async () => {
  expect((await tables.post('/rest/v1/pages', { title: 'A', body: 'of cards' }, SERVICE)).status).toBe(201)
  expect(await tables.rows('/rest/v1/pages?title=eq.A', SERVICE)).toEqual([{ title: 'A', body: 'of cards' }])
  expect(await tables.refusal(tables.ask('/rest/v1/pages_data', SERVICE))).toMatchObject({ code: '42P01' })
})

const TIMES = [
  ['eq.2026-01-01T00:00:00Z', 'early'],
  ['eq.2026-01-01 00:00:00', 'early'],
  ['eq.2026-01-01T01:00:00%2B01:00', 'early'],
  ['eq.2025-12-31T19:00:00-05', 'early'],
  ['eq.2026-01-01T00:00:00.5Z', 'late'],
  ['gt.2026-01-01T00:00:00Z', 'late later'],
  ['gte.2026-01-01', 'early late later'],
  ['lt.2026-01-02T00:00:00Z', 'early late'],
  ['lte.2026-01-02', 'early late later'],
  ['not.gt.2026-01-01T00:00:00%2B0000', 'early'],
  ['in.("2026-01-01T00:00:00Z","2026-01-02")', 'early later'],
] as const

it('finds a card by its creation time in every format', async () => {
  const found = []
  for (const [search] of TIMES)
    found.push([search, await ids(`${CARDS}?order=created_at&created_at=${search}`, { visitor: visitorId(1) })])
  expect(found).toEqual(TIMES)
})

it('rejects an update with more values than a statement can bind', async () => {
  const names = Array.from({ length: 99 }, (_, i) => `c${i}`)
  await testEnv().DB.exec(`create table wide (id text, ${names.join(', ')})`)
  const patch = Object.fromEntries(names.map((name) => [name, 'x']))
  const path = '/rest/v1/wide?id=eq.a'
  expect((await tables.patch(path, patch, SERVICE)).status).toBe(204)
  expect(await tables.refusal(tables.patch(`${path}&c1=eq.x`, patch, SERVICE))).toMatchObject({
    status: 400,
    code: 'PGRST100',
    message: 'at most 100 values in one statement; this has 101',
  })
})
