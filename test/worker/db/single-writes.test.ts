import { beforeEach, describe, expect, it } from 'vitest'
import { testEnv } from '../../support/env.ts'
import { createTables, emptyDatabase, type Tables } from './tables.ts'

const NOTES = '/rest/v1/notes'
const SINGLE = { accept: 'application/vnd.pgrst.object+json' }
const SINGLE_BACK = { ...SINGLE, prefer: 'return=representation' }

let tables: Tables
beforeEach(async () => {
  await emptyDatabase()
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

describe('writes that request exactly one row', () => {
  it('changes and deletes nothing unless exactly one row matches', async () => {
    for (const [search, count] of [
      ['rank=gte.0', 3],
      ['or=(id.eq.a,title.eq.old)', 3],
      ['rank=lt.2', 2],
      ['id=eq.nobody', 0],
    ] as const)
      for (const headers of [SINGLE, SINGLE_BACK])
        for (const write of [patch, remove])
          expect([search, await tables.refusal(write(search, headers))]).toMatchObject([
            search,
            { status: 406, code: 'PGRST116', details: `The result contains ${count} rows` },
          ])
    expect(await stored()).toEqual(['a:old', 'b:old', 'c:old'])
  })

  it('updates and deletes the one row that matches', async () => {
    const changed = await patch('rank=eq.1', SINGLE_BACK)
    expect([changed.status, await changed.json()]).toEqual([200, { id: 'b', title: 'new', rank: 1 }])
    expect((await patch('rank=eq.2', SINGLE)).status).toBe(204)
    expect(await stored()).toEqual(['a:old', 'b:new', 'c:new'])
    const removed = await remove('title=eq.old', SINGLE_BACK)
    expect([removed.status, await removed.json()]).toEqual([200, { id: 'a', title: 'old', rank: 0 }])
    expect(await stored()).toEqual(['b:new', 'c:new'])
  })

  it('returns an updated row that no longer matches its filter', async () => {
    expect((await patch('rank=eq.1', SINGLE_BACK, { rank: 7 })).status).toBe(200)
  })

  it('inserts nothing when one row is requested and several are sent', async () => {
    const rows = [{ id: 'x' }, { id: 'y' }]
    const made = tables.post(NOTES, rows, { as: 'service', headers: SINGLE })
    expect(await tables.refusal(made)).toMatchObject({ status: 406, code: 'PGRST116' })
    expect(await stored()).toHaveLength(3)
  })

  it('updates exactly one row of a table without rowids', async () => {
    await testEnv().DB.exec(
      'create table pairs (a text, b text, title text, primary key (a, b)) without rowid; insert into pairs values (1, 1, 0), (1, 2, 0)',
    )
    const change = (search: string) =>
      tables.patch(`/rest/v1/pairs?${search}`, { title: 'new' }, { as: 'service', headers: SINGLE_BACK })
    expect(await tables.refusal(change('a=eq.1'))).toMatchObject({ code: 'PGRST116' })
    expect((await change('a=eq.1&b=eq.2')).status).toBe(200)
  })
})

describe('empty updates', () => {
  it('accepts an empty update without changing anything', async () => {
    expect((await patch('id=eq.a', {}, {})).status).toBe(204)
    const back = await patch('id=eq.a', { prefer: 'return=representation,count=exact' }, {})
    expect([back.status, await back.json(), back.headers.get('content-range')]).toEqual([200, [], '*/0'])
    expect(await stored()).toEqual(['a:old', 'b:old', 'c:old'])
  })

  it('rejects an empty update of every row or by an unknown column', async () => {
    expect(await tables.refusal(patch('', {}, {}))).toMatchObject({ code: 'PGRST100' })
    expect(await tables.refusal(patch('nope=eq.1', {}, {}))).toMatchObject({ code: '42703' })
  })
})

describe('rows returned by a write', () => {
  const BACK = { as: 'service', headers: { prefer: 'return=representation' } } as const
  const ids = async (response: Promise<Response>) =>
    ((await (await response).json()) as { id: string }[]).map(({ id }) => id).join('')

  it('returns written rows in the requested order and number', async () => {
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

  it('returns one of several written rows as an object', async () => {
    const headers = SINGLE_BACK
    const path = `${NOTES}?order=id.desc&limit=1`
    const made = await tables.post(path, [{ id: 'x' }, { id: 'y' }], { as: 'service', headers })
    expect([made.status, await made.json()]).toMatchObject([201, { id: 'y' }])
    const changed = await tables.patch(`${path}&rank=gte.0`, { title: 'new' }, { as: 'service', headers })
    expect([changed.status, await changed.json()]).toMatchObject([200, { id: 'c', title: 'new' }])
    expect(await stored()).toContain('a:new')
  })

  it('rejects an unknown order, an offset or a cursor on a write', async () => {
    for (const search of ['order=nope', 'order=id.desc&offset=1', 'cursor=a']) {
      const { status } = await patch(`id=eq.a&${search}`, BACK.headers)
      expect([search, status]).toEqual([search, 400])
    }
    expect(await stored()).toContain('a:old')
  })

  it('rejects a delete with a limit', async () => {
    const response = tables.ask(`${NOTES}?rank=gte.0&limit=1`, { ...BACK, method: 'DELETE' })
    expect(await tables.refusal(response)).toMatchObject({ status: 400, code: 'PGRST100' })
    expect(await stored()).toHaveLength(3)
  })
})
