import { describe, expect, test } from 'vitest'
import { settled } from '../../support/scripted-host.ts'
import { refusalOf } from './recorder.ts'
import { ANN, AUTH, createSigningIn } from './signing-in.ts'
import { watched } from './talking.ts'

/** A window that has been opened, and what becomes of the sign-in it is for. */
function opened() {
  const world = createSigningIn()
  const { auth, seen, page } = world.open({ mode: 'headless' })
  const asking = watched(auth.signInWithGoogle())
  const popup = seen.popups[0]!
  const state = popup.address.searchParams.get('state')!
  const tokens = { type: 'BLINK_AUTH_TOKENS', ...world.server.issue('u1'), projectId: 'p1', state }
  return { world, auth, page, asking, popup, state, tokens }
}

describe('a sign-in window', () => {
  test.each([
    ['signInWithGoogle', 'google'],
    ['signInWithGitHub', 'github'],
    ['signInWithApple', 'apple'],
    ['signInWithMicrosoft', 'microsoft'],
  ] as const)('of %s is 500 by 600 and says what it is for', (method, provider) => {
    const world = createSigningIn()
    const { auth, seen, page } = world.open({ mode: 'headless' })
    void auth[method]().catch(() => {})
    const [popup] = seen.popups
    expect(popup!.sizePx).toEqual([500, 600])
    expect(popup!.address.origin + popup!.address.pathname).toBe(`${AUTH}/auth`)
    const { state, ...asked } = Object.fromEntries(popup!.address.searchParams)
    expect(asked).toEqual({
      provider,
      project_id: 'p1',
      mode: 'popup',
      redirect_url: 'https://app.example/play?team=1#top',
      opener_origin: 'https://app.example',
    })
    expect(state).toMatch(/^[0-9a-f]{32}$/)
    expect(page.session.get('auth-state:p1')).toBe(state)
  })

  test('that hands tokens over signs in, is closed and not listened to any more', async () => {
    const { world, auth, asking, popup, tokens, page } = opened()
    popup.tell(tokens, AUTH)
    await settled()
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
  ])('that answers with %s does not sign in', async (_, change, message) => {
    const { world, asking, popup, tokens } = opened()
    popup.tell({ ...tokens, ...change }, AUTH)
    await settled()
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
  ])('is not heard from %s', async (origin) => {
    const { asking, popup, tokens } = opened()
    popup.tell(tokens, origin)
    popup.tell({ ...tokens, state: 'x' }, origin)
    await settled()
    expect(asking.isOver).toBe(false)
    popup.tell(tokens, AUTH)
    await settled()
    expect(asking.value).toEqual(ANN)
  })

  test.each([null, 'BLINK_AUTH_TOKENS', 7, [], {}, { type: 'OTHER', state: 'x' }])(
    'that says %j has not answered yet',
    async (message) => {
      const { asking, popup } = opened()
      popup.tell(message, AUTH)
      await settled()
      expect(asking.isOver).toBe(false)
    },
  )

  test.each([
    ['EMAIL_NOT_VERIFIED', 'Check your email.', 'EMAIL_NOT_VERIFIED', 'Check your email.'],
    ['auth/popup-closed-by-user', 'x', 'POPUP_CANCELED', 'Sign-in was canceled. Please try again.'],
    ['NEW_ONE', 'x', 'NETWORK_ERROR', 'Network error. Please check your connection and try again.'],
    [undefined, 7, 'NETWORK_ERROR', 'Network error. Please check your connection and try again.'],
  ])('that fails with %s says so', async (said, text, code, message) => {
    const { asking, popup, state } = opened()
    popup.tell({ type: 'BLINK_AUTH_ERROR', code: said, message: text, projectId: 'p1', state }, AUTH)
    await settled()
    expect(asking.error).toMatchObject({ kind: 'auth', code, message })
  })

  test('that is closed by hand is noticed within a second', async () => {
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

  test('is waited for half a minute', async () => {
    const { world, asking, popup } = opened()
    await world.pass(29_999)
    expect(asking.isOver).toBe(false)
    await world.pass(1)
    expect(asking.error).toMatchObject({ code: 'AUTH_TIMEOUT', message: 'Authentication timed out. Please try again.' })
    expect([popup.isClosed, world.waiting()]).toEqual([true, 0])
  })

  test('that the browser does not open is told apart, and leaves nothing behind', async () => {
    const world = createSigningIn()
    world.browser.world.blocksPopups = true
    const { auth, page } = world.open({ mode: 'headless' })
    expect(await refusalOf(auth.signInWithProvider('oidc'))).toMatchObject({
      code: 'POPUP_CANCELED',
      message: 'Sign-in was canceled. Please try again.',
      hint: 'The browser did not let the sign-in window open.',
    })
    expect([page.session.get('auth-state:p1'), world.requests]).toEqual([null, []])
  })
})

describe('signing in at another service without a window', () => {
  test('leaves the page, and the one that comes back takes the answer with its own state alone', async () => {
    const world = createSigningIn()
    const { auth, seen, page } = world.open({ mode: 'headless' })
    void auth.signInWithProvider('oidc', { mode: 'redirect' })
    const left = new URL(seen.wentTo[0]!)
    const { state, ...asked } = Object.fromEntries(left.searchParams)
    expect(asked).toEqual({
      provider: 'oidc',
      project_id: 'p1',
      redirect_url: 'https://app.example/play?team=1#top',
    })
    expect(page.session.get('auth-state:p1')).toBe(state)

    const { access_token } = world.server.issue('u1')
    const back = `https://app.example/?access_token=${access_token}&project_id=p1&state=`
    const returned = world.open({ mode: 'headless' }, back + state, null, { 'auth-state:p1': state! })
    await settled()
    expect([returned.auth.state().user, returned.page.session.get('auth-state:p1')]).toEqual([ANN, null])

    const other = world.open({ mode: 'headless' }, `${back}guess`, null, { 'auth-state:p1': state! })
    expect(other.auth.failure).toMatchObject({ code: 'VERIFICATION_FAILED', message: 'State mismatch' })
  })
})
