import { describe, expect, test } from 'vitest'
import type { AuthState } from '#shared/client/auth/auth.ts'
import { settled } from '../../support/scripted-host.ts'
import { refusalOf } from './recorder.ts'
import { ANN, AUTH, BEN, BROUGHT, createSigningIn, LOADING, SIGNED_OUT, refuse } from './signing-in.ts'
import { watched } from './talking.ts'

const PLAIN = 'https://app.example/play?team=1#top'

/** The states, each time a listener was called. */
function told(auth: { onAuthStateChanged: (listener: (state: AuthState) => void) => () => void }) {
  const states: AuthState[] = []
  const stop = auth.onAuthStateChanged((state) => void states.push(state))
  return { states, stop }
}

describe('a page that starts', () => {
  test('with nothing anywhere knows at once that there is no session, and asks nothing', async () => {
    const world = createSigningIn()
    const { auth, seen } = world.open()
    const { states } = told(auth)
    expect(states).toEqual([LOADING])
    await settled()
    expect([states.at(-1), auth.isAuthenticated(), seen.wentTo, world.requests]).toEqual([SIGNED_OUT, false, [], []])
  })

  test('with tokens in its address takes all ten out of it before anything is asked, and is signed in', async () => {
    const world = createSigningIn()
    world.server.issue('u1')
    const { auth, seen } = world.open({}, BROUGHT)
    const { states } = told(auth)
    expect(seen.address).toBe('https://app.example/play?a=%41+b#top')
    await settled()
    const tokens = {
      access_token: 'u1-1',
      refresh_token: 'u1-r1',
      token_type: 'Bearer',
      expires_in: 900,
      refresh_expires_in: 2_592_000,
      issued_at: world.host.now() / 1000,
    }
    expect(states.at(-1)).toEqual({ user: ANN, tokens, isAuthenticated: true, isLoading: false })
    expect(world.stored()).toMatchObject(tokens)
    expect(world.paths()).toEqual(['GET /api/auth/me'])
  })

  test('with a failure in its address says which, in our own words, and does not redirect', async () => {
    const world = createSigningIn()
    const address = `${PLAIN.replace('#top', '')}&error=POPUP_CANCELED&error_description=Call+555&state=&code=7`
    const { auth, seen } = world.open({ authRequired: true }, address)
    await settled()
    expect(seen).toMatchObject({ address: 'https://app.example/play?team=1', wentTo: [] })
    expect(auth.failure).toMatchObject({ code: 'POPUP_CANCELED', message: 'Sign-in was canceled. Please try again.' })
    expect(auth.state()).toEqual(SIGNED_OUT)
  })

  test.each([
    ['another project’s tokens', BROUGHT.replace('=p1', '=p2'), 'Project ID mismatch'],
    ['an answer to no request of ours', BROUGHT.replace('#', '&state=abc#'), 'State mismatch'],
  ])('with %s takes them out and is not signed in by them', async (_, address, message) => {
    const world = createSigningIn()
    const { auth, seen } = world.open({}, address)
    await settled()
    expect(seen.address).toBe('https://app.example/play?a=%41+b#top')
    expect(auth.failure).toMatchObject({ kind: 'auth', code: 'VERIFICATION_FAILED', message })
    expect([auth.state(), world.stored(), world.requests]).toEqual([SIGNED_OUT, null, []])
  })

  const NOW = createSigningIn().host.now()
  const leftAgo = (ms: number) => ({ 'auth-left:p1': String(NOW - ms) })
  const LEFT = leftAgo(10 * 60_000)
  test.each([
    ['signs in as the user they are for', {}, 'u1', ANN, ['GET /api/auth/me']],
    ['keeps the session when the server does not take them', {}, 'u7', BEN, ['GET /api/auth/me']],
    ['signs in as the user it left to sign in as', LEFT, 'u1', ANN, ['GET /api/auth/me']],
    ['keeps the session when what comes back is no good', LEFT, 'u7', BEN, ['GET /api/auth/me']],
  ])('with tokens in its address %s', async (_, remembered, user, expected, tried) => {
    const world = createSigningIn()
    world.server.issue('u1')
    world.store(world.server.issue('u2'))
    const { auth, page } = world.open({}, BROUGHT.replaceAll('u1-', `${user}-`), null, remembered)
    await settled()
    expect(auth.state()).toMatchObject({ user: expected, isAuthenticated: true, isLoading: false })
    expect(world.stored()).toMatchObject({ access_token: `${expected.id}-1` })
    expect([world.paths(), page.session.get('auth-left:p1')]).toEqual([[...tried, 'GET /api/auth/me'], null])
  })

  test.each([
    ['there is a session', true, BEN],
    ['there is none', false, null],
  ])('asks first where the app wants it to, while everything goes on: %s', async (_, isSignedIn, before) => {
    const world = createSigningIn()
    world.server.issue('u1')
    if (isSignedIn) world.store(world.server.issue('u2'))
    for (const isWanted of [false, true]) {
      const asked: unknown[] = []
      let answer!: (isWanted: boolean) => void
      const confirmSignIn = (user: unknown) => (asked.push(user), new Promise<boolean>((resolve) => (answer = resolve)))
      const { auth, seen, client } = world.open({ confirmSignIn, authRequired: true }, BROUGHT)
      await settled()
      expect([seen.address, asked, seen.wentTo]).toEqual(['https://app.example/play?a=%41+b#top', [ANN], []])
      expect([auth.state().user, await client.auth.token()]).toEqual([before, before && 'u2-1'])
      answer(isWanted)
      await settled()
      expect(auth.state().user).toEqual(isWanted ? ANN : before)
      // Where a sign-in is required and this link was declined, the visitor is asked to sign in.
      expect(seen.wentTo.length).toBe(isWanted || isSignedIn ? 0 : 1)
      auth.close()
    }
  })

  test('asks nothing about what it left for, and about nothing that the server does not take', async () => {
    const confirmSignIn = () => Promise.reject(new Error('asked'))
    const world = createSigningIn()
    world.server.issue('u1')
    const left = world.open({ confirmSignIn }, BROUGHT, null, LEFT)
    await settled()
    expect(left.auth.state().user).toEqual(ANN)
    const other = createSigningIn()
    const { auth } = other.open({ confirmSignIn }, BROUGHT.replaceAll('u1-', 'u7-'))
    await settled()
    expect([auth.state(), other.stored()]).toEqual([SIGNED_OUT, null])
  })

  test.each([
    ['left more than ten minutes ago', leftAgo(10 * 60_000 + 1)],
    ['says that it left in the future', leftAgo(-1)],
    ['does not say when it left', { 'auth-left:p1': 'yes' }],
  ])('asks about tokens of its address when its tab %s', async (_, remembered) => {
    const world = createSigningIn()
    world.server.issue('u1')
    const asked: unknown[] = []
    const confirmSignIn = async (user: unknown) => asked.push(user) === 0
    const { auth } = world.open({ confirmSignIn }, BROUGHT, null, remembered)
    await settled()
    expect([asked, auth.state()]).toEqual([[ANN], SIGNED_OUT])
  })

  test('awaits no answer any more once it has come back without one', async () => {
    const world = createSigningIn()
    const { page } = world.open({}, PLAIN, null, LEFT)
    await settled()
    expect(page.session.get('auth-left:p1')).toBeNull()
  })

  test('takes the tokens of its address when those that are stored are over', async () => {
    const world = createSigningIn()
    world.server.issue('u1')
    world.store({ ...world.server.issue('u2'), issued_at: world.host.now() / 1000 - 2_592_000 })
    const { auth } = world.open({}, BROUGHT)
    await settled()
    expect(auth.state().user).toEqual(ANN)
  })

  test('leaves an address that is about something else as it is', async () => {
    const world = createSigningIn()
    const { seen } = world.open({}, 'https://app.example/?state=texas&code=7&token=x')
    await settled()
    expect(seen.address).toBe('https://app.example/?state=texas&code=7&token=x')
  })

  test('with stored tokens asks the server whose they are', async () => {
    const world = createSigningIn()
    world.store(world.server.issue('u2'))
    const { auth } = world.open()
    expect(auth.state()).toMatchObject({ user: null, isAuthenticated: false, isLoading: true })
    await settled()
    expect(auth.state()).toMatchObject({ user: BEN, isAuthenticated: true, isLoading: false })
    expect(world.paths()).toEqual(['GET /api/auth/me'])
  })

  test.each(['{', '7', 'null', '[]', '{"access_token":1}', '{"access_token":"u1-1","expires_in":900}'])(
    'takes %j in the storage for nothing',
    async (text) => {
      const world = createSigningIn()
      world.browser.kept.set('auth-tokens:p1', text)
      const { auth } = world.open()
      await settled()
      expect([auth.state(), world.requests]).toEqual([SIGNED_OUT, []])
    },
  )

  test.each([
    ['still asks with a token that has 31 seconds', 869, ['GET /api/auth/me']],
    ['renews one that has 30', 870, ['POST /api/auth/refresh', 'GET /api/auth/me']],
  ])('%s', async (_, age, paths) => {
    const world = createSigningIn()
    world.store({ ...world.server.issue('u1'), issued_at: world.host.now() / 1000 - age })
    const { auth } = world.open()
    await settled()
    expect([world.paths(), auth.state().user]).toEqual([paths, ANN])
  })

  test('keeps stored tokens that the server could not judge, and asks again when the network is back', async () => {
    const world = createSigningIn()
    world.store(world.server.issue('u1'))
    world.script.answer = () => refuse(503, 'INTERNAL')
    const { auth, seen } = world.open({ authRequired: true })
    await settled()
    expect([auth.state().user, auth.state().tokens?.access_token, seen.wentTo]).toEqual([null, 'u1-1', []])
    world.script.answer = () => undefined
    world.wake()
    await settled()
    expect(auth.state().user).toEqual(ANN)
  })
})

describe('where sign-in is required', () => {
  const hosted = (back: string) => `${AUTH}/auth?${new URLSearchParams({ redirect_url: back, project_id: 'p1' })}`

  test('without tokens it redirects to the hosted page, with the address to return to', async () => {
    const world = createSigningIn()
    const { seen } = world.open({ authRequired: true }, 'https://app.example/play?team=1&redirect_url=x&redirect=y#top')
    await settled()
    expect(seen.wentTo).toEqual([hosted('https://app.example/play?team=1#top')])
  })

  test.each([
    ['that are over', 2_592_000],
    ['that the server does not take', 0],
  ])('with tokens %s it redirects too, and drops them', async (_, age) => {
    const world = createSigningIn()
    world.store({ ...world.server.issue('u1'), issued_at: world.host.now() / 1000 - age })
    world.server.ended.add('u1')
    const { auth, seen } = world.open({ authRequired: true })
    await settled()
    expect([auth.state(), world.stored(), seen.wentTo]).toEqual([SIGNED_OUT, null, [hosted(PLAIN)]])
  })

  test('login() redirects there, and returns to the given address', async () => {
    const world = createSigningIn()
    const { auth, seen, page } = world.open({}, PLAIN, null, { 'auth-state:p1': 'given up' })
    auth.login('https://app.example/after')
    auth.login('/after')
    expect(seen.wentTo).toEqual([hosted('https://app.example/after'), hosted('https://app.example/after')])
    expect([page.session.get('auth-state:p1'), page.session.get('auth-left:p1')]).toEqual([
      null,
      String(world.host.now()),
    ])
  })
})

describe('me', () => {
  test('waits at most five seconds for the signed-in user', async () => {
    const world = createSigningIn()
    world.store(world.server.issue('u1'))
    world.script.answer = () => new Promise<Response>(() => {})
    const { auth } = world.open()
    const asking = watched(auth.me())
    await world.pass(4_999)
    expect(asking.isOver).toBe(false)
    await world.pass(1)
    expect(asking.error).toMatchObject({
      kind: 'auth',
      code: 'AUTH_TIMEOUT',
      message: 'Authentication timed out. Please try again.',
    })
  })

  test('answers once it is known', async () => {
    const world = createSigningIn()
    world.store(world.server.issue('u1'))
    expect(await world.open().auth.me()).toEqual(ANN)
    expect(await refusalOf(createSigningIn().open().auth.me())).toMatchObject({ message: 'Not authenticated' })
  })
})
