import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import { type Caller, getMaker, hashMaker, readCaller, requireService } from '#worker/backend/caller.ts'
import { type Secrets, toVisitorHeader } from '#worker/http/visitor.ts'
import {
  NOW,
  USER,
  tokensAt,
  SERVICE,
  OLD_SERVICE,
  VISITORS,
  ID,
  runInWorker,
  getCookie,
  timestampBefore,
} from './callers.ts'

describe('readCaller', () => {
  const deps = {
    publicKey: 'the-public-key',
    accepted: { serviceKeys: [SERVICE, OLD_SERVICE] as Secrets, visitorSecrets: [VISITORS] as Secrets },
    publicUrl: 'https://cards.example',
    auth: { allowedOrigins: ['https://friend.example'] },
    readAccess: async (token: string) => tokensAt(NOW).read(token),
  }
  const getCaller = (headers: Record<string, string>) => runInWorker(headers, (c) => readCaller(c, deps))
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

  test.each<[string, Record<string, string>, Partial<Caller>]>([
    ['without a key', {}, { role: 'public', hasKey: false }],
    ['with the public key', { apikey: 'the-public-key' }, { role: 'public', hasKey: true }],
    ['with the public key as bearer', bearer('the-public-key'), { role: 'public', hasKey: true }],
    [
      'with the public key in a publishable-key header',
      { 'x-acme-publishable-key': 'the-public-key' },
      { role: 'public', hasKey: true },
    ],
    ['with the service key', bearer(SERVICE), { role: 'service', hasKey: true }],
    ['with the previous service key', { apikey: OLD_SERVICE }, { role: 'service', hasKey: true }],
    ['with both keys', { apikey: 'the-public-key', ...bearer(SERVICE) }, { role: 'service', hasKey: true }],
  ])('reads a caller %s', async (_, headers, caller) => {
    expect(await getCaller(headers)).toMatchObject({
      userId: null,
      sessionId: null,
      viaEdge: false,
      crossSite: false,
      ...caller,
    })
  })

  test.each<[string, Record<string, string>]>([
    ['another key', { apikey: 'another' }],
    ['one valid and one invalid key', { apikey: 'the-public-key', ...bearer('another') }],
    [
      'a key in a header that only resembles a publishable-key header',
      { 'x-acme-publishable-keys': 'the-public-key', apikey: 'x' },
    ],
    ['a wrong publishable key', { apikey: 'the-public-key', 'x-acme-publishable-key': 'another' }],
    ['half of the service key', bearer(SERVICE.slice(0, -1))],
  ])('rejects a caller with %s', async (_, headers) => expect(await getCaller(headers)).toBe('UNAUTHORIZED'))

  test('reads the visitor from the cookie when the edge names none', async () => {
    const cookie = await getCookie(`visitor:${ID}:${timestampBefore(0)}`)
    expect(await getCaller(cookie)).toMatchObject({ viaEdge: false, visitor: { kind: 'visitor', id: ID } })
  })

  test('reads the user from a valid token, with or without the public key, and refuses a bad token', async () => {
    const token = await tokensAt(NOW).issue(USER)
    const user = { ...USER, role: 'user', hasKey: true }
    expect(await getCaller(bearer(token))).toMatchObject(user)
    expect(await getCaller({ apikey: 'the-public-key', ...bearer(token) })).toMatchObject(user)
    expect(await getCaller({ apikey: SERVICE, ...bearer(token) })).toMatchObject({ ...user, role: 'service' })
    expect(await getCaller({ apikey: 'another', ...bearer(token) })).toBe('UNAUTHORIZED')
    expect(await getCaller(bearer(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`))).toBe('TOKEN_EXPIRED')
    expect(await getCaller(bearer('a.b.c'))).toBe('TOKEN_EXPIRED')
    expect(await getCaller(bearer('a.b'))).toBe('UNAUTHORIZED')
  })

  test.each(['y-x-acme-publishable-key', 'x-acme-publishable-key-2', 'x--publishable-key'])(
    'ignores the header %s, which only resembles a key header',
    async (name) => expect(await getCaller({ [name]: 'another' })).toMatchObject({ role: 'public', hasKey: false }),
  )

  test('uses the request’s host as the site’s own when no public URL is configured', async () => {
    const of = (origin: string) => runInWorker({ origin }, (c) => readCaller(c, { ...deps, publicUrl: null }))
    expect(await of('https://cards.example')).toMatchObject({ crossSite: false })
    expect(await of('https://evil.example')).toMatchObject({ crossSite: true })
  })

  test('trusts the edge about the visitor, and never treats its requests as cross-site', async () => {
    const headers = {
      ...(await toVisitorHeader({ kind: 'visitor', id: ID, address: 'n' }, SERVICE)),
      origin: 'https://evil.example',
    }
    expect(await getCaller({ apikey: 'the-public-key', ...headers })).toMatchObject({
      viaEdge: true,
      crossSite: false,
      visitor: { kind: 'visitor', id: ID },
    })
  })

  test.each([
    ['https://cards.example', false],
    ['https://friend.example', false],
    ['https://evil.example', true],
    ['null', true],
  ])('marks a request from a page of %s as cross-site: %s', async (origin, crossSite) => {
    expect(await getCaller({ apikey: 'the-public-key', origin })).toMatchObject({ crossSite })
  })

  test('names the maker by the browser’s cookie, else by the account, else by the network', async () => {
    const withCookie = (await getCaller(await getCookie(`visitor:${ID}:${timestampBefore(0)}`))) as Caller
    const nameless = (await getCaller({})) as Caller
    expect([withCookie, { ...withCookie, ...USER }].map(getMaker)).toEqual([ID, ID])
    expect([nameless, { ...nameless, ...USER }].map(getMaker)).toEqual([nameless.visitor.id, USER.userId])
    expect(nameless.visitor.id).toMatch(/^address-/)
  })

  test('hashes a maker differently for each file', async () => {
    const hashes = await Promise.all([
      hashMaker('a', ID),
      hashMaker('b', ID),
      hashMaker('a', 'ann'),
      hashMaker('a', ID),
    ])
    expect(new Set(hashes).size).toBe(3)
    expect(hashes[3]).toBe(hashes[0])
  })

  test('rejects service calls without the service key', async () => {
    const caller = (await getCaller({ apikey: 'the-public-key' })) as Caller
    expect(() => requireService(caller)).toThrow('requires the service key')
    expect(() => requireService({ ...caller, role: 'user' })).toThrow(AppError)
    requireService({ ...caller, role: 'service' })
  })
})
