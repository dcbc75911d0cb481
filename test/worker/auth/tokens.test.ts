import { Hono } from 'hono'
import { decodeJwt, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import { createAccessTokens } from '#worker/backend/auth/access-token.ts'
import { type Caller, readCaller, requireService } from '#worker/backend/caller.ts'
import { onError } from '#worker/http/errors.ts'
import { keyFor } from '#worker/http/secrets.ts'
import {
  bytesOf,
  fingerprintOf,
  hexOf,
  isAnyOf,
  isSameSecret,
  isSigned,
  isSignedByAny,
  newId,
  sign,
  signerOf,
} from '#worker/http/signature.ts'
import {
  giveVisitorCookie,
  onBehalfOf,
  readOnBehalf,
  readVisitor,
  type Secrets,
  siteNetworkOf,
  type Visitor,
} from '#worker/http/visitor.ts'
import { hostileTokens } from '../../support/hostile-tokens.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const PROJECT = 'a-project'
const SECRET = 'token-secret-0123456789abcdefghijklmnop'
const OLD_SECRET = 'token-secret-before-0123456789abcdefghij'
const USER = { userId: '1'.repeat(32), sessionId: '2'.repeat(32) }

/** Tokens of a project as they are at a time. */
const tokensAt = (now: number, { secrets = [SECRET] as Secrets, project = PROJECT } = {}) =>
  createAccessTokens({ tokenSecrets: secrets, projectId: project, clock: () => now })

const refusalOf = async (work: Promise<unknown>) => {
  const thrown: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  return thrown instanceof AppError ? thrown.code : thrown
}

describe('an access token', () => {
  test('says who and which sign-in, for fifteen minutes and not a second longer', async () => {
    const token = await tokensAt(NOW).issue(USER)
    expect(decodeJwt(token)).toEqual({
      iss: 'a-project/auth',
      aud: PROJECT,
      sub: USER.userId,
      sid: USER.sessionId,
      typ: 'access',
      iat: NOW / 1000,
      exp: NOW / 1000 + 900,
    })
    const said = { ...USER, expiresAt: NOW / 1000 + 900 }
    // Read by a clock that is up to five minutes behind, too.
    for (const later of [-300_000, -1000, 0, 899_000]) expect(await tokensAt(NOW + later).read(token)).toEqual(said)
    for (const wrong of [900_000, 86_400_000, -301_000])
      expect(await refusalOf(tokensAt(NOW + wrong).read(token))).toBe('TOKEN_EXPIRED')
  })

  test('is good for its project and its secret, or the one before, alone', async () => {
    const token = await tokensAt(NOW).issue(USER)
    expect(await refusalOf(tokensAt(NOW, { project: 'another' }).read(token))).toBe('TOKEN_EXPIRED')
    expect(await refusalOf(tokensAt(NOW, { secrets: [OLD_SECRET] }).read(token))).toBe('TOKEN_EXPIRED')
    expect(await tokensAt(NOW, { secrets: [OLD_SECRET, SECRET] }).read(token)).toMatchObject(USER)
    // Only a signature is tried again: what an earlier secret has signed has to be as good otherwise.
    expect(await refusalOf(tokensAt(NOW + 900_000, { secrets: [OLD_SECRET, SECRET] }).read(token))).toBe(
      'TOKEN_EXPIRED',
    )
  })

  test('that is forged or says anything else is refused', async () => {
    const token = await tokensAt(NOW).issue(USER)
    const wrong = await hostileTokens(token, await keyFor(SECRET, 'access-token'), decodeJwt(token), { kty: 'RSA' })
    const taken: string[] = []
    for (const one of wrong) if ((await refusalOf(tokensAt(NOW).read(one))) !== 'TOKEN_EXPIRED') taken.push(one)
    expect(taken).toEqual([])
    expect(wrong.length).toBeGreaterThan(200)
  })
})

describe('a token signed by the very key', () => {
  const signed = async (header: Record<string, string>, claims: Record<string, unknown> = {}) => {
    const token = decodeJwt(await tokensAt(NOW).issue(USER))
    return new SignJWT({ ...token, ...claims })
      .setProtectedHeader({ alg: 'HS256', ...header })
      .sign(await keyFor(SECRET, 'access-token'))
  }

  test('is good when it says what ours say, and has its own kind of header', async () => {
    expect(await tokensAt(NOW).read(await signed({ typ: 'at+jwt' }))).toMatchObject(USER)
    for (const header of [{}, { typ: 'JWT' }, { typ: 'at+jwt', kid: 'a' }])
      expect(await refusalOf(tokensAt(NOW).read(await signed(header as Record<string, string>)))).toBe('TOKEN_EXPIRED')
  })

  test.each([
    { sub: `x${'1'.repeat(32)}` },
    { sub: `${'1'.repeat(32)}x` },
    { sid: `x${'2'.repeat(32)}` },
    { sid: 7 },
    { typ: 'refresh' },
    { aud: [PROJECT] },
  ])('is refused with %o', async (claims) => {
    expect(await refusalOf(tokensAt(NOW).read(await signed({ typ: 'at+jwt' }, claims)))).toBe('TOKEN_EXPIRED')
  })

  test.each(['', ' ', '.', 'x.'])('is refused with %j in front of it or behind', async (more) => {
    const token = await tokensAt(NOW).issue(USER)
    for (const one of [more + token, token + more].filter((text) => text !== token))
      expect(await refusalOf(tokensAt(NOW).read(one))).toBe('TOKEN_EXPIRED')
  })
})

describe('a signature', () => {
  test('is of one text and one secret', async () => {
    const signature = await sign(SECRET, 'text')
    expect(signature).toMatch(/^[0-9a-f]{64}$/)
    expect(await isSigned(SECRET, 'text', signature)).toBe(true)
    for (const [secret, text, mark] of [
      [SECRET, 'texts', signature],
      [OLD_SECRET, 'text', signature],
      [SECRET, 'text', signature.slice(2)],
      [SECRET, 'text', `${signature}00`],
      [SECRET, 'text', signature.toUpperCase()],
      [SECRET, 'text', `x${signature.slice(1)}`],
      [SECRET, 'text', `${signature.slice(0, -1)}x`],
      [SECRET, 'text', signature.slice(1)],
      [SECRET, 'text', ''],
    ] as const)
      expect([mark, await isSigned(secret, text, mark)]).toEqual([mark, false])
    expect(await signerOf([OLD_SECRET, SECRET], 'text', signature)).toBe(SECRET)
    expect(await signerOf([OLD_SECRET], 'text', signature)).toBeNull()
    expect([
      await isSignedByAny([OLD_SECRET, SECRET], 'text', signature),
      await isSignedByAny([OLD_SECRET], 'text', signature),
    ]).toEqual([true, false])
  })

  test('is right with more secrets than are kept ready', async () => {
    for (let n = 0; n < 20; n++) expect(await isSigned(`s${n}`, 'a', await sign(`s${n}`, 'a'))).toBe(true)
  })

  test('compares secrets whole', () => {
    expect(isSameSecret('abc', 'abc')).toBe(true)
    for (const other of ['abd', 'ab', 'abcd', '', 'abcabc']) expect(isSameSecret('abc', other)).toBe(false)
    expect([isAnyOf('b', ['a', 'b']), isAnyOf('c', ['a', 'b']), isAnyOf('a', [])]).toEqual([true, false, false])
  })

  test('of a file tells it from others, to the holder of the secret', async () => {
    const bytes = new Uint8Array([1, 2, 3])
    const mark = await fingerprintOf(SECRET, bytes)
    const digest = hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
    expect(mark).toBe(await sign(SECRET, `file:${digest}`))
  })

  test('bytes are written and read alike, and what is none is not read', () => {
    expect(bytesOf('00ff0a')).toEqual(new Uint8Array([0, 255, 10]))
    expect(hexOf(new Uint8Array([0, 255, 10]))).toBe('00ff0a')
    expect(bytesOf('')).toEqual(new Uint8Array())
    for (const text of ['0', '0g', 'g0', 'FF', ' 00', '00 ']) expect(bytesOf(text)).toBeNull()
    expect(newId()).toMatch(/^[0-9a-f]{32}$/)
    expect(newId()).not.toBe(newId())
  })
})

const SERVICE = 'service-key-0123456789abcdefghijklmnop'
const SERVICE_BEFORE = 'service-key-before-0123456789abcdefg'
const VISITORS = 'visitor-secret-0123456789abcdefghijkl'
const VISITORS_BEFORE = 'visitor-secret-before-0123456789abcd'
const ID = 'a'.repeat(32)

/** Returns the Worker's answer to a request. */
async function seen<T>(headers: Record<string, string>, read: (c: Parameters<typeof readVisitor>[0]) => Promise<T>) {
  let found: T | undefined
  const app = new Hono().onError(onError).get('*', async (c) => {
    found = await read(c)
    return c.body(null)
  })
  const answer = await app.request('https://cards.example/', { headers })
  return answer.ok ? found! : ((await answer.json()) as { code: string }).code
}

const cookieOf = async (text: string, secret = VISITORS) => ({
  cookie: `__Host-visitor=${text.replace(/^visitor:/, '').replaceAll(':', '.')}.${await sign(secret, text)}`,
})
const given = (ago: number) => Math.floor((NOW - ago) / 1000).toString(36)

describe('the cookie of a visitor', () => {
  const visitorOf = (headers: Record<string, string>, secrets: Secrets = [VISITORS, VISITORS_BEFORE]) =>
    seen(headers, (c) => readVisitor(c, secrets, NOW)) as Promise<Visitor>

  test('names it, says whether it is new, and is signed again after the secret has changed', async () => {
    const address = await sign(VISITORS, 'address:127.0.0.1')
    const old = given(120_000)
    const site = await sign(VISITORS, 'site:127.0.0.1')
    expect(await visitorOf(await cookieOf(`visitor:${ID}:${old}`))).toEqual({ kind: 'visitor', id: ID, address, site })
    const fresh = given(119_000)
    expect(await visitorOf(await cookieOf(`visitor:${ID}:${fresh}`))).toEqual({
      kind: 'visitor',
      id: ID,
      address,
      site,
      isNew: true,
    })
    const known = { kind: 'visitor', id: ID, address, site, isKnown: true }
    const dayOld = (ago: number) => cookieOf(`visitor:${ID}:${given(86_400_000 + ago)}`)
    expect(await visitorOf(await dayOld(1000))).toEqual(known)
    expect(await visitorOf(await dayOld(-1000))).toEqual({ kind: 'visitor', id: ID, address, site })
    expect(await visitorOf(await cookieOf(`visitor:${ID}`))).toEqual(known)
    expect(await visitorOf(await cookieOf(`visitor:${ID}:${old}`, VISITORS_BEFORE))).toMatchObject({ resign: old })
    expect(await visitorOf(await cookieOf(`visitor:${ID}`, VISITORS_BEFORE))).toMatchObject({ resign: '0' })
  })

  test('that is forged names nobody: the caller is its network and its kind of browser', async () => {
    const browser = { 'user-agent': 'Mozilla/5.0 Firefox/140' }
    const nameless = (await visitorOf(browser)) as Visitor
    expect(nameless).toMatchObject({ kind: 'address' })
    expect(nameless.id).toBe(`address-${(await sign(VISITORS, `${nameless.address}:Firefox`)).slice(0, 32)}`)
    const good = (await cookieOf(`visitor:${ID}:${given(0)}`)).cookie
    for (const cookie of [
      good.replace(ID, 'b'.repeat(32)),
      good.replace(`.${given(0)}.`, `.${given(10_000_000)}.`),
      good.slice(0, -2),
      '__Host-visitor=',
      '__Host-visitor=..',
      good.replace('__Host-visitor', 'visitor'),
      (await cookieOf(`visitor:${ID}:1:2`)).cookie,
      (await cookieOf(`visitor:${'A'.repeat(32)}:1`)).cookie,
      (await cookieOf(`visitor:${ID}a:1`)).cookie,
      (await cookieOf(`visitor:${ID}:1`, 'another secret')).cookie,
    ])
      expect(await visitorOf({ ...browser, cookie })).toEqual(nameless)
    const elsewhere = (await visitorOf({ ...browser, 'cf-connecting-ip': '203.0.113.9' })) as Visitor
    expect(elsewhere.address).not.toBe(nameless.address)
    expect(elsewhere.id).not.toBe(nameless.id)
    expect(((await visitorOf({ 'user-agent': 'curl' })) as Visitor).id).not.toBe(nameless.id)
  })

  test('is not asked for where a household must not count as many', async () => {
    const of = (ip: string) => seen({ 'cf-connecting-ip': ip }, (c) => siteNetworkOf(c, VISITORS))
    expect(await of('2001:db8:1:2::1')).toBe(await of('2001:db8:1:ffff::9'))
    expect(await of('2001:db8:1:2::1')).not.toBe(await of('2001:db8:2:2::1'))
    expect(await of('2001:db8:1:2::1')).toBe(await sign(VISITORS, 'site:2001:db8:1'))
  })

  test('is given for a year, to this host and no script, and to this site alone', async () => {
    const give = (secure: boolean) => {
      const app = new Hono().get('*', async (c) => c.json(await giveVisitorCookie(c, VISITORS, 'n', NOW)))
      return app.request(`${secure ? 'https' : 'http'}://cards.example/`)
    }
    for (const secure of [true, false]) {
      const answer = await give(secure)
      const visitor = await answer.json<Visitor>()
      expect(visitor).toEqual({
        kind: 'visitor',
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        address: 'n',
        isNew: true,
      })
      const time = Math.floor(NOW / 1000).toString(36)
      const value = `${visitor.id}.${time}.${await sign(VISITORS, `visitor:${visitor.id}:${time}`)}`
      expect(answer.headers.get('set-cookie')).toBe(
        secure
          ? `__Host-visitor=${value}; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax`
          : `visitor=${value}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax`,
      )
    }
  })

  test('names are right for more callers than are remembered', async () => {
    const before = (await visitorOf({})) as Visitor
    for (let n = 0; n < 600; n++) await visitorOf({ 'cf-connecting-ip': `10.0.${n >> 8}.${n & 255}` })
    expect(await visitorOf({})).toEqual(before)
  })
})

describe('the edge that asks on behalf of a visitor', () => {
  const read = (headers: Record<string, string>, keys = [SERVICE, SERVICE_BEFORE]) =>
    readOnBehalf(new Headers(headers), keys)

  test.each<[string, Visitor]>([
    ['a visitor', { kind: 'visitor', id: ID, address: 'n' }],
    ['a new visitor', { kind: 'visitor', id: ID, address: 'n', isNew: true }],
    ['a known visitor and its larger network', { kind: 'visitor', id: ID, address: 'n', site: 's', isKnown: true }],
    ['a network', { kind: 'address', id: 'address-1', address: 'n' }],
  ])('says %s, signed with the service key or the one before', async (_, visitor) => {
    for (const key of [SERVICE, SERVICE_BEFORE]) expect(await read(await onBehalfOf(visitor, key))).toEqual(visitor)
    expect(await read(await onBehalfOf(visitor, 'another key'))).toBeNull()
  })

  test('is believed in nothing that was changed', async () => {
    const said = (await onBehalfOf({ kind: 'address', id: ID, address: 'n' }, SERVICE))['x-on-behalf-of']!
    for (const [from, to] of [
      ['address.', 'visitor.'],
      ['address.', 'new.'],
      ['address.', 'admin.'],
      [ID, 'b'.repeat(32)],
      ['.n.', '.m.'],
    ] as const)
      expect(await read({ 'x-on-behalf-of': said.replace(from, to) })).toBeNull()
    expect(await read({})).toBeNull()
    expect(await read({ 'x-on-behalf-of': `admin.${ID}.n.${await sign(SERVICE, `behalf:admin.${ID}.n`)}` })).toBeNull()
  })
})

describe('a caller of the backend', () => {
  const deps = {
    publicKey: 'the-public-key',
    accepted: { serviceKeys: [SERVICE, SERVICE_BEFORE] as Secrets, visitorSecrets: [VISITORS] as Secrets },
    publicUrl: 'https://cards.example',
    auth: { allowedOrigins: ['https://friend.example'] },
    readAccess: async (token: string) => tokensAt(NOW).read(token),
  }
  const callerOf = (headers: Record<string, string>) => seen(headers, (c) => readCaller(c, deps))
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

  test.each<[string, Record<string, string>, Partial<Caller>]>([
    ['without a key', {}, { role: 'public', hasKey: false }],
    ['with the public key', { apikey: 'the-public-key' }, { role: 'public', hasKey: true }],
    ['with it as the bearer', bearer('the-public-key'), { role: 'public', hasKey: true }],
    ['with it as a publishable key', { 'x-acme-publishable-key': 'the-public-key' }, { role: 'public', hasKey: true }],
    ['with the service key', bearer(SERVICE), { role: 'service', hasKey: true }],
    ['with the one before', { apikey: SERVICE_BEFORE }, { role: 'service', hasKey: true }],
    ['with both keys', { apikey: 'the-public-key', ...bearer(SERVICE) }, { role: 'service', hasKey: true }],
  ])('%s', async (_, headers, caller) => {
    expect(await callerOf(headers)).toMatchObject({
      userId: null,
      sessionId: null,
      viaEdge: false,
      crossSite: false,
      ...caller,
    })
  })

  test.each<[string, Record<string, string>]>([
    ['another key', { apikey: 'another' }],
    ['a right key and a wrong one', { apikey: 'the-public-key', ...bearer('another') }],
    [
      'a key that is only a prefix of a publishable one’s header',
      { 'x-acme-publishable-keys': 'the-public-key', apikey: 'x' },
    ],
    ['a wrong publishable key', { apikey: 'the-public-key', 'x-acme-publishable-key': 'another' }],
    ['half of the service key', bearer(SERVICE.slice(0, -1))],
  ])('with %s is refused', async (_, headers) => expect(await callerOf(headers)).toBe('UNAUTHORIZED'))

  test('is its browser’s visitor where nothing else is said', async () => {
    const cookie = await cookieOf(`visitor:${ID}:${given(0)}`)
    expect(await callerOf(cookie)).toMatchObject({ viaEdge: false, visitor: { kind: 'visitor', id: ID } })
  })

  test('with a token is its user, with or without the public key; with a bad one it is told so', async () => {
    const token = await tokensAt(NOW).issue(USER)
    const user = { ...USER, role: 'user', hasKey: true }
    expect(await callerOf(bearer(token))).toMatchObject(user)
    expect(await callerOf({ apikey: 'the-public-key', ...bearer(token) })).toMatchObject(user)
    expect(await callerOf({ apikey: SERVICE, ...bearer(token) })).toMatchObject({ ...user, role: 'service' })
    expect(await callerOf({ apikey: 'another', ...bearer(token) })).toBe('UNAUTHORIZED')
    expect(await callerOf(bearer(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`))).toBe('TOKEN_EXPIRED')
    expect(await callerOf(bearer('a.b.c'))).toBe('TOKEN_EXPIRED')
    expect(await callerOf(bearer('a.b'))).toBe('UNAUTHORIZED')
  })

  test.each(['y-x-acme-publishable-key', 'x-acme-publishable-key-2', 'x--publishable-key'])(
    'with a header %s, which is no key, has none',
    async (name) => expect(await callerOf({ [name]: 'another' })).toMatchObject({ role: 'public', hasKey: false }),
  )

  test('of a site without a configured address is of this site where it was asked', async () => {
    const of = (origin: string) => seen({ origin }, (c) => readCaller(c, { ...deps, publicUrl: null }))
    expect(await of('https://cards.example')).toMatchObject({ crossSite: false })
    expect(await of('https://evil.example')).toMatchObject({ crossSite: true })
  })

  test('on whose behalf the edge asks is who the edge says, of no site', async () => {
    const headers = {
      ...(await onBehalfOf({ kind: 'visitor', id: ID, address: 'n' }, SERVICE)),
      origin: 'https://evil.example',
    }
    expect(await callerOf({ apikey: 'the-public-key', ...headers })).toMatchObject({
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
  ])('from a page of %s: of another site %s', async (origin, crossSite) => {
    expect(await callerOf({ apikey: 'the-public-key', origin })).toMatchObject({ crossSite })
  })

  test('needs the service key where it is needed', async () => {
    const caller = (await callerOf({ apikey: 'the-public-key' })) as Caller
    expect(() => requireService(caller)).toThrow('needs the service key')
    expect(() => requireService({ ...caller, role: 'user' })).toThrow(AppError)
    requireService({ ...caller, role: 'service' })
  })
})
