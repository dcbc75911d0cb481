import { describe, expect, test } from 'vitest'
import { flushPromises } from '../../support/scripted-host.ts'
import { getRejection } from './recorder.ts'
import { ANN, AUTH, createSignInBrowser } from './signing-in.ts'
import { trackPromise } from './talking.ts'

/** Opens a pop-up, and returns it with the pending sign-in. */
function opened() {
  const world = createSignInBrowser()
  const { auth, seen, page } = world.open({ mode: 'headless' })
  const asking = trackPromise(auth.signInWithGoogle())
  const popup = seen.popups[0]!
  const state = popup.address.searchParams.get('state')!
  const tokens = { type: 'BLINK_AUTH_TOKENS', ...world.server.issue('u1'), projectId: 'p1', state }
  return { world, auth, page, asking, popup, state, tokens }
}

describe('the sign-in pop-up', () => {
  test.each([
    ['signInWithGoogle', 'google'],
    ['signInWithGitHub', 'github'],
    ['signInWithApple', 'apple'],
    ['signInWithMicrosoft', 'microsoft'],
  ] as const)('opens a 500 by 600 pop-up for %s with its purpose', (method, provider) => {
    const world = createSignInBrowser()
    const { auth, seen, page } = world.open({ mode: 'headless' })
    void auth[method]().catch(() => {})
    const [popup] = seen.popups
    expect(popup!.sizePx).toEqual([500, 600])
    expect(popup!.address.origin + popup!.address.pathname).toBe(`${AUTH}/auth`)
    const { state, ...params } = Object.fromEntries(popup!.address.searchParams)
    expect(params).toEqual({
      provider,
      project_id: 'p1',
      mode: 'popup',
      redirect_url: 'https://app.example/play?team=1#top',
      opener_origin: 'https://app.example',
    })
    expect(state).toMatch(/^[0-9a-f]{32}$/)
    expect(page.session.get('auth-state:p1')).toBe(state)
  })

  test('signs in with a pop-up’s tokens, closes it and stops listening', async () => {
    const { world, auth, asking, popup, tokens, page } = opened()
    popup.tell(tokens, AUTH)
    await flushPromises()
    expect(asking.value).toEqual(ANN)
    expect([popup.isClosed, page.session.get('auth-state:p1')]).toEqual([true, null])
    expect(auth.state()).toMatchObject({ user: ANN, isAuthenticated: true, tokens: { access_token: 'u1-1' } })
    popup.tell({ ...tokens, access_token: 'u2-1' }, AUTH)
    await world.pass(60_000)
    expect([auth.state().user, world.waiting()]).toEqual([ANN, 0])
  })

  test.each([
    ['another state', { state: 'f'.repeat(32) }, 'State mismatch'],
    ['no state', { state: undefined }, 'State mismatch'],
    ['another project', { projectId: 'p2' }, 'Project ID mismatch'],
    ['no project', { projectId: undefined }, 'Project ID mismatch'],
    ['no tokens', { access_token: '' }, 'Verification failed. Please try again.'],
  ])('rejects a pop-up’s message with %s', async (_, change, message) => {
    const { world, asking, popup, tokens } = opened()
    popup.tell({ ...tokens, ...change }, AUTH)
    await flushPromises()
    expect(asking.error).toMatchObject({ kind: 'auth', code: 'VERIFICATION_FAILED', message })
    expect([popup.isClosed, world.stored(), world.requests]).toEqual([true, null, []])
  })

  test.each([
    'https://evil.example',
    'https://app.example',
    `${AUTH}:8443`,
    `${AUTH}.evil.example`,
    'http://localhost:3000',
    'null',
  ])('ignores a pop-up’s message from %s', async (origin) => {
    const { asking, popup, tokens } = opened()
    popup.tell(tokens, origin)
    popup.tell({ ...tokens, state: 'x' }, origin)
    await flushPromises()
    expect(asking.isOver).toBe(false)
    popup.tell(tokens, AUTH)
    await flushPromises()
    expect(asking.value).toEqual(ANN)
  })

  test.each([null, 'BLINK_AUTH_TOKENS', 7, [], {}, { type: 'OTHER', state: 'x' }])(
    'keeps waiting after the unrelated pop-up message %j',
    async (message) => {
      const { asking, popup } = opened()
      popup.tell(message, AUTH)
      await flushPromises()
      expect(asking.isOver).toBe(false)
    },
  )

  test.each([
    ['EMAIL_NOT_VERIFIED', 'Check your email.', 'EMAIL_NOT_VERIFIED', 'Check your email.'],
    ['auth/popup-closed-by-user', 'x', 'POPUP_CANCELED', 'Sign-in was canceled. Please try again.'],
    ['NEW_ONE', 'x', 'NETWORK_ERROR', 'Network error. Please check your connection and try again.'],
    [undefined, 7, 'NETWORK_ERROR', 'Network error. Please check your connection and try again.'],
  ])('reports a pop-up’s error %s', async (reason, text, code, message) => {
    const { asking, popup, state } = opened()
    popup.tell({ type: 'BLINK_AUTH_ERROR', code: reason, message: text, projectId: 'p1', state }, AUTH)
    await flushPromises()
    expect(asking.error).toMatchObject({ kind: 'auth', code, message })
  })

  test('notices within a second that the pop-up was closed', async () => {
    const { world, asking, popup } = opened()
    await world.pass(5_500)
    popup.isClosed = true
    await world.pass(499)
    expect(asking.isOver).toBe(false)
    await world.pass(1)
    expect(asking.error).toMatchObject({
      kind: 'auth',
      code: 'POPUP_CANCELED',
      message: 'Sign-in was canceled. Please try again.',
    })
    expect(world.waiting()).toBe(0)
  })

  test('waits half a minute for a pop-up', async () => {
    const { world, asking, popup } = opened()
    await world.pass(29_999)
    expect(asking.isOver).toBe(false)
    await world.pass(1)
    expect(asking.error).toMatchObject({ code: 'AUTH_TIMEOUT', message: 'Authentication timed out. Please try again.' })
    expect([popup.isClosed, world.waiting()]).toEqual([true, 0])
  })

  test('reports a blocked pop-up, and cleans up', async () => {
    const world = createSignInBrowser()
    world.browser.world.blocksPopups = true
    const { auth, page } = world.open({ mode: 'headless' })
    expect(await getRejection(auth.signInWithProvider('oidc'))).toMatchObject({
      code: 'POPUP_CANCELED',
      message: 'Sign-in was canceled. Please try again.',
      hint: 'Your browser blocked the sign-in popup.',
    })
    expect([page.session.get('auth-state:p1'), world.requests]).toEqual([null, []])
  })
})

describe('signing in by redirect', () => {
  test('signs in by redirect, and accepts only the response with its own state', async () => {
    const world = createSignInBrowser()
    const { auth, seen, page } = world.open({ mode: 'headless' })
    void auth.signInWithProvider('oidc', { mode: 'redirect' })
    const left = new URL(seen.wentTo[0]!)
    const { state, ...params } = Object.fromEntries(left.searchParams)
    expect(params).toEqual({
      provider: 'oidc',
      project_id: 'p1',
      redirect_url: 'https://app.example/play?team=1#top',
    })
    expect(page.session.get('auth-state:p1')).toBe(state)

    const { access_token } = world.server.issue('u1')
    const back = `https://app.example/?access_token=${access_token}&project_id=p1&state=`
    const returned = world.open({ mode: 'headless' }, back + state, null, { 'auth-state:p1': state! })
    await flushPromises()
    expect([returned.auth.state().user, returned.page.session.get('auth-state:p1')]).toEqual([ANN, null])

    const other = world.open({ mode: 'headless' }, `${back}guess`, null, { 'auth-state:p1': state! })
    expect(other.auth.failure).toMatchObject({ code: 'VERIFICATION_FAILED', message: 'State mismatch' })
  })
})
