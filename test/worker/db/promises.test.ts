import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { as, PROJECT } from '../../support/backend.ts'
import { testEnv } from '../../support/env.ts'
import { type Tables } from './tables.ts'
import { createNotes, NOTES, SERVICE } from './notes.ts'

let tables: Tables
beforeEach(async () => void (tables = await createNotes()))

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
    const keyless = await app.send(`/rest/v1${path}`)
    expect([keyless.status, keyless.headers.get('set-cookie')]).toEqual([401, null])
  })
})
