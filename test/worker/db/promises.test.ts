import { beforeEach, describe, expect, it } from 'vitest'
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

it('rejects other schemas, and writes nothing', async () => {
  for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']) {
    const profile = method === 'GET' || method === 'HEAD' ? 'accept-profile' : 'content-profile'
    const ask = (schema: string) =>
      tables.ask(method === 'POST' ? NOTES : `${NOTES}?id=eq.a`, {
        ...SERVICE,
        method,
        headers: { [profile]: schema },
        ...(method === 'POST' || method === 'PATCH' ? { body: '{"id":"z","title":"Z"}' } : {}),
      })
    const before = await all()
    const refused = await ask('somewhere_else')
    expect([method, refused.status]).toEqual([method, 406])
    if (method !== 'HEAD')
      expect(await refused.json()).toMatchObject({
        code: 'PGRST106',
        message: 'Invalid schema: somewhere_else',
        hint: 'Only the following schemas are exposed: public',
      })
    expect(await all()).toBe(before)
    // Restores the row renamed by PATCH, for DELETE.
    expect([method, (await ask('public')).ok]).toEqual([method, true])
    if (method === 'POST') await tables.ask(`${NOTES}?id=eq.z`, { ...SERVICE, method: 'DELETE' })
    if (method === 'PATCH') await tables.patch(`${NOTES}?id=eq.z`, { id: 'a' }, SERVICE)
  }
})

describe('tx=rollback', () => {
  it('rejects a write with tx=rollback, and writes nothing', async () => {
    for (const prefer of ['tx=rollback', 'tx=rollback, return=representation', 'handling=lenient, tx=rollback']) {
      const refusal = { status: 400, code: 'PGRST122', details: 'Invalid preferences: tx=rollback' }
      const ask = (method: string, body?: string) =>
        tables.ask(`${NOTES}${method === 'POST' ? '' : '?id=eq.a'}`, {
          ...SERVICE,
          method,
          headers: { prefer },
          ...(body && { body }),
        })
      expect(await tables.refusal(ask('POST', '{"id":"z","title":"Z"}'))).toMatchObject(refusal)
      expect(await tables.refusal(ask('PATCH', '{"title":"Z"}'))).toMatchObject(refusal)
      expect(await tables.refusal(ask('DELETE'))).toMatchObject(refusal)
    }
    expect([await all(), await found('title=eq.Alpha')]).toEqual(['abc', 'a'])
  })

  it('accepts tx=rollback on a read', async () => {
    const read = await tables.ask(`${NOTES}?id=eq.a`, { ...SERVICE, headers: { prefer: 'tx=rollback' } })
    expect([read.status, read.headers.get('preference-applied')]).toEqual([200, 'tx=rollback'])
  })
})

const APPLIED = [
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
] as const

describe('Preference-Applied', () => {
  it('lists the applied preferences in Preference-Applied', async () => {
    const responses = []
    for (const [method, prefer] of APPLIED) {
      const body = { POST: '{"id":"d","title":"A"}', PATCH: '{"title":"A"}' }[method as string]
      const path = method === 'POST' ? `${NOTES}` : `${NOTES}?id=eq.a`
      const init = { ...(prefer && { headers: { prefer } }), ...(body !== undefined && { body }) }
      const response = await tables.ask(path, { ...SERVICE, method, ...init })
      responses.push([method, prefer, response.headers.get('preference-applied')])
      expect([method, prefer, response.ok]).toEqual([method, prefer, true])
      await tables.ask(`${NOTES}?id=eq.d`, { ...SERVICE, method: 'DELETE' })
    }
    expect(responses).toEqual(APPLIED)
  })

  it('exposes Preference-Applied, Location and Content-Range to other sites', async () => {
    const app = createTestApp()
    const response = await app.send(NOTES, { headers: as.service() })
    const exposed = response.headers.get('access-control-expose-headers')!.split(',')
    expect(exposed).toEqual(expect.arrayContaining(['preference-applied', 'location', 'content-range']))
  })
})

it('returns the row’s URL and no body for return=headers-only', async () => {
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

const BLANKS = [
  ['or', '(rank.eq.1, rank.eq.3)', 'ac'],
  ['or', '( rank.eq.1 , rank.eq.3 )', 'ac'],
  ['and', '( and ( rank.in.( 1, 2, 3 ) , rank.eq.3 ) , or ( rank.eq.2 , rank.eq.3 ) )', 'c'],
  ['or', '(title.eq."Alpha" , not.and ( rank.lt.3 , rank.gt.0 ), tags.is.null )', 'ac'],
  ['rank', 'in.( 1 , 2 )', 'ab'],
  ['rank', 'in.(  )', ''],
  ['my-col', 'eq.7', 'c'],
  ['or', '(my-col.eq.7,rank.eq.1)', 'ac'],
] as const

it('ignores spaces in a logic tree', async () => {
  const responses = []
  for (const [name, value] of BLANKS) responses.push([name, value, await found(where(name, value))])
  expect(responses).toEqual(BLANKS)
})

const RANGES = [
  ['0-0', 'limit=3', 200, '0-0/*', 'a'],
  ['0-1', 'limit=1', 200, '0-0/*', 'a'],
  ['1-', 'limit=2', 200, '1-1/*', 'b'],
  ['0-1', 'offset=1', 200, '1-1/*', 'b'],
  ['0-1', 'offset=1&limit=9', 200, '1-1/*', 'b'],
  ['0-1', 'limit=0', 200, '*/*', ''],
  ['0-1', 'offset=2', 416, null, 'PGRST103'],
] as const

it('combines Range with limit and offset', async () => {
  const responses = []
  for (const [range, search] of RANGES) {
    const response = await tables.ask(`${NOTES}?select=id&order=id&${search}`, { ...SERVICE, headers: { range } })
    const body = await response.json<{ id: string }[] | { code: string }>()
    const outcome = Array.isArray(body) ? body.map(({ id }) => id).join('') : body.code
    responses.push([range, search, response.status, response.headers.get('content-range'), outcome])
  }
  expect(responses).toEqual(RANGES)
})

const UNKNOWN = [
  ['/', 404, 'PGRST126'],
  ['', 404, 'PGRST126'],
  ['/rpc/add_them', 404, 'PGRST202'],
  ['/rpc', 404, '42P01'],
  ['/rpc/a/b', 404, 'PGRST125'],
  ['/notes/a', 404, 'PGRST125'],
] as const

it('returns PostgREST’s errors for unknown paths below /rest/v1, without setting a cookie', async () => {
  const app = createTestApp()
  for (const [path, status, code] of UNKNOWN) {
    for (const base of ['/rest/v1', `/api/db/${PROJECT}/rest/v1`])
      for (const method of ['GET', 'POST']) {
        if (path === '/rpc' && method === 'POST') continue
        const response = await app.send(base + path, { method, headers: as.service() })
        expect([base, path, response.status, response.headers.get('set-cookie')]).toEqual([base, path, status, null])
        expect(await response.json()).toMatchObject({ code })
      }
    const keyless = await app.send(`/rest/v1${path}`)
    expect([path, keyless.status, keyless.headers.get('set-cookie')]).toEqual([path, 401, null])
  }
})
