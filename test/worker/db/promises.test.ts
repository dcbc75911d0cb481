import { beforeEach, describe, expect, inject, test } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { as, PROJECT } from '../../support/backend.ts'
import { seedCard } from '../../support/cards.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { CARDS, createTables, RETURNING, type Tables } from './tables.ts'

const NOTES = '/rest/v1/notes'
const SERVICE = { as: 'service' } as const

let tables: Tables
beforeEach(async () => {
  await freshDatabase()
  tables = createTables()
  await testEnv().DB.exec(
    `create table notes (id text primary key, title text not null check (title <> 'bad'), rank integer unique, tags json, at timestamp, "my-col" integer)`,
  )
  const notes = [
    { id: 'a', title: 'Alpha', rank: 1, tags: { one: 1, two: [1, { deep: 'x' }] }, at: '2026-01-01T00:00:00Z' },
    { id: 'b', title: 'Beta', rank: 2, tags: ['x'], at: '2026-02-01T00:00:00Z' },
    { id: 'c', title: 'Gamma', rank: 3, tags: null, at: null, 'my-col': 7 },
  ]
  expect((await tables.post(NOTES, notes, SERVICE)).status).toBe(201)
})

const found = async (search: string) =>
  (await tables.rows(`${NOTES}?${search}&select=id&order=id`, SERVICE)).map(({ id }) => id).join('')
const all = () => found('id=neq.none')
const where = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`

describe('another schema', () => {
  test.each(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])(
    'is not served to %s, and nothing is written',
    async (method) => {
      const profile = method === 'GET' || method === 'HEAD' ? 'accept-profile' : 'content-profile'
      const ask = (schema: string) =>
        tables.ask(method === 'POST' ? NOTES : `${NOTES}?id=eq.a`, {
          ...SERVICE,
          method,
          headers: { [profile]: schema },
          ...(method === 'POST' || method === 'PATCH' ? { body: '{"id":"z","title":"Z"}' } : {}),
        })
      const refused = await ask('somewhere_else')
      expect(refused.status).toBe(406)
      if (method !== 'HEAD')
        expect(await refused.json()).toMatchObject({
          code: 'PGRST106',
          message: 'Invalid schema: somewhere_else',
          hint: 'Only the following schemas are exposed: public',
        })
      expect(await all()).toBe('abc')
      expect((await ask('public')).ok).toBe(true)
    },
  )
})

describe('a time that is none', () => {
  const DATE = 'Sun Feb 15 2026 00:00:00 GMT+0000 (Coordinated Universal Time)'
  test.each([
    where('at', `lt.${DATE}`),
    where('at', 'gt.notatime'),
    where('at', 'in.(2026-01-01,notatime)'),
    where('and', '(at.gte.notatime,id.eq.a)'),
    'at=eq.2026-13-01',
    'at=eq.',
  ])('in %s is refused', async (search) => {
    expect(await tables.refusal(tables.ask(`${NOTES}?${search}`, SERVICE))).toMatchObject({
      status: 400,
      code: '22007',
      message: expect.stringContaining('invalid input syntax for type timestamp with time zone: "'),
    })
  })

  test('is refused to the public key too', async () => {
    const late = tables.ask(`${CARDS}?${where('created_at', `lt.${DATE}`)}`)
    expect(await tables.refusal(late)).toMatchObject({ status: 400, code: '22007' })
  })

  test.each(['notatime', {}, true, ''])('is not stored: %j', async (at) => {
    expect(await tables.refusal(tables.post(NOTES, { title: 'x', at }, SERVICE))).toMatchObject({ code: '22007' })
    const changed = tables.patch(`${NOTES}?id=eq.a`, { at }, SERVICE)
    expect(await tables.refusal(changed)).toMatchObject({ status: 400, code: '22007' })
    const card = { id: 'k', created_at: at, team_colors: 'Chicago Bears', image_url: 'x' }
    expect(await tables.refusal(tables.post(CARDS, card, SERVICE))).toMatchObject({ code: '22007' })
  })
})

describe('tx=rollback', () => {
  test.each(['tx=rollback', 'tx=rollback, return=representation', 'handling=lenient, tx=rollback'])(
    '%j writes nothing and says so',
    async (prefer) => {
      const headers = { prefer }
      const refusal = { status: 400, code: 'PGRST122', details: 'Invalid preferences: tx=rollback' }
      const ask = (method: string, body?: string) =>
        tables.ask(`${NOTES}${method === 'POST' ? '' : '?id=eq.a'}`, {
          ...SERVICE,
          method,
          headers,
          ...(body && { body }),
        })
      expect(await tables.refusal(ask('POST', '{"id":"z","title":"Z"}'))).toMatchObject(refusal)
      expect(await tables.refusal(ask('PATCH', '{"title":"Z"}'))).toMatchObject(refusal)
      expect(await tables.refusal(ask('DELETE'))).toMatchObject(refusal)
      expect([await all(), await found('title=eq.Alpha')]).toEqual(['abc', 'a'])
    },
  )

  test('changes nothing of what only reads', async () => {
    const read = await tables.ask(`${NOTES}?id=eq.a`, { ...SERVICE, headers: { prefer: 'tx=rollback' } })
    expect([read.status, read.headers.get('preference-applied')]).toEqual([200, 'tx=rollback'])
  })
})

describe('Preference-Applied', () => {
  test.each([
    ['GET', 'count=exact, return=representation, nonsense=1', 'count=exact'],
    ['GET', 'timezone=Europe/Berlin', null],
    ['POST', 'return=representation', 'return=representation'],
    [
      'POST',
      'resolution=merge-duplicates,missing=default,return=minimal,count=exact,max-affected=1,handling=lenient',
      'resolution=merge-duplicates, missing=default, return=minimal, count=exact, handling=lenient',
    ],
    ['PATCH', 'return=representation resolution=merge-duplicates', 'return=representation'],
    ['DELETE', 'return=headers-only', 'return=headers-only'],
    ['DELETE', '', null],
  ])('to %s with %j says %j', async (method, prefer, applied) => {
    const body = { POST: '{"id":"d","title":"A"}', PATCH: '{"title":"A"}' }[method]
    const path = method === 'POST' ? NOTES : `${NOTES}?id=eq.a`
    const init = { ...(prefer && { headers: { prefer } }), ...(body !== undefined && { body }) }
    const answer = await tables.ask(path, { ...SERVICE, method, ...init })
    expect([answer.ok, answer.headers.get('preference-applied')]).toEqual([true, applied])
  })

  test('and Location may be read by pages of other sites', async () => {
    const app = createTestApp()
    const answer = await app.send(NOTES, { headers: as.service() })
    const exposed = answer.headers.get('access-control-expose-headers')!.split(',')
    expect(exposed).toEqual(expect.arrayContaining(['preference-applied', 'location', 'content-range']))
  })
})

test('return=headers-only says where the row is and nothing else', async () => {
  const headers = { prefer: 'return=headers-only' }
  const insert = (path: string, body: unknown) => tables.post(path, body, { ...SERVICE, headers })
  const made = await insert(NOTES, { id: 'x y&z', title: 'X' })
  expect([made.status, await made.text(), made.headers.get('location')]).toEqual([201, '', '/notes?id=eq.x%20y%26z'])
  expect(await tables.rows(`/rest/v1${made.headers.get('location')!}`, SERVICE)).toMatchObject([{ id: 'x y&z' }])
  await testEnv().DB.exec(
    'create table seats (hall text, seat integer, primary key (hall, seat)); create table loose (a text)',
  )
  expect((await insert('/rest/v1/seats', { hall: 'A', seat: 3 })).headers.get('location')).toBe(
    '/seats?hall=eq.A&seat=eq.3',
  )
  expect((await insert('/rest/v1/loose', { a: 'x' })).headers.get('location')).toBeNull()
})

describe('JSON is compared by value', () => {
  test.each([
    ['tags', 'eq.{"two":[1.0,{"deep":"x"}],"one":1}', 'a'],
    ['tags', 'eq. { "one" : 1, "two" : [1, {"deep":"x"}] } ', 'a'],
    ['tags', 'eq.{"one":1}', ''],
    ['tags', 'eq.{"one":1,"two":[{"deep":"x"},1]}', ''],
    ['tags', 'eq.["x"]', 'b'],
    ['tags', 'eq."x"', ''],
    ['tags', 'neq.["x"]', 'a'],
    ['tags', 'not.eq.["x"]', 'a'],
    ['tags', 'in.("[\\"x\\"]","{\\"two\\":[1,{\\"deep\\":\\"x\\"}],\\"one\\":1}")', 'ab'],
    ['tags', 'not.in.("[\\"x\\"]")', 'a'],
    ['or', '(tags.eq."[\\"x\\"]",tags.is.null)', 'bc'],
  ])('%s=%s', async (name, value, expected) => {
    expect(await found(where(name, value))).toBe(expected)
  })

  test('and a text that is no JSON, or one that is more than another, is refused', async () => {
    const ask = (value: string) => tables.refusal(tables.ask(`${NOTES}?${where('tags', value)}`, SERVICE))
    expect(await ask('eq.{x')).toMatchObject({ status: 400, code: '22P02' })
    expect(await ask('gt.{}')).toMatchObject({ status: 404, code: '42883' })
  })

  test('also for everybody, in the stored order or another, twice at most', async () => {
    await seedCard({ id: 'card-1' })
    const [{ stats } = {}] = await tables.rows(`${CARDS}?id=eq.card-1&select=stats`)
    const turned = JSON.stringify(Object.fromEntries(Object.entries(stats as object).toReversed()))
    for (const text of [JSON.stringify(stats), turned, turned.replace('touchdownPower', 'touchdown_power')])
      expect(await tables.rows(`${CARDS}?${where('stats', `eq.${text}`)}&select=id`)).toEqual([{ id: 'card-1' }])
    const three = tables.ask(`${CARDS}?stats=neq.1&stats=neq.2&stats=neq.3`)
    expect(await tables.refusal(three)).toMatchObject({ status: 400, code: 'PGRST100' })
  })
})

describe('blanks in a logic tree', () => {
  test.each([
    ['or', '(rank.eq.1, rank.eq.3)', 'ac'],
    ['or', '( rank.eq.1 , rank.eq.3 )', 'ac'],
    ['and', '( and ( rank.in.( 1, 2, 3 ) , rank.eq.3 ) , or ( rank.eq.2 , rank.eq.3 ) )', 'c'],
    ['or', '(title.eq."Alpha" , not.and ( rank.lt.3 , rank.gt.0 ), tags.is.null )', 'ac'],
    ['rank', 'in.( 1 , 2 )', 'ab'],
    ['rank', 'in.(  )', ''],
    ['my-col', 'eq.7', 'c'],
    ['or', '(my-col.eq.7,rank.eq.1)', 'ac'],
  ])('%s=%s', async (name, value, expected) => {
    expect(await found(where(name, value))).toBe(expected)
  })
})

describe('a broken constraint is named to the service key', () => {
  const insert = (body: unknown) => tables.refusal(tables.post(NOTES, body, SERVICE))
  test('by its column, its key or its check', async () => {
    expect(await insert({ id: 'z' })).toMatchObject({
      code: '23502',
      message: 'null value in column "title" of relation "notes" violates not-null constraint',
    })
    expect(await insert({ id: 'a', title: 'A' })).toMatchObject({
      code: '23505',
      message: 'duplicate key value violates unique constraint "notes_id_key"',
      details: 'Key (id)=(a) already exists.',
    })
    expect(
      await insert([
        { title: 'A', rank: 9 },
        { title: 'B', rank: 1 },
      ]),
    ).toMatchObject({
      code: '23505',
      details: 'Key (rank) already exists.',
    })
    expect(await insert({ title: 'bad' })).toMatchObject({
      code: '23514',
      message: expect.stringContaining("title <> 'bad'"),
    })
    const changed = tables.patch(`${NOTES}?id=eq.b`, { rank: 1 }, SERVICE)
    expect(await tables.refusal(changed)).toMatchObject({ code: '23505', details: 'Key (rank)=(1) already exists.' })
  })

  test('when it seeds cards', async () => {
    const card = { id: 'k', team_colors: 'Chicago Bears', image_url: 'x' }
    expect(await tables.refusal(tables.post(CARDS, card, SERVICE))).toMatchObject({
      status: 400,
      code: '23502',
      message: expect.stringMatching(/^null value in column "\w+" of relation "fantasy_football_cards" violates/),
    })
  })
})

describe('Range beside limit', () => {
  test.each([
    ['0-0', 'limit=3', 200, '0-0/*', 'a'],
    ['0-1', 'limit=1', 200, '0-0/*', 'a'],
    ['1-', 'limit=2', 200, '1-1/*', 'b'],
    ['0-1', 'offset=1', 200, '1-1/*', 'b'],
    ['0-1', 'offset=1&limit=9', 200, '1-1/*', 'b'],
    ['0-1', 'limit=0', 200, '*/*', ''],
    ['0-1', 'offset=2', 416, null, ''],
  ])('%s with %s gives the rows of both', async (range, search, status, contentRange, ids) => {
    const answer = await tables.ask(`${NOTES}?select=id&order=id&${search}`, { ...SERVICE, headers: { range } })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([status, contentRange])
    if (status === 200) expect(((await answer.json()) as { id: string }[]).map(({ id }) => id).join('')).toBe(ids)
    else expect(await answer.json()).toMatchObject({ code: 'PGRST103' })
  })
})

describe('stats that the service key writes', () => {
  test.each(['touchdown_power', 'touchdownPower'])('by %s are stored, read and shown by one name', async (name) => {
    await seedCard({ id: 'card-1' })
    const stats = { strength: 61, agility: 62, [name]: 63, leadership: 64, accuracy: 65 }
    const expected = { strength: 61, agility: 62, touchdownPower: 63, leadership: 64, accuracy: 65 }
    const records = `/api/db/${PROJECT}${CARDS}?id=eq.card-1`
    const changed = await tables.patch(records, { stats }, { ...SERVICE, headers: RETURNING })
    expect(await changed.json()).toMatchObject([{ stats: expected }])
    expect(await tables.rows(`${CARDS}?id=eq.card-1`)).toMatchObject([{ stats: expected }])
    const shown = await createTestApp().send('/api/cards/card-1')
    expect(await shown.json()).toMatchObject({ stats: expected })
  })

  test('by the other name before are found again', async () => {
    await seedCard({ id: 'card-1' })
    const { DB } = testEnv()
    await DB.exec(`update fantasy_football_cards set stats = '{"strength":61,"touchdown_power":63}'`)
    const { queries } = inject('migrations').find(({ name }) => name.startsWith('0021'))!
    await DB.batch(queries.map((query) => DB.prepare(query)))
    expect(await tables.rows(`${CARDS}?id=eq.card-1&select=stats`)).toEqual([
      { stats: { strength: 61, touchdownPower: 63 } },
    ])
  })
})

describe('what else is asked below /rest/v1', () => {
  const app = createTestApp()
  test.each([
    ['/', 404, 'PGRST126'],
    ['', 404, 'PGRST126'],
    ['/rpc/add_them', 404, 'PGRST202'],
    ['/rpc', 404, '42P01'],
    ['/rpc/a/b', 404, 'PGRST125'],
    ['/notes/a', 404, 'PGRST125'],
  ])('%j is answered as PostgREST does, without a cookie', async (path, status, code) => {
    for (const base of ['/rest/v1', `/api/db/${PROJECT}/rest/v1`])
      for (const method of ['GET', 'POST']) {
        if (path === '/rpc' && method === 'POST') continue
        const answer = await app.send(base + path, { method, headers: as.service() })
        expect([base, answer.status, answer.headers.get('set-cookie')]).toEqual([base, status, null])
        expect(await answer.json()).toMatchObject({ code })
      }
    const nobody = await app.send(`/rest/v1${path}`)
    expect([nobody.status, nobody.headers.get('set-cookie')]).toEqual([401, null])
  })
})
