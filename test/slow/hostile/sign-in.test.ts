import { decodeJwt } from 'jose'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { keyFor } from '#worker/http/secrets.ts'
import { type AuthApp, createAuthApp, PASSWORD, PROJECT, type TokenResponse } from '../../support/auth.ts'
import { config } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createIdentityService, type ProviderClaims } from '../../support/identity-service.ts'
import { hostileAddresses, hostileOrigins } from '../../support/hostile-addresses.ts'
import { expectSoundResponse } from '../../support/hostile-requests.ts'
import { hostileTokens, randomTokens } from '../../support/hostile-tokens.ts'

const PARTNER = 'https://partner.example'
const JWK = { kty: 'RSA', kid: 'k1', n: 'sXchDaQebHnPiGvyDOAT4saGEUetSyo9MKLOoWFsueri23bOdgWp4Dy1Wl', e: 'AQAB' }

let app: AuthApp
let good: TokenResponse

beforeAll(async () => {
  await freshDatabase()
  app = createAuthApp({
    APP_ENV: 'local',
    LIMITS: 'relaxed',
    ALLOWED_ORIGINS: PARTNER,
    OIDC_CLIENT_ID: 'own-client',
    OIDC_CLIENT_SECRET: 's',
    OIDC_DISCOVERY_URL: 'https://identity.example',
  })
  good = await app.signUp()
})

const LONG = 180_000

afterEach(() => vi.restoreAllMocks())

type Reply = { readonly status: number; readonly text: string }
const getStatus = ({ status }: Reply) => String(status)
const getCode = ({ text }: Reply) => String((JSON.parse(text) as { code?: string }).code)

/** Returns the unexpected responses, so that a failure names them. */
async function findUnexpected<T>(
  cases: readonly T[],
  ask: (one: T) => Promise<Response>,
  say: (reply: Reply) => string,
  expected: string,
): Promise<unknown[]> {
  const seen: (readonly [string, string])[] = []
  // Sequential, because an isolate under load refuses reads (503).
  for (const one of cases) {
    const what = String(one).slice(0, 200)
    seen.push([what, say(await expectSoundResponse(what, () => ask(one)))])
  }
  return seen.filter(([, was]) => was !== expected)
}

const bearer = (path: string) => (token: string) => app.send(path, { headers: { authorization: `Bearer ${token}` } })
const post = (path: string, body: object) =>
  app.send(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ projectId: PROJECT, ...body }),
  })
const page = (query: Record<string, string> | string) =>
  app.send(`/auth?${typeof query === 'string' ? query : new URLSearchParams(query).toString()}`)

describe('sign-in', { timeout: LONG }, () => {
  it('rejects forged and mutated tokens', async () => {
    const key = await keyFor(config().tokenSecret, 'access-token')
    const claims = decodeJwt(good.access_token)
    const written = await hostileTokens(good.access_token, key, claims, JWK)
    const drawn = await randomTokens(good.access_token, key, claims, 40)
    // The other tokens do not fit into a header.
    const tokens = [...written, ...drawn].filter((token) => /^[\x21-\x7e]+$/.test(token))
    expect(new Set(tokens).size).toBeGreaterThanOrEqual(280)
    expect((await app.me(good.access_token)).status).toBe(200)
    const both = (reply: Reply) => `${reply.status} ${getCode(reply)}`
    expect(await findUnexpected(tokens, bearer('/api/auth/me'), both, '401 TOKEN_EXPIRED')).toEqual([])
    // Every route reads tokens with the same function.
    const some = tokens.filter((_, i) => i % 8 === 0)
    const tables = bearer('/rest/v1/fantasy_football_cards?select=id')
    expect(await findUnexpected(some, tables, getStatus, '401')).toEqual([])
    const refresh = (token: string) => post('/refresh', { refresh_token: token.slice(0, 512) })
    expect(await findUnexpected(some, refresh, getCode, 'TOKEN_EXPIRED')).toEqual([])
  })

  it('refuses to send tokens to pages of other sites', async () => {
    const addresses = hostileAddresses(PARTNER)
    expect(addresses.length).toBeGreaterThan(150)
    const to = (address: string) => page({ redirect_url: address, project_id: 'fantasy-cards' })
    const summarize = ({ status, text }: Reply) => `${status} ${text.includes('Redirect failed. Please try again.')}`
    expect(await findUnexpected(addresses, to, summarize, '400 true')).toEqual([])
    const mail = (redirectUrl: string) => post('/signin/magic', { email: 'ann@example.com', redirectUrl })
    expect(await findUnexpected(addresses, mail, getCode, 'REDIRECT_FAILED')).toEqual([])
    expect(await app.mailsTo('ann@example.com')).toHaveLength(1)
    const right = [PARTNER, `${PARTNER}/`, `${PARTNER}/a/b?c=d#e`, `${PARTNER}?x=https://evil.example`]
    expect(await findUnexpected(right, to, summarize, '200 false')).toEqual([])
  })

  it('rejects openers of other origins', async () => {
    const opened = (origin: string) => page({ redirect_url: PARTNER, opener_origin: origin, mode: 'popup' })
    expect(await findUnexpected(hostileOrigins(PARTNER), opened, getStatus, '400')).toEqual([])
    expect((await opened(PARTNER)).status).toBe(200)
  })

  it('rejects other projects, repeated parameters and malformed states', async () => {
    const projects = ['other', 'fantasy-cards-2', 'FANTASY-CARDS', 'fantasy-cards ', '*', '../fantasy-cards', '[]']
    expect(
      await findUnexpected(
        projects.map((project) => `project_id=${encodeURIComponent(project)}`),
        page,
        getStatus,
        '404',
      ),
    ).toEqual([])
    const body = (projectId: unknown) =>
      post('/signin/email', { email: 'ann@example.com', password: PASSWORD, projectId })
    expect(await findUnexpected(projects, body, getCode, 'NOT_FOUND')).toEqual([])
    expect(await findUnexpected([null, 7, {}, ['fantasy-cards'], true], body, getCode, 'VALIDATION_ERROR')).toEqual([])
    const states = ['"><script>alert(1)</script>', 'a b', 'a\r\nb', 'a&b', '{}', 'x'.repeat(257), 'é', '%']
    expect(
      await findUnexpected(
        states.map((state) => `state=${encodeURIComponent(state)}`),
        page,
        getStatus,
        '400',
      ),
    ).toEqual([])
    const twice = ['redirect_url', 'opener_origin', 'project_id', 'state'].map((name) => {
      const value = { redirect_url: PARTNER, opener_origin: PARTNER, project_id: 'fantasy-cards', state: 'a' }[name]!
      return `${name}=${encodeURIComponent(value)}&${name}=${encodeURIComponent(value)}`
    })
    expect(await findUnexpected(twice, page, getStatus, '400')).toEqual([])
  })

  it('rejects forms sent from another site', async () => {
    const body = new URLSearchParams({ email: 'ann@example.com', password: PASSWORD })
    const send = (origin: string | null) =>
      app.send('/auth/signin', { method: 'POST', body, headers: origin === null ? {} : { origin } })
    const origins = [
      null,
      'null',
      'https://evil.example',
      'https://cards.example.evil.example',
      'http://cards.example',
      'https://cards.example:444',
      PARTNER,
    ]
    expect(await findUnexpected(origins, send, getStatus, '403')).toEqual([])
    expect((await send('https://cards.example')).status).toBe(303)
  })

  it('rejects identity tokens of another sign-in', async () => {
    const service = await createIdentityService(() => app.clock.now)
    const now = Math.floor(app.clock.now / 1000)
    const unsigned = (head: object, body: object) =>
      `${btoa(JSON.stringify(head))}.${btoa(JSON.stringify(body))}.`.replaceAll('=', '')
    const claims = {
      iss: 'https://identity.example',
      aud: 'own-client',
      sub: 'p',
      iat: now,
      exp: now + 300,
      email: 'ann@example.com',
      email_verified: true,
    }
    const cases: ProviderClaims[] = [
      ...['https://evil.example', 'https://identity.example/', '', null, ['https://identity.example']].map((iss) => ({
        claims: { iss },
      })),
      ...['other', '', null, ['own-client', 'other'], ['other'], {}].map((aud) => ({ claims: { aud } })),
      ...['', 'x', null, 7, ['x']].map((nonce) => ({ claims: { nonce } })),
      ...[now - 61, '9999999999', null, 0].map((exp) => ({ claims: { exp } })),
      ...['', null, 7, {}].map((sub) => ({ claims: { sub } })),
      ...['other', ''].map((azp) => ({ claims: { azp } })),
      { header: { kid: 'unknown' } },
      { idToken: '' },
      { idToken: 'x' },
      { idToken: 'a.b.c' },
      ...['none', 'HS256', 'RS256'].map((alg) => ({ idToken: unsigned({ alg, kid: 'k1' }, claims) })),
      { userInfo: { sub: 'somebody-else', email: 'ann@example.com', email_verified: true } },
    ]
    const attempt = async (says: ProviderClaims) => {
      service.willSay({
        ...says,
        ...(says.userInfo === undefined && {
          claims: { email: 'ann@example.com', email_verified: true, ...says.claims },
        }),
      })
      const begun = await app.send(`/auth?provider=oidc&redirect_url=${encodeURIComponent(PARTNER)}`)
      const reply = service.agree(begun.headers.get('location')!)
      const cookie = begun.headers.getSetCookie()[0]!.split(';')[0]!
      const back = await expectSoundResponse(JSON.stringify(says), () =>
        app.send(`/auth/callback/oidc?${reply.toString()}`, { headers: { cookie } }),
      )
      return new URL(back.headers.get('location')!).searchParams.get('error') ?? 'let in'
    }
    const seen: unknown[] = []
    for (const says of cases) {
      const was = await attempt(says)
      if (was !== 'VERIFICATION_FAILED') seen.push([JSON.stringify(says), was])
    }
    expect(seen).toEqual([])
    expect(await attempt({})).toBe('let in')
  })

  it('derives no key at a higher cost than the configured one', async () => {
    const costs: { ln: number; r: number; p: number }[] = []
    const { Passwords, deriveKey } = await import('#worker/backend/auth/passwords.ts')
    const passwords = new Passwords((password, salt, cost, bytes) => {
      costs.push(cost)
      return deriveKey(password, salt, cost, bytes)
    })
    const hash = await passwords.hash(PASSWORD)
    await passwords.check(PASSWORD, hash)
    await passwords.check(PASSWORD, null)
    await passwords.check(PASSWORD, hash.replace('ln=14', 'ln=20'))
    await passwords.check(PASSWORD, hash.replace('p=5', 'p=99'))
    expect(costs.length).toBe(5)
    for (const { ln, r, p } of costs) expect(2 ** ln * r * p).toBeLessThanOrEqual(2 ** 14 * 8 * 5)
  })
})

it('creates no account from any attack', async () => {
  const { results } = await testEnv().DB.prepare('select email from users').all()
  expect(results).toEqual([{ email: 'ann@example.com' }])
})
