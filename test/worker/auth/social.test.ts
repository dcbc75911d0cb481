import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AuthApp, createAuthApp, NOW, ORIGIN, PASSWORD } from '../../support/auth.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createIdentityService, type IdentityService } from '../../support/identity-service.ts'

const PARTNER = 'https://partner.example'
const SETTINGS = {
  ALLOWED_ORIGINS: PARTNER,
  GOOGLE_CLIENT_ID: 'google-client',
  GOOGLE_CLIENT_SECRET: 's',
  GITHUB_CLIENT_ID: 'github-client',
  GITHUB_CLIENT_SECRET: 's',
  MICROSOFT_CLIENT_ID: 'microsoft-client',
  MICROSOFT_CLIENT_SECRET: 's',
  OIDC_CLIENT_ID: 'own-client',
  OIDC_CLIENT_SECRET: 's',
  OIDC_DISCOVERY_URL: 'https://identity.example/.well-known/openid-configuration',
}

let app: AuthApp
let service: IdentityService

beforeEach(async () => {
  await freshDatabase()
  const { privateKey } = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const pkcs8 = (await crypto.subtle.exportKey('pkcs8', privateKey)) as ArrayBuffer
  const pem = `-----BEGIN PRIVATE KEY-----\\n${btoa(String.fromCharCode(...new Uint8Array(pkcs8)))}\\n-----END PRIVATE KEY-----`
  app = createAuthApp({
    ...SETTINGS,
    APPLE_CLIENT_ID: 'apple-client',
    APPLE_TEAM_ID: 't',
    APPLE_KEY_ID: 'k',
    APPLE_PRIVATE_KEY: pem,
  })
  service = await createIdentityService(() => app.clock.now)
})

afterEach(() => vi.restoreAllMocks())

const getCookie = (response: Response) => response.headers.getSetCookie()[0]!.split(';')[0]!
const getLocation = (response: Response) => new URL(response.headers.get('location')!)
const parseOutcome = (page: string): { message: Record<string, unknown>; target: string; instead: string } =>
  JSON.parse(/id="outcome">\s*(\{.*\})\s*<\/script>/.exec(page)![1]!)

const start = (provider: string, more: Record<string, string> = {}) =>
  app.send(
    `/auth?${new URLSearchParams({ provider, project_id: 'fantasy-cards', redirect_url: `${PARTNER}/back?x=1`, state: 'abc', ...more }).toString()}`,
  )

const sendCallback = (provider: string, params: URLSearchParams, cookie = '') =>
  provider === 'apple'
    ? app.send('/auth/callback/apple', {
        method: 'POST',
        body: params,
        headers: { cookie, origin: 'https://appleid.apple.com' },
      })
    : app.send(`/auth/callback/${provider}?${params.toString()}`, { headers: { cookie } })

/** Signs in at the provider and returns to the callback. */
async function signIn(provider: string, more: Record<string, string> = {}) {
  const begun = await start(provider, more)
  return sendCallback(provider, service.agree(begun.headers.get('location')!), getCookie(begun))
}

const VERIFIED = { email: 'ann@example.com', email_verified: true, name: 'Ann' }
const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad'
const COMPANY = '11111111-2222-3333-4444-555555555555'
const emails = (verified: boolean) => [{ email: 'ann@example.com', primary: true, verified }]

describe('signing in with another service', () => {
  it.each([
    ['google', { claims: VERIFIED }],
    ['apple', { claims: { ...VERIFIED, email_verified: 'true' } }],
    ['microsoft', { claims: { ...VERIFIED, tid: PERSONAL } }],
    ['microsoft', { claims: { ...VERIFIED, tid: COMPANY, xms_edov: true } }],
    ['github', { userInfo: { id: 7, login: 'ann', name: 'Ann', emails: emails(true) } }],
    ['oidc', { userInfo: { sub: 'person-1', ...VERIFIED } }],
  ])('signs in with %s and redirects to the requesting page with the tokens', async (provider, says) => {
    service.willSay(says)
    const back = await signIn(provider)
    expect(back.status).toBe(303)
    const { origin, pathname, searchParams } = getLocation(back)
    expect([origin + pathname, searchParams.get('x'), searchParams.get('state')]).toEqual([
      `${PARTNER}/back`,
      '1',
      'abc',
    ])
    expect(Object.fromEntries(searchParams)).toMatchObject({
      token_type: 'Bearer',
      expires_in: '900',
      refresh_expires_in: '2592000',
      project_id: 'fantasy-cards',
    })
    const { body } = await app.me(searchParams.get('access_token')!)
    expect(body.user).toMatchObject({ email: 'ann@example.com', emailVerified: true, displayName: 'Ann', role: 'user' })
    expect((await app.refresh(searchParams.get('refresh_token')!)).status).toBe(200)
    expect(getCookie(back)).toMatch(/^__Host-sign-in-[\w-]{16}=$/)

    const again = getLocation(await signIn(provider)).searchParams.get('access_token')!
    expect((await app.me(again)).body.user['id']).toBe(body.user['id'])
  })

  it('sends a PKCE challenge, a state and a nonce, and stores them in an HttpOnly cookie', async () => {
    const begun = await start('oidc')
    const { searchParams } = getLocation(begun)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'own-client',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: `${ORIGIN}/auth/callback/oidc`,
      scope: 'openid email profile',
    })
    const cookie = begun.headers.getSetCookie()[0]!
    expect(cookie).toMatch(/^__Host-sign-in-.*; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    for (const secret of ['state', 'nonce']) expect(cookie).not.toContain(`=${searchParams.get(secret)}`)
    expect((await start('apple')).headers.getSetCookie()[0]).toContain('SameSite=None')
  })

  it('posts the result of a pop-up sign-in to its opener’s origin, and never to `*`', async () => {
    service.willSay({ claims: VERIFIED })
    const page = await signIn('google', { mode: 'popup', opener_origin: PARTNER })
    const html = await page.text()
    const { message, target, instead } = parseOutcome(html)
    expect(target).toBe(PARTNER)
    expect(message).toMatchObject({
      type: expect.stringContaining('TOKENS'),
      token_type: 'Bearer',
      expires_in: 900,
      refresh_expires_in: 2_592_000,
      projectId: 'fantasy-cards',
      state: 'abc',
    })
    expect((await app.me(String(message['access_token']))).status).toBe(200)
    expect(instead).toContain(`${PARTNER}/back?x=1&access_token=`)
    expect(page.headers.get('cross-origin-opener-policy')).toBeNull()
    const policy = page.headers.get('content-security-policy')!
    expect(policy).toContain("frame-ancestors 'none'")
    // One script runs, from a file; the other only holds data.
    const nonce = /script-src 'nonce-([0-9a-f]{32})';/.exec(policy)![1]!
    expect(html.match(/<script\b[^>]*>/g)).toEqual([
      '<script type="application/json" id="outcome">',
      `<script nonce="${nonce}" src="/hand-over.js">`,
    ])
  })

  it('reports a canceled sign-in the way the caller requested', async () => {
    const canceled = async (more: Record<string, string>) => {
      const begun = await start('google', more)
      const state = getLocation(begun).searchParams.get('state')!
      return sendCallback('google', new URLSearchParams({ error: 'access_denied', state }), getCookie(begun))
    }
    const { searchParams } = getLocation(await canceled({}))
    expect(Object.fromEntries(searchParams)).toEqual({
      x: '1',
      error: 'POPUP_CANCELED',
      error_description: 'Sign-in was canceled. Please try again.',
      state: 'abc',
    })
    const { message } = parseOutcome(await (await canceled({ mode: 'popup' })).text())
    expect(message).toEqual({
      type: expect.stringContaining('ERROR'),
      code: 'POPUP_CANCELED',
      message: 'Sign-in was canceled. Please try again.',
      projectId: 'fantasy-cards',
      state: 'abc',
    })
  })

  it('starts a sign-in only if its cookie fits into a browser', async () => {
    const begin = (characters: number) =>
      start('google', { redirect_url: `${PARTNER}/${'%20'.repeat(characters / 3)}` })
    const flow = await begin(1200)
    expect([flow.status, flow.headers.getSetCookie()[0]!.split(';')[0]!.length <= 4096]).toEqual([303, true])
    const refused = await begin(1950)
    expect(refused.headers.getSetCookie()).toEqual([])
    expect(Object.fromEntries(getLocation(refused).searchParams)).toMatchObject({
      error: 'VALIDATION_ERROR',
      error_description: 'The return URL is too long for this sign-in provider.',
    })
  })

  it('accepts a sign-in once, within ten minutes, from the browser and provider that started it', async () => {
    service.willSay({ claims: VERIFIED })
    const begun = await start('google')
    const text = service.agree(begun.headers.get('location')!)
    const other = getCookie(await start('google'))
    const renamed = `${getCookie(begun).split('=')[0]}=${other.split('=')[1]}`
    for (const cookie of ['', other, renamed, `${getCookie(begun)}x`]) {
      const refused = await sendCallback('google', text, cookie)
      expect([refused.status, refused.headers.get('location')]).toEqual([408, null])
    }
    expect((await sendCallback('oidc', text, getCookie(begun))).status).toBe(408)
    expect((await sendCallback('google', text, getCookie(begun))).status).toBe(303)
    expect((await sendCallback('google', text, getCookie(begun))).status).toBe(408)

    const late = await start('google')
    app.clock.now = NOW + 600_000
    expect((await sendCallback('google', service.agree(late.headers.get('location')!), getCookie(late))).status).toBe(
      408,
    )
  })
})

describe('the account of an identity', () => {
  it('links an identity to the account with its verified email address, and later recognizes it by the identity alone', async () => {
    const { user, access_token: token } = await app.signUp()
    const link = (await app.linkTo('ann@example.com')).searchParams.get('token')
    await app.post('/email/verify', { token: link }, { token })
    service.willSay({ claims: VERIFIED })
    const linked = getLocation(await signIn('google')).searchParams.get('access_token')!
    expect((await app.me(linked)).body.user['id']).toBe(user.id)
    expect((await app.me(token)).status).toBe(200)
    service.willSay({ claims: { email: 'moved@example.com', email_verified: false } })
    expect((await app.me(getLocation(await signIn('google')).searchParams.get('access_token')!)).body.user['id']).toBe(
      user.id,
    )
  })

  it('gives an account that a stranger made with someone’s email address to the owner of the address', async () => {
    const stranger = await app.signUp()
    service.willSay({ claims: VERIFIED })
    const owner = getLocation(await signIn('google')).searchParams.get('access_token')!
    expect((await app.me(owner)).status).toBe(200)
    expect([(await app.me(stranger.access_token)).code, (await app.refresh(stranger.refresh_token)).code]).toEqual([
      'TOKEN_EXPIRED',
      'TOKEN_EXPIRED',
    ])
    expect((await app.post('/signin/email', { email: 'ann@example.com', password: PASSWORD })).code).toBe(
      'INVALID_CREDENTIALS',
    )
  })

  it.each([
    ['google', { claims: { ...VERIFIED, email_verified: false } }],
    ['google', { claims: { email: 'ann@example.com' } }],
    ['google', { claims: {} }],
    ['microsoft', { claims: { ...VERIFIED, tid: COMPANY } }],
    ['github', { userInfo: { id: 7, login: 'ann', emails: emails(false) } }],
    ['oidc', { userInfo: { sub: 'person-1', ...VERIFIED, email_verified: 'yes' } }],
  ])('opens no account when %s has not verified the email address', async (provider, says) => {
    await app.signUp()
    service.willSay(says)
    expect(getLocation(await signIn(provider)).searchParams.get('error')).toBe('EMAIL_NOT_VERIFIED')
    const { results } = await testEnv().DB.prepare('select * from identities').all()
    expect(results).toEqual([])
  })
})
