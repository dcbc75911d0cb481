import { describe, expect, test } from 'vitest'
import type { Auth } from '#shared/client/auth/auth.ts'
import { createClient } from '#shared/client/index.ts'
import { flushPromises } from '../../support/scripted-host.ts'
import { findOffenders } from '../../support/offenders.ts'
import { getRejection } from './recorder.ts'
import { ANN, createSignInBrowser, refuse } from './signing-in.ts'

const KEY = 'Bearer public-key'
const USER = 'Bearer u1-1'
const EMAIL = 'ann@example.com'

/** Which bearer token is sent. `anonymous` sends none. */
type Sender = 'anonymous' | 'user' | 'key'
type Wire = readonly [request: string, call: (auth: Auth) => Promise<unknown>, body: object | null, sender: Sender]

const BEARER = { anonymous: undefined, user: USER, key: KEY }
const BACK = 'https://app.example/in'
const ofProject = (fields: object) => ({ ...fields, projectId: 'p1' })

/** Every call on the wire, with a signed-in user. */
const WIRE: readonly Wire[] = [
  [
    'POST signup',
    (auth) => auth.signUp({ email: EMAIL, password: 'x', displayName: 'Ann' }),
    ofProject({ email: EMAIL, password: 'x', displayName: 'Ann' }),
    'anonymous',
  ],
  [
    'POST signin/email',
    (auth) => auth.signInWithEmail(EMAIL, 'x'),
    ofProject({ email: EMAIL, password: 'x' }),
    'anonymous',
  ],
  ['GET me', (auth) => auth.me(), null, 'user'],
  ['PATCH me', (auth) => auth.updateMe({ displayName: 'B' }), { displayName: 'B' }, 'user'],
  [
    'POST password/reset/generate',
    (auth) => auth.generatePasswordResetToken(EMAIL),
    ofProject({ email: EMAIL }),
    'key',
  ],
  [
    'POST password/reset',
    (auth) => auth.sendPasswordResetEmail(EMAIL, { redirectUrl: BACK }),
    ofProject({ email: EMAIL, redirectUrl: BACK }),
    'anonymous',
  ],
  [
    'POST password/reset/confirm',
    (auth) => auth.confirmPasswordReset('t', 'x'),
    ofProject({ token: 't', password: 'x' }),
    'anonymous',
  ],
  ['POST password/change', (auth) => auth.changePassword('a', 'b'), { oldPassword: 'a', newPassword: 'b' }, 'user'],
  ['POST email/verify/generate', (auth) => auth.generateEmailVerificationToken(), null, 'user'],
  ['POST email/verify/send', (auth) => auth.sendEmailVerification(), null, 'user'],
  ['POST email/verify', (auth) => auth.verifyEmail('t'), ofProject({ token: 't' }), 'user'],
  ['POST signin/magic/generate', (auth) => auth.generateMagicLinkToken(EMAIL), ofProject({ email: EMAIL }), 'key'],
  ['POST signin/magic', (auth) => auth.sendMagicLink(EMAIL), ofProject({ email: EMAIL }), 'anonymous'],
  ['POST signin/magic/verify', (auth) => auth.verifyMagicLink('t'), ofProject({ token: 't' }), 'anonymous'],
  ['GET providers', (auth) => auth.getAvailableProviders(), null, 'anonymous'],
  ['DELETE account', (auth) => auth.deleteAccount(), null, 'user'],
]

test('sends every auth call exactly as the API requires', async () => {
  const offenders = await findOffenders(WIRE, JSON.stringify, async ([request, call, body, sender]) => {
    const world = createSignInBrowser()
    world.store(world.server.issue('u1'))
    const { auth } = world.open({ mode: 'headless' })
    await flushPromises()
    world.requests.length = 0
    world.script.respond = ({ method }) =>
      method === 'PATCH' ? Response.json({ user: { ...ANN, displayName: 'B' } }) : undefined
    await call(auth)
    const [sent] = world.requests
    expect(`${sent!.method} ${new URL(sent!.url).pathname}`).toBe(request.replace(' ', ' /api/auth/'))
    expect([sent!.body, sent!.headers['authorization']]).toEqual([body, BEARER[sender]])
    expect(world.requests).toHaveLength(1)
  })
  expect(offenders).toEqual([])
})

describe('a sign-in', () => {
  test('loads the user after a sign-in response without one', async () => {
    const world = createSignInBrowser()
    const { auth } = world.open({ mode: 'headless' })
    world.script.respond = ({ url }) => (url.endsWith('/email') ? Response.json(world.server.issue('u1')) : undefined)
    expect(await auth.signInWithEmail(EMAIL, 'x')).toEqual(ANN)
    expect(world.paths()).toEqual(['POST /api/auth/signin/email', 'GET /api/auth/me'])
  })

  test.each([{}, { access_token: '' }, { access_token: 7 }, { access_token: 'a', expires_in: 'soon' }])(
    'fails for a sign-in response of %j',
    async (result) => {
      const world = createSignInBrowser()
      const { auth } = world.open({ mode: 'headless' })
      world.script.respond = () => Response.json(result)
      const refusal = await getRejection(auth.signInWithEmail(EMAIL, 'x'))
      expect(refusal).toMatchObject({ kind: 'auth', code: 'NETWORK_ERROR' })
      expect([auth.isAuthenticated(), world.stored()]).toEqual([false, null])
    },
  )

  test('reports a sign-in that never reaches the server as a network error', async () => {
    const world = createSignInBrowser()
    world.script.respond = () => Promise.reject(new TypeError('fetch failed'))
    expect(await getRejection(world.open({ mode: 'headless' }).auth.signInWithEmail(EMAIL, 'x'))).toMatchObject({
      kind: 'auth',
      code: 'NETWORK_ERROR',
      retryable: true,
    })
  })
})

describe('a magic link', () => {
  test.each(['magic_token', 'token'])(
    'reads a magic link from the URL parameter %s and removes it, in either mode',
    async (name) => {
      const world = createSignInBrowser()
      const { auth, seen } = world.open({}, `https://app.example/?${name}=secret&team=1`)
      await flushPromises()
      expect(await auth.verifyMagicLink()).toEqual(ANN)
      expect(world.requests[0]!.body).toEqual({ token: 'secret', projectId: 'p1' })
      expect([seen.address, auth.isAuthenticated()]).toEqual(['https://app.example/?team=1', true])
    },
  )

  test('removes an expired magic link from the URL, and starts no session', async () => {
    const world = createSignInBrowser()
    world.script.respond = () => refuse(400, 'MAGIC_LINK_EXPIRED')
    const { auth, seen } = world.open({}, 'https://app.example/?magic_token=old')
    expect(await getRejection(auth.verifyMagicLink())).toMatchObject({ kind: 'auth', code: 'MAGIC_LINK_EXPIRED' })
    expect([seen.address, auth.isAuthenticated()]).toEqual(['https://app.example/?magic_token=old', false])
  })
})

test('lists the server’s sign-in providers, with email and Google as fallback', async () => {
  const world = createSignInBrowser()
  const { auth } = world.open()
  expect(await auth.getAvailableProviders()).toEqual(['email', 'github'])
  for (const response of [Response.json({}), Response.json({ providers: [7] }), refuse(404, 'NOT_FOUND')]) {
    world.script.respond = () => response
    expect(await auth.getAvailableProviders()).toEqual(['email', 'google'])
  }
})

test('signs out after the account is deleted', async () => {
  const world = createSignInBrowser()
  world.store(world.server.issue('u1'))
  const { auth } = world.open()
  await auth.me()
  await auth.deleteAccount()
  expect([auth.state().user, world.stored()]).toEqual([null, null])
})

test('signs in with a token from elsewhere until it expires', async () => {
  const world = createSignInBrowser()
  world.server.issue('u1')
  const { auth } = world.open()
  expect(await auth.setToken('u1-1')).toEqual(ANN)
  await world.pass(870_000)
  expect(await getRejection(auth.me())).toMatchObject({ code: 'INVALID_CREDENTIALS' })
})

test('signs in outside a page, without redirects', async () => {
  const world = createSignInBrowser()
  const client = createClient({
    projectId: 'p1',
    coreUrl: 'https://core.example',
    auth: { mode: 'headless', authRequired: true },
    fetch: () => Response.json({ ...world.server.issue('u1'), user: ANN }),
  })
  expect(client.auth.state()).toEqual({ user: null, tokens: null, isAuthenticated: false, isLoading: false })
  expect(await client.auth.signInWithEmail(EMAIL, 'x')).toEqual(ANN)
  expect(client.auth.isAuthenticated()).toBe(true)
  expect(await getRejection(client.auth.signInWithGoogle())).toMatchObject({ code: 'REDIRECT_FAILED' })
  expect(() => client.auth.login('https://app.example')).toThrow('Redirect failed. Please try again.')
})
