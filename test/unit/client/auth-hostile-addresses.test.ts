import { afterAll, describe, expect, test } from 'vitest'
import { hostileAddresses } from '../../support/hostile-addresses.ts'
import { NO_CODES, NO_OBJECTS, WRONG_MEMBERS, wrongTexts } from '../../support/hostile-responses.ts'
import { hostileTokens } from '../../support/hostile-tokens.ts'
import { flushPromises } from '../../support/scripted-host.ts'
import { createTable, describeError, HERE, isUntouched, SITE, STATE, VERIFICATION } from './hostile-table.ts'
import { getRejection } from './recorder.ts'
import { createSignInBrowser } from './signing-in.ts'

const table = createTable()
afterAll(() => expect(table.cases()).toBeGreaterThan(400))

describe('tokens in the URL', () => {
  const GOOD = { access_token: 'u1-1', refresh_token: 'u1-r1', token_type: 'Bearer', project_id: 'p1', state: 'abc' }
  const getAddress = (query: string) => `${SITE}/play?team=1&${query}#top`
  const toQuery = (change: object) => new URLSearchParams({ ...GOOD, ...change }).toString()

  /** Opens the page in a tab that left to sign in, and checks that the returned parameters are rejected. */
  async function isRefused(query: string, code = VERIFICATION, message = /./, state: string | null = 'abc') {
    const world = createSignInBrowser()
    world.server.issue('u1')
    const remembered = state === null ? {} : { [STATE]: state }
    const tab = world.open({ authRequired: true }, getAddress(query), null, remembered)
    await flushPromises()
    const was = describeError(tab.auth.failure ?? {})
    return (
      (was.code === code && message.test(was.message) && isUntouched(world, tab)) || { ...was, at: tab.seen.address }
    )
  }

  test('signs in with a valid URL, so that the rejections are meaningful', async () => {
    const world = createSignInBrowser()
    world.server.issue('u1')
    const { auth, seen } = world.open({}, getAddress(toQuery({})), null, { [STATE]: 'abc' })
    await flushPromises()
    expect([auth.isAuthenticated(), seen.address]).toEqual([true, HERE])
  })

  test('rejects a URL with another state or project, or a repeated parameter', async () => {
    const texts = (right: string) => wrongTexts(right).filter((one) => typeof one === 'string') as string[]
    const states = texts('abc').map((state) => toQuery({ state }))
    const mismatch = (query: string) => isRefused(query, VERIFICATION, /^State mismatch$/)
    await table.allHold([...states, toQuery({}).replace('&state=abc', '')], mismatch)
    const unasked = (query: string) => isRefused(query, VERIFICATION, /^State mismatch$/, null)
    await table.allHold(
      states.filter((query) => !query.endsWith('=')),
      unasked,
    )
    const projects = texts('p1').filter((one) => one !== '')
    const project = (id: string) => isRefused(toQuery({ project_id: id }), VERIFICATION, /^Project ID mismatch$/)
    await table.allHold(projects, project)
    const twice = Object.keys(GOOD).map((name) => `${toQuery({})}&${name}=${GOOD[name as keyof typeof GOOD]}`)
    await table.allHold(twice, (query) => isRefused(query))
  })

  test('rejects a URL with a malformed token', async () => {
    const values = WRONG_MEMBERS.filter(([, value]) => typeof value === 'string' && value !== '')
    const tokens = values.filter(([name]) => name.endsWith('_token'))
    const token = ([name, value]: (typeof WRONG_MEMBERS)[number]) => isRefused(toQuery({ [name]: value }))
    await table.allHold(tokens, token)
  })

  test('replaces an unknown error in a URL with our own message', async () => {
    const codes = NO_CODES.filter((code) => typeof code === 'string' && code !== '')
    const failure = (code: unknown) =>
      isRefused(
        new URLSearchParams({ error: String(code), error_description: 'Call 555', state: 'abc' }).toString(),
        'auth NETWORK_ERROR',
        /^Network error\. Please check/,
      )
    await table.allHold(codes, failure)
  })
})

test('ignores a stored value that is not a session', async () => {
  const good = {
    access_token: 'u1-1',
    refresh_token: 'u1-r1',
    expires_in: 900,
    issued_at: Date.parse('2026-11-21T12:00:00Z') / 1000,
    sign_in: 'a',
  }
  const stored = [
    '',
    '{',
    'undefined',
    '[object Object]',
    '{"a":1}{',
    '{"__proto__":{}}',
    ...NO_OBJECTS.map((one) => JSON.stringify(one) ?? ''),
    ...[...WRONG_MEMBERS, ...[undefined, null, '', 0, -1, '1', {}].map((at) => ['issued_at', at] as const)]
      .filter(([name, value]) => JSON.stringify({ [name]: value }) !== '{}' || name !== 'refresh_token')
      .map(([name, value]) => JSON.stringify({ ...good, [name]: typeof value === 'bigint' ? null : value })),
    ...[undefined, null, 7, {}].map((id) => JSON.stringify({ ...good, sign_in: id })),
  ]
  const isNothing = async (text: string) => {
    const world = createSignInBrowser()
    world.browser.stored.set('auth-tokens:p1', text)
    const { auth } = world.open({}, HERE)
    await flushPromises()
    return (auth.state().tokens === null && world.requests.length === 0) || auth.state()
  }
  await table.allHold(stored, isNothing)
})

describe('a token that the server rejects', () => {
  const key = new TextEncoder().encode('k'.repeat(32))
  const claims = {
    iss: 'p1/auth',
    aud: 'p1',
    sub: 'u1',
    typ: 'access',
    sid: 's',
    iat: 1_795_262_400,
    exp: 1_795_263_300,
  }
  const good = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1MSJ9.c2lnbmF0dXJl'

  test('rejects a token that the server does not accept, and does not store it', async () => {
    const tokens = await hostileTokens(good, key, claims, { kty: 'RSA', n: 'x', e: 'AQAB' })
    expect(tokens.length).toBeGreaterThan(200)
    const isRefused = async (token: string) => {
      const world = createSignInBrowser()
      const tab = world.open({}, HERE)
      await flushPromises()
      const { code } = describeError(await getRejection(tab.auth.setToken(token)))
      const isSendable = /^[\x21-\x7e]{1,8192}$/.test(token)
      const paths = isSendable ? ['GET /api/auth/me'] : []
      const isRight = code === (isSendable ? 'auth TOKEN_EXPIRED' : VERIFICATION)
      const isNobody = tab.auth.state().tokens === null && world.browser.stored.size === 0
      return (isRight && isNobody && world.paths().join() === paths.join()) || [code, world.paths()]
    }
    await table.allHold(tokens, isRefused)
  })
})

describe('return URLs of other sites', () => {
  const elsewhere = hostileAddresses(SITE).filter((address) => !isHere(address))

  /** Returns true if a browser resolves this URL to this site, however it is written. */
  function isHere(address: string): boolean {
    if (!URL.canParse(address, HERE)) return false
    const { protocol, origin, username, password } = new URL(address, HERE)
    return protocol === 'https:' && origin === SITE && username + password === ''
  }

  test('refuses to return to another site’s page (open redirect)', async () => {
    expect(elsewhere.length).toBeGreaterThan(100)
    const isRefused = async (address: string) => {
      const world = createSignInBrowser()
      const tab = world.open({ mode: 'headless' }, HERE)
      await flushPromises()
      const addresses = [
        () => Promise.resolve().then(() => tab.auth.login(address)),
        () => tab.auth.signInWithProvider('oidc', { mode: 'redirect', redirectUrl: address }),
        () => tab.auth.signInWithProvider('oidc', { redirectUrl: address }),
      ]
      const codes = []
      for (const ask of addresses) codes.push(describeError(await getRejection(ask())).code)
      const isRight = codes.every((code) => code === 'auth REDIRECT_FAILED')
      return (isRight && tab.seen.popups.length === 0 && isUntouched(world, tab)) || codes
    }
    await table.allHold(elsewhere, isRefused)
  })
})
