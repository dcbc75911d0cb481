import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createTables, type Tables } from './tables.ts'

const NOTES = '/rest/v1/notes'
const SINGLE = { accept: 'application/vnd.pgrst.object+json' }
const SINGLE_BACK = { ...SINGLE, prefer: 'return=representation' }

let tables: Tables
beforeEach(async () => {
  await freshDatabase()
  tables = createTables()
  await testEnv().DB.exec('create table notes (id text primary key, title text, rank integer)')
  const rows = ['a', 'b', 'c'].map((id, rank) => ({ id, title: 'old', rank }))
  expect((await tables.post(NOTES, rows, { as: 'service' })).status).toBe(201)
})

const stored = async () =>
  (await tables.rows(`${NOTES}?order=id`, { as: 'service' })).map(({ id, title }) => `${id}:${title}`)
const patch = (search: string, headers: Record<string, string>, body: unknown = { title: 'new' }) =>
  tables.patch(`${NOTES}?${search}`, body, { as: 'service', headers })
const remove = (search: string, headers: Record<string, string>) =>
  tables.ask(`${NOTES}?${search}`, { as: 'service', method: 'DELETE', headers })

describe('a caller that asks for exactly one row back', () => {
  test.each([
    ['rank=gte.0', 3],
    ['or=(id.eq.a,title.eq.old)', 3],
    ['rank=lt.2', 2],
    ['id=eq.nobody', 0],
  ])('changes and removes nothing by %s, which %d rows match', async (search, count) => {
    for (const headers of [SINGLE, SINGLE_BACK])
      for (const act of [patch, remove])
        expect(await tables.refusal(act(search, headers))).toMatchObject({
          status: 406,
          code: 'PGRST116',
          details: `The result contains ${count} rows`,
        })
    expect(await stored()).toEqual(['a:old', 'b:old', 'c:old'])
  })

  test('changes and removes the one that matches', async () => {
    const changed = await patch('rank=eq.1', SINGLE_BACK)
    expect([changed.status, await changed.json()]).toEqual([200, { id: 'b', title: 'new', rank: 1 }])
    expect((await patch('rank=eq.2', SINGLE)).status).toBe(204)
    expect(await stored()).toEqual(['a:old', 'b:new', 'c:new'])
    const removed = await remove('title=eq.old', SINGLE_BACK)
    expect([removed.status, await removed.json()]).toEqual([200, { id: 'a', title: 'old', rank: 0 }])
    expect(await stored()).toEqual(['b:new', 'c:new'])
  })

  test('changes it although it does not match any more afterwards', async () => {
    expect((await patch('rank=eq.1', SINGLE_BACK, { rank: 7 })).status).toBe(200)
  })

  test('makes no rows when several are sent', async () => {
    const rows = [{ id: 'x' }, { id: 'y' }]
    const made = tables.post(NOTES, rows, { as: 'service', headers: SINGLE })
    expect(await tables.refusal(made)).toMatchObject({ status: 406, code: 'PGRST116' })
    expect(await stored()).toHaveLength(3)
  })

  test('is told the same of a view and of a table without row numbers', async () => {
    await testEnv().DB.exec(
      'create table pairs (a text, b text, title text, primary key (a, b)) without rowid; insert into pairs values (1, 1, 0), (1, 2, 0)',
    )
    const change = (search: string) =>
      tables.patch(`/rest/v1/pairs?${search}`, { title: 'new' }, { as: 'service', headers: SINGLE_BACK })
    expect(await tables.refusal(change('a=eq.1'))).toMatchObject({ code: 'PGRST116' })
    expect((await change('a=eq.1&b=eq.2')).status).toBe(200)
  })
})

describe('a change of nothing', () => {
  test('is done already', async () => {
    expect((await patch('id=eq.a', {}, {})).status).toBe(204)
    const back = await patch('id=eq.a', { prefer: 'return=representation,count=exact' }, {})
    expect([back.status, await back.json(), back.headers.get('content-range')]).toEqual([200, [], '*/0'])
    expect(await stored()).toEqual(['a:old', 'b:old', 'c:old'])
  })

  test('is refused all the same where it could mean every row or a column that is not there', async () => {
    expect(await tables.refusal(patch('', {}, {}))).toMatchObject({ code: 'PGRST100' })
    expect(await tables.refusal(patch('nope=eq.1', {}, {}))).toMatchObject({ code: '42703' })
  })
})

describe('rows that a write gives back', () => {
  const BACK = { as: 'service', headers: { prefer: 'return=representation' } } as const
  const ids = async (response: Promise<Response>) =>
    ((await (await response).json()) as { id: string }[]).map(({ id }) => id).join('')

  test('come in the order and number that is asked for', async () => {
    const rows = [
      { id: 'x', rank: 5 },
      { id: 'y', rank: null },
      { id: 'z', rank: 9, title: 'Z' },
    ]
    expect(await ids(tables.post(`${NOTES}?select=id&order=rank.desc&limit=2`, rows, BACK))).toBe('yz')
    expect(await ids(tables.patch(`${NOTES}?id=in.(x,y,z)&order=rank.asc`, { title: 'n' }, BACK))).toBe('xzy')
    expect(
      await ids(tables.patch(`${NOTES}?id=in.(x,y,z)&order=title,rank.desc.nullslast`, { title: 'n' }, BACK)),
    ).toBe('zxy')
    expect(await ids(tables.patch(`${NOTES}?rank=lt.9&order=id.desc&limit=2`, { title: 'm' }, BACK))).toBe('xc')
    expect((await stored()).filter((row) => row.endsWith(':m'))).toHaveLength(4)
    expect(await ids(tables.ask(`${NOTES}?rank=lt.3&order=rank.desc`, { ...BACK, method: 'DELETE' }))).toBe('cba')
  })

  test('are one object when one is asked for of several', async () => {
    const headers = SINGLE_BACK
    const path = `${NOTES}?order=id.desc&limit=1`
    const made = await tables.post(path, [{ id: 'x' }, { id: 'y' }], { as: 'service', headers })
    expect([made.status, await made.json()]).toMatchObject([201, { id: 'y' }])
    const changed = await tables.patch(`${path}&rank=gte.0`, { title: 'new' }, { as: 'service', headers })
    expect([changed.status, await changed.json()]).toMatchObject([200, { id: 'c', title: 'new' }])
    expect(await stored()).toContain('a:new')
  })

  test.each(['order=nope', 'order=id.desc&offset=1', 'cursor=a'])('are not asked for by %s', async (search) => {
    expect((await tables.patch(`${NOTES}?id=eq.a&${search}`, { title: 'new' }, BACK)).status).toBe(400)
    expect(await stored()).toContain('a:old')
  })

  test('are removed without a limit, as it could not be told which stay', async () => {
    const answer = tables.ask(`${NOTES}?rank=gte.0&limit=1`, { ...BACK, method: 'DELETE' })
    expect(await tables.refusal(answer)).toMatchObject({ status: 400, code: 'PGRST100' })
    expect(await stored()).toHaveLength(3)
  })
})
