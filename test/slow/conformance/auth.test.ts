import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createHost, type Host } from '#shared/client/host.ts'
import type { Client } from '#shared/client/index.ts'
import { freshDatabase } from '../../support/env.ts'
import { createScriptedBrowser } from '../../support/scripted-page.ts'
import { everyMemberOf, PUBLIC_KEY, SERVICE_KEY, type Served, TRANSPORTS } from './support.ts'

const PASSWORD = 'correct horse battery'
const NEXT = 'a better horse battery'
const PROJECT = 'fantasy-cards'

const codeOf = (promise: Promise<unknown>) =>
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

  /** The app in a tab of one browser, whose clock may run ahead. */
  function open(address = 'https://app.example/') {
    const tab = browser.openTab(address)
    const host: Host = { ...createHost(), now: () => Date.now() + aheadMs, page: tab.page }
    const roles = { user: { permissions: ['save.cards'] } }
    const client = served.open({ key: PUBLIC_KEY, host, auth: { mode: 'headless', roles } })
    return { ...tab, auth: client.auth, client }
  }

  /** The token in the newest mail. */
  async function mailed(name: string): Promise<string> {
    const path = `${served.origin}/api/notifications/${PROJECT}/outbox?to=${encodeURIComponent(email)}`
    const answer = await served.send(path, { headers: { authorization: `Bearer ${SERVICE_KEY}` } })
    const { messages } = (await answer.json()) as { messages: { text: string }[] }
    return new URL(/https?:\/\/\S+/.exec(messages[0]!.text)![0]).searchParams.get(name)!
  }

  test('makes an account, answers with its user, and lets it change what is its own and nothing else', async () => {
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

  test('is refused with the code of what is wrong', async () => {
    const { auth } = open()
    await auth.signUp({ email, password: PASSWORD })
    auth.signOut()
    expect(await codeOf(auth.signUp({ email, password: PASSWORD }))).toBe('EMAIL_ALREADY_EXISTS')
    expect(await codeOf(auth.signUp({ email: `b${email}`, password: 'short' }))).toBe('WEAK_PASSWORD')
    expect(await codeOf(auth.signUp({ email: 'ann', password: PASSWORD }))).toBe('INVALID_EMAIL')
    expect(await codeOf(auth.signInWithEmail(email, NEXT))).toBe('INVALID_CREDENTIALS')
    expect(await codeOf(auth.signInWithEmail(`nobody-${email}`, PASSWORD))).toBe('INVALID_CREDENTIALS')
    expect(await codeOf(auth.verifyMagicLink('guess'))).toBe('MAGIC_LINK_EXPIRED')
    expect(await codeOf(auth.verifyEmail('guess'))).toBe('VERIFICATION_FAILED')
    expect(await codeOf(auth.confirmPasswordReset('guess', PASSWORD))).toBe('VERIFICATION_FAILED')
    expect(await codeOf(auth.sendMagicLink(email, { redirectUrl: 'https://evil.example/' }))).toBe('REDIRECT_FAILED')
    expect(await codeOf(auth.generateMagicLinkToken(email))).not.toBeNull()
    expect(await codeOf(auth.setToken('a.b.c'))).toBe('TOKEN_EXPIRED')
    expect(auth.isAuthenticated()).toBe(false)
  })

  test('lasts over reloads and the end of the access token, in every tab', async () => {
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

  test('comes by the address a sign-in page sends back to', async () => {
    const { auth } = open()
    const { id } = await auth.signUp({ email, password: PASSWORD })
    const { access_token, refresh_token = '' } = auth.state().tokens!
    // Signing out would end them at the server too.
    createDevice()
    const brought = new URLSearchParams({ access_token, refresh_token, project_id: PROJECT, team: '1' })
    const tab = open(`https://app.example/?${brought}`)
    expect((await tab.auth.me()).id).toBe(id)
    expect(tab.seen.address).toBe('https://app.example/?team=1')
  })

  test('works by a link from a mail, once, and for an address that had no account', async () => {
    await open().auth.sendMagicLink(email)
    const tab = open(`https://app.example/?magic_token=${await mailed('magic_token')}`)
    expect(await tab.auth.verifyMagicLink()).toMatchObject({ email, emailVerified: true })
    expect(tab.seen.address).toBe('https://app.example/')
    const { token } = await service.auth.generateMagicLinkToken(email)
    expect((await open().auth.verifyMagicLink(token)).email).toBe(email)
    expect(await codeOf(open().auth.verifyMagicLink(token))).toBe('MAGIC_LINK_EXPIRED')
  })

  test('goes on with another password, and ends on every other device', async () => {
    const [here, there] = [open(), createDevice()]
    await here.auth.signUp({ email, password: PASSWORD })
    await there.auth.signInWithEmail(email, PASSWORD)
    expect(await codeOf(here.auth.changePassword(NEXT, NEXT))).toBe('INVALID_CREDENTIALS')
    await here.auth.changePassword(PASSWORD, NEXT)
    expect(await here.auth.me()).toMatchObject({ email })
    expect(await codeOf(there.auth.me())).toBe('TOKEN_EXPIRED')
    expect(there.auth.state()).toMatchObject({ user: null, tokens: null })

    await here.auth.sendPasswordResetEmail(email)
    await here.auth.confirmPasswordReset(await mailed('token'), PASSWORD)
    expect(await codeOf(here.auth.me())).toBe('TOKEN_EXPIRED')
    expect(await there.auth.signInWithEmail(email, PASSWORD)).toMatchObject({ email, emailVerified: true })
  })

  /** A browser that shares nothing with the first. */
  function createDevice() {
    browser = createScriptedBrowser()
    return open()
  }

  /** Returns the message of the page at an address to its opener. */
  async function told(answer: Response): Promise<Record<string, unknown>> {
    expect(answer.status).toBe(200)
    const outcome = /id="outcome">\s*(\{.*\})\s*<\/script>/.exec(await answer.text())![1]!
    return (JSON.parse(outcome) as { message: Record<string, unknown> }).message
  }

  /** Fills in the form that stands at an address of the hosted page. */
  const fillIn = (address: URL | string) =>
    served.send(String(address).replace('/auth?', '/auth/signin?'), {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: served.origin },
      body: new URLSearchParams({ email, password: PASSWORD }),
    })

  test('happens at the hosted page, which sends the browser back, or in a window of it', async () => {
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
    popup!.tell(await told(await fillIn(popup!.address)), served.origin)
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
  ])('by %s, which is not configured here, says so in the window', async (provider, signIn) => {
    const { auth, seen } = open(`${served.origin}/play`)
    const asking = codeOf(signIn(auth))
    const [popup] = seen.popups
    expect(popup!.address.searchParams.get('provider')).toBe(provider)
    const { code, message, ...more } = await told(await served.send(popup!.address.href))
    expect([code, message]).toEqual(['VALIDATION_ERROR', 'This way of signing in is not configured.'])
    popup!.tell({ code, message, ...more }, served.origin)
    // A code that is none of signing in says nothing to the app.
    expect([await asking, auth.isAuthenticated()]).toEqual(['NETWORK_ERROR', false])
    const back = open(`${served.origin}/play?${new URLSearchParams({ error: 'AUTH_TIMEOUT' })}`)
    expect([back.auth.failure?.code, back.seen.address]).toEqual(['AUTH_TIMEOUT', `${served.origin}/play`])
  })

  test('has tokens made by the service for mails of its own', async () => {
    const { auth } = open()
    const { id } = await auth.signUp({ email, password: PASSWORD })
    const { token } = await service.auth.generateEmailVerificationToken(email)
    await auth.verifyEmail(token)
    const reset = await service.auth.generatePasswordResetToken(email)
    expect(reset.resetUrl).toContain(reset.token)
    await auth.confirmPasswordReset(reset.token, NEXT)
    expect(await open().auth.signInWithEmail(email, NEXT)).toMatchObject({ id, emailVerified: true })
    expect(await codeOf(open().auth.generatePasswordResetToken(email))).not.toBeNull()
    expect(await codeOf(open().auth.generateEmailVerificationToken(email))).not.toBeNull()
  })

  test('confirms an address, and ends with the account', async () => {
    const { auth } = open()
    await auth.signUp({ email, password: PASSWORD })
    await auth.sendEmailVerification()
    await auth.verifyEmail(await mailed('token'))
    expect(await auth.me()).toMatchObject({ emailVerified: true })
    expect(await codeOf(auth.sendEmailVerification())).toBe('VERIFICATION_FAILED')
    await auth.deleteAccount()
    expect([auth.isAuthenticated(), await codeOf(auth.signInWithEmail(email, PASSWORD))]).toEqual([
      false,
      'INVALID_CREDENTIALS',
    ])
  })
})

/** A journey through another service's own pages shows what they answer. */
const SOCIAL = ['Google', 'GitHub', 'Apple', 'Microsoft'].map((name) => `auth.signInWith${name}`)

everyMemberOf('auth', SOCIAL)
