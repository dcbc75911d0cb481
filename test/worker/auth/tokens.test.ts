import { Hono } from 'hono'
import { decodeJwt, SignJWT } from 'jose'
import { describe, expect, test, vi } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import { AccessTokens } from '#worker/backend/auth/access-token.ts'
import { type Caller, getMaker, hashMaker, readCaller, requireService } from '#worker/backend/caller.ts'
import { onError } from '#worker/http/errors.ts'
import { keyFor } from '#worker/http/secrets.ts'
import {
  createFingerprint,
  findSigner,
  isAnySecret,
  isSameSecret,
  isSigned,
  isSignedByAny,
  newId,
  parseHex,
  secureRandom,
  sign,
  toHex,
} from '#worker/http/signature.ts'
import {
  getSiteNetwork,
  giveVisitorCookie,
  readOnBehalf,
  readVisitor,
  type Secrets,
  toVisitorHeader,
  type Visitor,
} from '#worker/http/visitor.ts'
import { hostileTokens } from '../../support/hostile-tokens.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const PROJECT = 'a-project'
const SECRET = 'token-secret-0123456789abcdefghijklmnop'
const OLD_SECRET = 'token-secret-before-0123456789abcdefghij'
const USER = { userId: '1'.repeat(32), sessionId: '2'.repeat(32) }

/** Access tokens of a project at a point in time. */
const tokensAt = (now: number, { secrets = [SECRET] as Secrets, project = PROJECT } = {}) =>
  new AccessTokens({ tokenSecrets: secrets, projectId: project, clock: () => now })

const getRefusal = async (work: Promise<unknown>) => {
  const thrown: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  return thrown instanceof AppError ? thrown.code : thrown
}

describe('an access token', () => {
  test('issues tokens that name the user and session for exactly fifteen minutes', async () => {
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
    const claims = { ...USER, expiresAt: NOW / 1000 + 900 }
    // Also accepted by a clock that is up to five minutes behind.
    for (const later of [-300_000, -1000, 0, 899_000]) expect(await tokensAt(NOW + later).read(token)).toEqual(claims)
    for (const wrong of [900_000, 86_400_000, -301_000])
      expect(await getRefusal(tokensAt(NOW + wrong).read(token))).toBe('TOKEN_EXPIRED')
  })

  test('accepts a token of its own project, signed with the current or previous secret', async () => {
    const token = await tokensAt(NOW).issue(USER)
    expect(await getRefusal(tokensAt(NOW, { project: 'another' }).read(token))).toBe('TOKEN_EXPIRED')
    expect(await getRefusal(tokensAt(NOW, { secrets: [OLD_SECRET] }).read(token))).toBe('TOKEN_EXPIRED')
    expect(await tokensAt(NOW, { secrets: [OLD_SECRET, SECRET] }).read(token)).toMatchObject(USER)
    // Only the signature is retried; every other check still applies to a token of the previous secret.
    expect(await getRefusal(tokensAt(NOW + 900_000, { secrets: [OLD_SECRET, SECRET] }).read(token))).toBe(
      'TOKEN_EXPIRED',
    )
  })

  test('rejects forged tokens and tokens with any other claim', async () => {
    const token = await tokensAt(NOW).issue(USER)
    const wrong = await hostileTokens(token, await keyFor(SECRET, 'access-token'), decodeJwt(token), { kty: 'RSA' })
    const taken: string[] = []
    for (const one of wrong) if ((await getRefusal(tokensAt(NOW).read(one))) !== 'TOKEN_EXPIRED') taken.push(one)
    expect(taken).toEqual([])
    expect(wrong.length).toBeGreaterThan(200)
  })

  test('keeps the reason for a refused token as the cause of its error, for the log', async () => {
    const token = await tokensAt(NOW).issue(USER)
    const foreign = await tokensAt(NOW).issue({ ...USER, userId: 'ann' })
    const secrets: Secrets = [SECRET, OLD_SECRET]
    for (const [one, now, reason] of [
      [`${token}=`, NOW, 'malformed token'],
      [token, NOW - 301_000, 'unexpected lifetime or issue time'],
      [foreign, NOW, 'not a token from this issuer'],
      // Not the failed signature of a second attempt with the previous secret.
      [token, NOW + 900_000, '"exp" claim timestamp check failed'],
    ] as const)
      await expect(tokensAt(now, { secrets }).read(one)).rejects.toMatchObject({ cause: { message: reason } })
  })
})

describe('a well-signed token', () => {
  const signed = async (header: Record<string, string>, claims: Record<string, unknown> = {}) => {
    const token = decodeJwt(await tokensAt(NOW).issue(USER))
    return new SignJWT({ ...token, ...claims })
      .setProtectedHeader({ alg: 'HS256', ...header })
      .sign(await keyFor(SECRET, 'access-token'))
  }

  test('accepts a well-signed token only with our claims and header type', async () => {
    expect(await tokensAt(NOW).read(await signed({ typ: 'at+jwt' }))).toMatchObject(USER)
    for (const header of [{}, { typ: 'JWT' }, { typ: 'at+jwt', kid: 'a' }])
      expect(await getRefusal(tokensAt(NOW).read(await signed(header as Record<string, string>)))).toBe('TOKEN_EXPIRED')
  })

  test.each([
    { sub: `x${'1'.repeat(32)}` },
    { sub: `${'1'.repeat(32)}x` },
    { sid: `x${'2'.repeat(32)}` },
    { sid: 7 },
    { typ: 'refresh' },
    { aud: [PROJECT] },
  ])('rejects a well-signed token with the claims %o', async (claims) => {
    expect(await getRefusal(tokensAt(NOW).read(await signed({ typ: 'at+jwt' }, claims)))).toBe('TOKEN_EXPIRED')
  })

  test.each(['', ' ', '.', 'x.'])('rejects a token with %j before or after it', async (more) => {
    const token = await tokensAt(NOW).issue(USER)
    for (const one of [more + token, token + more].filter((text) => text !== token))
      expect(await getRefusal(tokensAt(NOW).read(one))).toBe('TOKEN_EXPIRED')
  })
})

describe('a signature', () => {
  test('verifies a signature only for its own text and secret', async () => {
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
    expect(await findSigner([OLD_SECRET, SECRET], 'text', signature)).toBe(SECRET)
    expect(await findSigner([OLD_SECRET], 'text', signature)).toBeNull()
    expect([
      await isSignedByAny([OLD_SECRET, SECRET], 'text', signature),
      await isSignedByAny([OLD_SECRET], 'text', signature),
    ]).toEqual([true, false])
  })

  test('verifies signatures of more secrets than the key cache holds', async () => {
    for (let n = 0; n < 20; n++) expect(await isSigned(`s${n}`, 'a', await sign(`s${n}`, 'a'))).toBe(true)
  })

  test('compares whole secrets', () => {
    expect(isSameSecret('abc', 'abc')).toBe(true)
    for (const other of ['abd', 'ab', 'abcd', '', 'abcabc']) expect(isSameSecret('abc', other)).toBe(false)
    expect([isAnySecret('b', ['a', 'b']), isAnySecret('c', ['a', 'b']), isAnySecret('a', [])]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('gives each file a fingerprint that only the holder of the secret can compute', async () => {
    const bytes = new Uint8Array([1, 2, 3])
    const mark = await createFingerprint(SECRET, bytes)
    const digest = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
    expect(mark).toBe(await sign(SECRET, `file:${digest}`))
  })

  test('reads bytes from the hex it writes, and refuses malformed hex', () => {
    expect(parseHex('00ff0a')).toEqual(new Uint8Array([0, 255, 10]))
    expect(toHex(new Uint8Array([0, 255, 10]))).toBe('00ff0a')
    expect(parseHex('')).toEqual(new Uint8Array())
    for (const text of ['0', '0g', 'g0', 'FF', ' 00', '00 ']) expect(parseHex(text)).toBeNull()
    expect(newId()).toMatch(/^[0-9a-f]{32}$/)
    expect(newId()).not.toBe(newId())
  })

  test('draws random numbers from 0 up to, but not including, 1', () => {
    const drawing = vi.spyOn(crypto, 'getRandomValues')
    const drawn = [0, 2 ** 31, 2 ** 32 - 1].map((word) => {
      drawing.mockImplementationOnce((words) => {
        ;(words as Uint32Array)[0] = word
        return words
      })
      return secureRandom()
    })
    drawing.mockRestore()
    expect(drawn).toEqual([0, 0.5, 1 - 2 ** -32])
  })
})

const SERVICE = 'service-key-0123456789abcdefghijklmnop'
const SERVICE_BEFORE = 'service-key-before-0123456789abcdefg'
const VISITORS = 'visitor-secret-0123456789abcdefghijkl'
const VISITORS_BEFORE = 'visitor-secret-before-0123456789abcd'
const ID = 'a'.repeat(32)

/** Runs `read` on a request inside the Worker and returns its result. */
async function runInWorker<T>(
  headers: Record<string, string>,
  read: (c: Parameters<typeof readVisitor>[0]) => Promise<T>,
) {
  let found: T | undefined
  const app = new Hono().onError(onError).get('*', async (c) => {
    found = await read(c)
    return c.body(null)
  })
  const response = await app.request('https://cards.example/', { headers })
  return response.ok ? found! : ((await response.json()) as { code: string }).code
}

const getCookie = async (text: string, secret = VISITORS) => ({
  cookie: `__Host-visitor=${text.replace(/^visitor:/, '').replaceAll(':', '.')}.${await sign(secret, text)}`,
})
const minutesAgo = (ago: number) => Math.floor((NOW - ago) / 1000).toString(36)

describe('the cookie of a visitor', () => {
  const getVisitor = (headers: Record<string, string>, secrets: Secrets = [VISITORS, VISITORS_BEFORE]) =>
    runInWorker(headers, (c) => readVisitor(c, secrets, NOW)) as Promise<Visitor>

  test('recognizes a visitor by cookie, flags new visitors, and re-signs the cookie after the secret was rotated', async () => {
    const address = await sign(VISITORS, 'address:127.0.0.1')
    const old = minutesAgo(120_000)
    const site = await sign(VISITORS, 'site:127.0.0.1')
    expect(await getVisitor(await getCookie(`visitor:${ID}:${old}`))).toEqual({
      kind: 'visitor',
      id: ID,
      address,
      site,
    })
    const fresh = minutesAgo(119_000)
    expect(await getVisitor(await getCookie(`visitor:${ID}:${fresh}`))).toEqual({
      kind: 'visitor',
      id: ID,
      address,
      site,
      isNew: true,
    })
    const known = { kind: 'visitor', id: ID, address, site, isKnown: true }
    const dayOld = (ago: number) => getCookie(`visitor:${ID}:${minutesAgo(86_400_000 + ago)}`)
    expect(await getVisitor(await dayOld(1000))).toEqual(known)
    for (const younger of [0, -1000])
      expect(await getVisitor(await dayOld(younger))).toEqual({ kind: 'visitor', id: ID, address, site })
    expect(await getVisitor(await getCookie(`visitor:${ID}`))).toEqual(known)
    expect(await getVisitor(await getCookie(`visitor:${ID}:${old}`, VISITORS_BEFORE))).toMatchObject({
      reissueFrom: old,
    })
    expect(await getVisitor(await getCookie(`visitor:${ID}`, VISITORS_BEFORE))).toMatchObject({ reissueFrom: '0' })
  })

  test('ignores a forged visitor cookie and falls back to network and browser family', async () => {
    const browser = { 'user-agent': 'Mozilla/5.0 Firefox/140' }
    const nameless = (await getVisitor(browser)) as Visitor
    expect(nameless).toMatchObject({ kind: 'address' })
    expect(nameless.id).toBe(`address-${(await sign(VISITORS, `${nameless.address}:Firefox`)).slice(0, 32)}`)
    const good = (await getCookie(`visitor:${ID}:${minutesAgo(0)}`)).cookie
    for (const cookie of [
      good.replace(ID, 'b'.repeat(32)),
      good.replace(`.${minutesAgo(0)}.`, `.${minutesAgo(10_000_000)}.`),
      good.slice(0, -2),
      '__Host-visitor=',
      '__Host-visitor=..',
      `__Host-visitor=${ID}`,
      good.replace('__Host-visitor', 'visitor'),
      (await getCookie(`visitor:${ID}:1:2`)).cookie,
      (await getCookie(`visitor:${'A'.repeat(32)}:1`)).cookie,
      (await getCookie(`visitor:${ID}a:1`)).cookie,
      (await getCookie(`visitor:${ID}:1`, 'another secret')).cookie,
    ])
      expect(await getVisitor({ ...browser, cookie })).toEqual(nameless)
    const elsewhere = (await getVisitor({ ...browser, 'cf-connecting-ip': '203.0.113.9' })) as Visitor
    expect(elsewhere.address).not.toBe(nameless.address)
    expect(elsewhere.id).not.toBe(nameless.id)
    expect(((await getVisitor({ 'user-agent': 'curl' })) as Visitor).id).not.toBe(nameless.id)
  })

  test('identifies a household by its network, without reading the cookie', async () => {
    const of = (ip: string) => runInWorker({ 'cf-connecting-ip': ip }, (c) => getSiteNetwork(c, VISITORS))
    expect(await of('2001:db8:1:2::1')).toBe(await of('2001:db8:1:ffff::9'))
    expect(await of('2001:db8:1:2::1')).not.toBe(await of('2001:db8:2:2::1'))
    expect(await of('2001:db8:1:2::1')).toBe(await sign(VISITORS, 'site:2001:db8:1'))
  })

  test('sets the visitor cookie for a year, host-only, SameSite and HttpOnly', async () => {
    const give = (secure: boolean) => {
      const app = new Hono().get('*', async (c) => c.json(await giveVisitorCookie(c, VISITORS, 'n', NOW)))
      return app.request(`${secure ? 'https' : 'http'}://cards.example/`)
    }
    for (const secure of [true, false]) {
      const response = await give(secure)
      const visitor = await response.json<Visitor>()
      expect(visitor).toEqual({
        kind: 'visitor',
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        address: 'n',
        isNew: true,
      })
      const time = Math.floor(NOW / 1000).toString(36)
      const value = `${visitor.id}.${time}.${await sign(VISITORS, `visitor:${visitor.id}:${time}`)}`
      expect(response.headers.get('set-cookie')).toBe(
        secure
          ? `__Host-visitor=${value}; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax`
          : `visitor=${value}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax`,
      )
    }
  })

  test('identifies callers correctly beyond the size of the name cache', async () => {
    const before = (await getVisitor({})) as Visitor
    for (let n = 0; n < 600; n++) await getVisitor({ 'cf-connecting-ip': `10.0.${n >> 8}.${n & 255}` })
    expect(await getVisitor({})).toEqual(before)
  })
})

describe('the on-behalf-of header', () => {
  const read = (headers: Record<string, string>, keys = [SERVICE, SERVICE_BEFORE]) =>
    readOnBehalf(new Headers(headers), keys)

  test.each<[string, Visitor]>([
    ['a visitor', { kind: 'visitor', id: ID, address: 'n' }],
    ['a new visitor', { kind: 'visitor', id: ID, address: 'n', isNew: true }],
    ['a known visitor and its larger network', { kind: 'visitor', id: ID, address: 'n', site: 's', isKnown: true }],
    ['a network', { kind: 'address', id: 'address-1', address: 'n' }],
  ])('passes on %s, signed with the current or previous service key', async (_, visitor) => {
    for (const key of [SERVICE, SERVICE_BEFORE])
      expect(await read(await toVisitorHeader(visitor, key))).toEqual(visitor)
    expect(await read(await toVisitorHeader(visitor, 'another key'))).toBeNull()
  })

  test('writes an on-behalf-of header that every version of the Worker can read', async () => {
    const visitor: Visitor = { kind: 'visitor', id: ID, address: 'n', site: 's' }
    for (const [flags, kind] of [
      [{}, 'visitor'],
      [{ isNew: true }, 'new'],
      [{ isKnown: true }, 'known'],
    ] as const) {
      const claim = `${kind}.${ID}.n.s`
      expect(await toVisitorHeader({ ...visitor, ...flags }, SERVICE)).toEqual({
        'x-on-behalf-of': `${claim}.${await sign(SERVICE, `behalf:${claim}`)}`,
      })
    }
  })

  test('rejects an on-behalf-of header with any part changed', async () => {
    const claims = (await toVisitorHeader({ kind: 'address', id: ID, address: 'n' }, SERVICE))['x-on-behalf-of']!
    for (const [from, to] of [
      ['address.', 'visitor.'],
      ['address.', 'new.'],
      ['address.', 'admin.'],
      [ID, 'b'.repeat(32)],
      ['.n.', '.m.'],
    ] as const)
      expect(await read({ 'x-on-behalf-of': claims.replace(from, to) })).toBeNull()
    expect(await read({})).toBeNull()
    expect(await read({ 'x-on-behalf-of': `admin.${ID}.n.${await sign(SERVICE, `behalf:admin.${ID}.n`)}` })).toBeNull()
  })
})

describe('readCaller', () => {
  const deps = {
    publicKey: 'the-public-key',
    accepted: { serviceKeys: [SERVICE, SERVICE_BEFORE] as Secrets, visitorSecrets: [VISITORS] as Secrets },
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
    ['with the previous service key', { apikey: SERVICE_BEFORE }, { role: 'service', hasKey: true }],
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
    const cookie = await getCookie(`visitor:${ID}:${minutesAgo(0)}`)
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
    const withCookie = (await getCaller(await getCookie(`visitor:${ID}:${minutesAgo(0)}`))) as Caller
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
