import { describe, expect, test } from 'vitest'
import type { AuthState } from '#shared/client/auth/auth.ts'
import { flushPromises } from '../../support/scripted-host.ts'
import { getRejection } from './recorder.ts'
import { ANN, AUTH, BEN, URL_WITH_TOKENS, createSignInBrowser, LOADING, SIGNED_OUT, refuse } from './signing-in.ts'
import { trackPromise } from './talking.ts'

const PLAIN = 'https://app.example/play?team=1#top'

/** Records the state at each call of a listener. */
function recordStates(auth: { onAuthStateChanged: (listener: (state: AuthState) => void) => () => void }) {
  const states: AuthState[] = []
  const stop = auth.onAuthStateChanged((state) => void states.push(state))
  return { states, stop }
}

describe('page start', () => {
  test('starts without a session and without a request when nothing is stored', async () => {
    const world = createSignInBrowser()
    const { auth, seen } = world.open()
    const { states } = recordStates(auth)
    expect(states).toEqual([LOADING])
    await flushPromises()
    expect([states.at(-1), auth.isAuthenticated(), seen.wentTo, world.requests]).toEqual([SIGNED_OUT, false, [], []])
  })

  test('removes all ten token parameters from the URL before any request, and signs in', async () => {
    const world = createSignInBrowser()
    world.server.issue('u1')
    const { auth, seen } = world.open({}, URL_WITH_TOKENS)
    const { states } = recordStates(auth)
    expect(seen.address).toBe('https://app.example/play?a=%41+b#top')
    await flushPromises()
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

  test('reports an error in the URL in our own words, and does not redirect', async () => {
    const world = createSignInBrowser()
    const address = `${PLAIN.replace('#top', '')}&error=POPUP_CANCELED&error_description=Call+555&state=&code=7`
    const { auth, seen } = world.open({ authRequired: true }, address)
    await flushPromises()
    expect(seen).toMatchObject({ address: 'https://app.example/play?team=1', wentTo: [] })
    expect(auth.failure).toMatchObject({ code: 'POPUP_CANCELED', message: 'Sign-in was canceled. Please try again.' })
    expect(auth.state()).toEqual(SIGNED_OUT)
  })

  test.each([
    ['another project’s tokens', URL_WITH_TOKENS.replace('=p1', '=p2'), 'Project ID mismatch'],
    ['a response to no request of ours', URL_WITH_TOKENS.replace('#', '&state=abc#'), 'State mismatch'],
  ])('removes %s from the URL, and does not sign in with them', async (_, address, message) => {
    const world = createSignInBrowser()
    const { auth, seen } = world.open({}, address)
    await flushPromises()
    expect(seen.address).toBe('https://app.example/play?a=%41+b#top')
    expect(auth.failure).toMatchObject({ kind: 'auth', code: 'VERIFICATION_FAILED', message })
    expect([auth.state(), world.stored(), world.requests]).toEqual([SIGNED_OUT, null, []])
  })

  const NOW = createSignInBrowser().host.now()
  const leftAgo = (ms: number) => ({ 'auth-left:p1': String(NOW - ms) })
  const LEFT = leftAgo(10 * 60_000)
  test.each([
    ['signs in as their user', {}, 'u1', ANN, ['GET /api/auth/me']],
    ['keeps the session when the server rejects them', {}, 'u7', BEN, ['GET /api/auth/me']],
    ['signs in as their user after leaving to sign in', LEFT, 'u1', ANN, ['GET /api/auth/me']],
    ['keeps the session when the server rejects them after leaving to sign in', LEFT, 'u7', BEN, ['GET /api/auth/me']],
  ])('handles tokens in the URL: %s', async (_, remembered, user, expected, tried) => {
    const world = createSignInBrowser()
    world.server.issue('u1')
    world.store(world.server.issue('u2'))
    const { auth, page } = world.open({}, URL_WITH_TOKENS.replaceAll('u1-', `${user}-`), null, remembered)
    await flushPromises()
    expect(auth.state()).toMatchObject({ user: expected, isAuthenticated: true, isLoading: false })
    expect(world.stored()).toMatchObject({ access_token: `${expected.id}-1` })
    expect([world.paths(), page.session.get('auth-left:p1')]).toEqual([[...tried, 'GET /api/auth/me'], null])
  })

  test.each([
    ['with a session', true, BEN],
    ['without a session', false, null],
  ])('asks the app to confirm the URL’s tokens without blocking: %s', async (_, isSignedIn, before) => {
    const world = createSignInBrowser()
    world.server.issue('u1')
    if (isSignedIn) world.store(world.server.issue('u2'))
    for (const isWanted of [false, true]) {
      const questions: unknown[] = []
      let reply!: (isWanted: boolean) => void
      const confirmSignIn = (user: unknown) => (
        questions.push(user),
        new Promise<boolean>((resolve) => (reply = resolve))
      )
      const { auth, seen, client } = world.open({ confirmSignIn, authRequired: true }, URL_WITH_TOKENS)
      await flushPromises()
      expect([seen.address, questions, seen.wentTo]).toEqual(['https://app.example/play?a=%41+b#top', [ANN], []])
      expect([auth.state().user, await client.auth.token()]).toEqual([before, before && 'u2-1'])
      reply(isWanted)
      await flushPromises()
      expect(auth.state().user).toEqual(isWanted ? ANN : before)
      // A declined link falls back to the required sign-in.
      expect(seen.wentTo.length).toBe(isWanted || isSignedIn ? 0 : 1)
      auth.close()
    }
  })

  test('asks no confirmation for a sign-in that it started, or for tokens that the server rejects', async () => {
    const confirmSignIn = () => Promise.reject(new Error('asked'))
    const world = createSignInBrowser()
    world.server.issue('u1')
    const left = world.open({ confirmSignIn }, URL_WITH_TOKENS, null, LEFT)
    await flushPromises()
    expect(left.auth.state().user).toEqual(ANN)
    const other = createSignInBrowser()
    const { auth } = other.open({ confirmSignIn }, URL_WITH_TOKENS.replaceAll('u1-', 'u7-'))
    await flushPromises()
    expect([auth.state(), other.stored()]).toEqual([SIGNED_OUT, null])
  })

  test.each([
    ['left more than ten minutes ago', leftAgo(10 * 60_000 + 1)],
    ['left in the future', leftAgo(-1)],
    ['has an invalid departure time', { 'auth-left:p1': 'yes' }],
  ])('asks for confirmation of the URL’s tokens when its tab %s', async (_, remembered) => {
    const world = createSignInBrowser()
    world.server.issue('u1')
    const questions: unknown[] = []
    const confirmSignIn = async (user: unknown) => questions.push(user) === 0
    const { auth } = world.open({ confirmSignIn }, URL_WITH_TOKENS, null, remembered)
    await flushPromises()
    expect([questions, auth.state()]).toEqual([[ANN], SIGNED_OUT])
  })

  test('stops waiting for a response after returning without one', async () => {
    const world = createSignInBrowser()
    const { page } = world.open({}, PLAIN, null, LEFT)
    await flushPromises()
    expect(page.session.get('auth-left:p1')).toBeNull()
  })

  test('uses the tokens in the URL when the stored ones are expired', async () => {
    const world = createSignInBrowser()
    world.server.issue('u1')
    world.store({ ...world.server.issue('u2'), issued_at: world.host.now() / 1000 - 2_592_000 })
    const { auth } = world.open({}, URL_WITH_TOKENS)
    await flushPromises()
    expect(auth.state().user).toEqual(ANN)
  })

  test('keeps an unrelated URL unchanged', async () => {
    const world = createSignInBrowser()
    const { seen } = world.open({}, 'https://app.example/?state=texas&code=7&token=x')
    await flushPromises()
    expect(seen.address).toBe('https://app.example/?state=texas&code=7&token=x')
  })

  test('loads the user of the stored tokens from the server', async () => {
    const world = createSignInBrowser()
    world.store(world.server.issue('u2'))
    const { auth } = world.open()
    expect(auth.state()).toMatchObject({ user: null, isAuthenticated: false, isLoading: true })
    await flushPromises()
    expect(auth.state()).toMatchObject({ user: BEN, isAuthenticated: true, isLoading: false })
    expect(world.paths()).toEqual(['GET /api/auth/me'])
  })

  test.each(['{', '7', 'null', '[]', '{"access_token":1}', '{"access_token":"u1-1","expires_in":900}'])(
    'ignores %j in the storage',
    async (text) => {
      const world = createSignInBrowser()
      world.browser.stored.set('auth-tokens:p1', text)
      const { auth } = world.open()
      await flushPromises()
      expect([auth.state(), world.requests]).toEqual([SIGNED_OUT, []])
    },
  )

  test.each([
    ['uses a token with 31 seconds left', 869, ['GET /api/auth/me']],
    ['refreshes one with 30 seconds left', 870, ['POST /api/auth/refresh', 'GET /api/auth/me']],
  ])('handles stored tokens: %s', async (_, age, paths) => {
    const world = createSignInBrowser()
    world.store({ ...world.server.issue('u1'), issued_at: world.host.now() / 1000 - age })
    const { auth } = world.open()
    await flushPromises()
    expect([world.paths(), auth.state().user]).toEqual([paths, ANN])
  })

  test('keeps stored tokens that the server could not check, and retries when the network is back', async () => {
    const world = createSignInBrowser()
    world.store(world.server.issue('u1'))
    world.script.respond = () => refuse(503, 'INTERNAL')
    const { auth, seen } = world.open({ authRequired: true })
    await flushPromises()
    expect([auth.state().user, auth.state().tokens?.access_token, seen.wentTo]).toEqual([null, 'u1-1', []])
    world.script.respond = () => undefined
    world.wake()
    await flushPromises()
    expect(auth.state().user).toEqual(ANN)
  })
})

describe('required sign-in', () => {
  const hosted = (back: string) => `${AUTH}/auth?${new URLSearchParams({ redirect_url: back, project_id: 'p1' })}`

  test('redirects to the hosted page without tokens, with the return URL', async () => {
    const world = createSignInBrowser()
    const { seen } = world.open({ authRequired: true }, 'https://app.example/play?team=1&redirect_url=x&redirect=y#top')
    await flushPromises()
    expect(seen.wentTo).toEqual([hosted('https://app.example/play?team=1#top')])
  })

  test.each([
    ['that are expired', 2_592_000],
    ['that the server rejects', 0],
  ])('redirects with tokens %s, and deletes them', async (_, age) => {
    const world = createSignInBrowser()
    world.store({ ...world.server.issue('u1'), issued_at: world.host.now() / 1000 - age })
    world.server.ended.add('u1')
    const { auth, seen } = world.open({ authRequired: true })
    await flushPromises()
    expect([auth.state(), world.stored(), seen.wentTo]).toEqual([SIGNED_OUT, null, [hosted(PLAIN)]])
  })

  test('redirects to the hosted page on login(), and returns to the given URL', async () => {
    const world = createSignInBrowser()
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
    const world = createSignInBrowser()
    world.store(world.server.issue('u1'))
    world.script.respond = () => new Promise<Response>(() => {})
    const { auth } = world.open()
    const asking = trackPromise(auth.me())
    await world.pass(4_999)
    expect(asking.isOver).toBe(false)
    await world.pass(1)
    expect(asking.error).toMatchObject({
      kind: 'auth',
      code: 'AUTH_TIMEOUT',
      message: 'Authentication timed out. Please try again.',
    })
  })

  test('returns the signed-in user once it is known', async () => {
    const world = createSignInBrowser()
    world.store(world.server.issue('u1'))
    expect(await world.open().auth.me()).toEqual(ANN)
    expect(await getRejection(createSignInBrowser().open().auth.me())).toMatchObject({ message: 'Not authenticated' })
  })
})
