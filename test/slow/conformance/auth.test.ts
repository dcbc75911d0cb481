import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createHost, type Host } from '#shared/client/host.ts'
import type { Client } from '#shared/client/index.ts'
import { freshDatabase } from '../../support/env.ts'
import { createScriptedBrowser } from '../../support/scripted-page.ts'
import { expectEveryMember, PUBLIC_KEY, type Served, SERVICE_KEY, TRANSPORTS } from './support.ts'

const PASSWORD = 'correct horse battery'
const NEXT = 'a better horse battery'
const PROJECT = 'fantasy-cards'

const getCode = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (thrown: unknown) => (thrown as { code?: unknown }).code,
  )

describe.each(TRANSPORTS)('signing in %s', (_, connect) => {
  let served: Served
  let service: Client
  let email: string
  let browser: ReturnType<typeof createScriptedBrowser>
  let aheadMs: number
  beforeAll(freshDatabase)
  beforeEach(async () => {
    served = await connect(SERVICE_KEY)
    service = served.client
    email = `${crypto.randomUUID()}@example.com`
    browser = createScriptedBrowser()
    aheadMs = 0
  })

  /** Opens the app in a tab of one browser, whose clock may run ahead. */
  function open(address = 'https://app.example/') {
    const tab = browser.openTab(address)
    const host: Host = { ...createHost(), now: () => Date.now() + aheadMs, page: tab.page }
    const roles = { user: { permissions: ['save.cards'] } }
    const client = served.open({ key: PUBLIC_KEY, host, auth: { mode: 'headless', roles } })
    return { ...tab, auth: client.auth, client }
  }

  /** Returns the token in the newest mail. */
  async function mailed(name: string): Promise<string> {
    const path = `${served.origin}/api/notifications/${PROJECT}/outbox?to=${encodeURIComponent(email)}`
    const response = await served.send(path, { headers: { authorization: `Bearer ${SERVICE_KEY}` } })
    const { messages } = (await response.json()) as { messages: { text: string }[] }
    return new URL(/https?:\/\/\S+/.exec(messages[0]!.text)![0]).searchParams.get(name)!
  }

  test('creates an account, returns its user, and updates only the user’s own fields', async () => {
    const { auth } = open()
    const made = await auth.signUp({ email, password: PASSWORD, displayName: 'Ann', role: 'admin' })
    expect(made).toMatchObject({ email, displayName: 'Ann', role: 'user', emailVerified: false })
    expect(await auth.me()).toMatchObject(made)
    expect(await open().auth.setToken(auth.state().tokens!.access_token)).toMatchObject({ id: made.id })
    expect(await auth.updateMe({ displayName: 'Ann B.', role: 'admin', email: 'x@y.zz' })).toMatchObject({
      id: made.id,
      email,
      displayName: 'Ann B.',
      role: 'user',
    })
    expect([
      auth.hasRole('user'),
      auth.hasRole('admin'),
      auth.can('save', 'cards'),
      auth.can('remove', 'cards'),
    ]).toEqual([true, false, true, false])
    expect(await auth.getAvailableProviders()).toEqual(['email'])
  })

  test('returns the specific error code of a refused sign-in', async () => {
    const { auth } = open()
    await auth.signUp({ email, password: PASSWORD })
    auth.signOut()
    expect(await getCode(auth.signUp({ email, password: PASSWORD }))).toBe('EMAIL_ALREADY_EXISTS')
    expect(await getCode(auth.signUp({ email: `b${email}`, password: 'short' }))).toBe('WEAK_PASSWORD')
    expect(await getCode(auth.signUp({ email: 'ann', password: PASSWORD }))).toBe('INVALID_EMAIL')
    expect(await getCode(auth.signInWithEmail(email, NEXT))).toBe('INVALID_CREDENTIALS')
    expect(await getCode(auth.signInWithEmail(`nobody-${email}`, PASSWORD))).toBe('INVALID_CREDENTIALS')
    expect(await getCode(auth.verifyMagicLink('guess'))).toBe('MAGIC_LINK_EXPIRED')
    expect(await getCode(auth.verifyEmail('guess'))).toBe('VERIFICATION_FAILED')
    expect(await getCode(auth.confirmPasswordReset('guess', PASSWORD))).toBe('VERIFICATION_FAILED')
    expect(await getCode(auth.sendMagicLink(email, { redirectUrl: 'https://evil.example/' }))).toBe('REDIRECT_FAILED')
    expect(await getCode(auth.generateMagicLinkToken(email))).not.toBeNull()
    expect(await getCode(auth.setToken('a.b.c'))).toBe('TOKEN_EXPIRED')
    expect(auth.isAuthenticated()).toBe(false)
  })

  test('keeps the session through reloads and access token expiry, in every tab', async () => {
    const first = open()
    const { id } = await first.auth.signUp({ email, password: PASSWORD })
    const tabs = [first, open(), open()]
    for (const { auth } of tabs) expect((await auth.me()).id).toBe(id)
    const before = first.auth.state().tokens!

    aheadMs = 890_000
    expect(await Promise.all(tabs.map(({ client }) => client.auth.userIdOrAnonymous()))).toEqual([id, id, id])
    expect(first.auth.state().tokens!.refresh_token).not.toBe(before.refresh_token)
    expect(new Set(tabs.map(({ auth }) => auth.state().tokens?.refresh_token)).size).toBe(1)
  })

  test('signs in from the URL that a sign-in page redirects to', async () => {
    const { auth } = open()
    const { id } = await auth.signUp({ email, password: PASSWORD })
    const { access_token, refresh_token = '' } = auth.state().tokens!
    // Signing out would end the tokens on the server too.
    createDevice()
    const brought = new URLSearchParams({ access_token, refresh_token, project_id: PROJECT, team: '1' })
    const tab = open(`https://app.example/?${brought}`)
    expect((await tab.auth.me()).id).toBe(id)
    expect(tab.seen.address).toBe('https://app.example/?team=1')
  })

  test('signs in by a mailed link, once, even for an email address without an account', async () => {
    await open().auth.sendMagicLink(email)
    const tab = open(`https://app.example/?magic_token=${await mailed('magic_token')}`)
    expect(await tab.auth.verifyMagicLink()).toMatchObject({ email, emailVerified: true })
    expect(tab.seen.address).toBe('https://app.example/')
    const { token } = await service.auth.generateMagicLinkToken(email)
    expect((await open().auth.verifyMagicLink(token)).email).toBe(email)
    expect(await getCode(open().auth.verifyMagicLink(token))).toBe('MAGIC_LINK_EXPIRED')
  })

  test('changes the password, and signs out every other device', async () => {
    const [here, there] = [open(), createDevice()]
    await here.auth.signUp({ email, password: PASSWORD })
    await there.auth.signInWithEmail(email, PASSWORD)
    expect(await getCode(here.auth.changePassword(NEXT, NEXT))).toBe('INVALID_CREDENTIALS')
    await here.auth.changePassword(PASSWORD, NEXT)
    expect(await here.auth.me()).toMatchObject({ email })
    expect(await getCode(there.auth.me())).toBe('TOKEN_EXPIRED')
    expect(there.auth.state()).toMatchObject({ user: null, tokens: null })

    await here.auth.sendPasswordResetEmail(email)
    await here.auth.confirmPasswordReset(await mailed('token'), PASSWORD)
    expect(await getCode(here.auth.me())).toBe('TOKEN_EXPIRED')
    expect(await there.auth.signInWithEmail(email, PASSWORD)).toMatchObject({ email, emailVerified: true })
  })

  /** Switches to a browser that shares nothing with the first. */
  function createDevice() {
    browser = createScriptedBrowser()
    return open()
  }

  /** Returns the message that a page posts to its opener. */
  async function readBody(response: Response): Promise<Record<string, unknown>> {
    expect(response.status).toBe(200)
    const outcome = /id="outcome">\s*(\{.*\})\s*<\/script>/.exec(await response.text())![1]!
    return (JSON.parse(outcome) as { message: Record<string, unknown> }).message
  }

  /** Submits the sign-in form of the hosted page. */
  const fillIn = (address: URL | string) =>
    served.send(String(address).replace('/auth?', '/auth/signin?'), {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: served.origin },
      body: new URLSearchParams({ email, password: PASSWORD }),
    })

  test('signs in on the hosted page, by redirect or in a pop-up', async () => {
    await open().auth.signUp({ email, password: PASSWORD })
    createDevice()
    const away = open(`${served.origin}/play?team=1`)
    away.auth.login()
    const [address] = away.seen.wentTo
    expect(await (await served.send(address!)).text()).toContain('name="password"')
    const back = (await fillIn(address!)).headers.get('location')!
    expect(await open(back).auth.me()).toMatchObject({ email })

    createDevice()
    const tab = open(`${served.origin}/play`)
    const states: boolean[] = []
    const stop = tab.auth.onAuthStateChanged(({ isAuthenticated }) => void states.push(isAuthenticated))
    const signingIn = tab.auth.signInWithProvider('email')
    const [popup] = tab.seen.popups
    popup!.tell(await readBody(await fillIn(popup!.address)), served.origin)
    expect(await signingIn).toMatchObject({ email })
    expect([states[0], states.at(-1), popup!.isClosed, tab.auth.failure]).toEqual([false, true, true, null])
    expect(await tab.auth.token()).toBe(tab.auth.state().tokens!.access_token)
    stop()
    tab.auth.close()
  })

  test.each([
    ['google', (auth: Client['auth']) => auth.signInWithGoogle()],
    ['github', (auth: Client['auth']) => auth.signInWithGitHub()],
    ['apple', (auth: Client['auth']) => auth.signInWithApple()],
    ['microsoft', (auth: Client['auth']) => auth.signInWithMicrosoft()],
  ])('reports in the pop-up that %s is not configured', async (provider, signIn) => {
    const { auth, seen } = open(`${served.origin}/play`)
    const asking = getCode(signIn(auth))
    const [popup] = seen.popups
    expect(popup!.address.searchParams.get('provider')).toBe(provider)
    const { code, message, ...more } = await readBody(await served.send(popup!.address.href))
    expect([code, message]).toEqual(['VALIDATION_ERROR', 'This sign-in provider is not configured.'])
    popup!.tell({ code, message, ...more }, served.origin)
    // The app hides a code that does not belong to sign-in.
    expect([await asking, auth.isAuthenticated()]).toEqual(['NETWORK_ERROR', false])
    const back = open(`${served.origin}/play?${new URLSearchParams({ error: 'AUTH_TIMEOUT' })}`)
    expect([back.auth.failure?.code, back.seen.address]).toEqual(['AUTH_TIMEOUT', `${served.origin}/play`])
  })

  test('returns tokens to the service for its own mails', async () => {
    const { auth } = open()
    const { id } = await auth.signUp({ email, password: PASSWORD })
    const { token } = await service.auth.generateEmailVerificationToken(email)
    await auth.verifyEmail(token)
    const reset = await service.auth.generatePasswordResetToken(email)
    expect(reset.resetUrl).toContain(reset.token)
    await auth.confirmPasswordReset(reset.token, NEXT)
    expect(await open().auth.signInWithEmail(email, NEXT)).toMatchObject({ id, emailVerified: true })
    expect(await getCode(open().auth.generatePasswordResetToken(email))).not.toBeNull()
    expect(await getCode(open().auth.generateEmailVerificationToken(email))).not.toBeNull()
  })

  test('verifies an email address, and deletes the account', async () => {
    const { auth } = open()
    await auth.signUp({ email, password: PASSWORD })
    await auth.sendEmailVerification()
    await auth.verifyEmail(await mailed('token'))
    expect(await auth.me()).toMatchObject({ emailVerified: true })
    expect(await getCode(auth.sendEmailVerification())).toBe('VERIFICATION_FAILED')
    await auth.deleteAccount()
    expect([auth.isAuthenticated(), await getCode(auth.signInWithEmail(email, PASSWORD))]).toEqual([
      false,
      'INVALID_CREDENTIALS',
    ])
  })
})

/** Members that only an end-to-end test through a provider's pages can complete. */
const SOCIAL = ['Google', 'GitHub', 'Apple', 'Microsoft'].map((name) => `auth.signInWith${name}`)

expectEveryMember('auth', SOCIAL)
