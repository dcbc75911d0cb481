import { AppError } from '../errors.ts'
import type { Cancel, Host } from '../host.ts'
import { createListeners } from '../realtime/listeners.ts'
import { CLIENT_FAILURE } from '../texts.ts'
import type { CallOptions } from '../transport.ts'
import type { AuthCalls, Signed, User } from './calls.ts'
import { AUTH_WAIT_MS } from '../limits.ts'
import type { Session } from './session.ts'
import type { Tokens } from './tokens.ts'
import { withTimeout } from './with-timeout.ts'

export type AuthState = {
  readonly user: User | null
  readonly tokens: Tokens | null
  readonly isAuthenticated: boolean
  /** True until it is known whether there is a session. */
  readonly isLoading: boolean
}

export type TokenState = ReturnType<typeof createTokenState>

type Deps = {
  readonly host: Pick<Host, 'after' | 'onWake'>
  readonly session: Session
  readonly calls: Pick<AuthCalls, 'me'>
  readonly token: () => Promise<string | null>
  /** Called when the session expires. */
  readonly onExpired: () => void
  readonly isLoading: boolean
}

/** The authentication state (signed-in user, loading) and its listeners. */
export function createTokenState({ host, session, calls, token, onExpired, isLoading: isLoadingFirst }: Deps) {
  const listeners = createListeners<[AuthState]>()
  let user: User | null = null
  let isLoading = isLoadingFirst

  const state = (): AuthState => ({ user, tokens: session.tokens(), isAuthenticated: user !== null, isLoading })

  function show(next: { user?: User | null; isLoading?: boolean } = {}) {
    if (next.user !== undefined) user = next.user
    if (next.isLoading !== undefined) isLoading = next.isLoading
    listeners.tell(state())
  }

  /** Shows the user, unless the session changed meanwhile. */
  async function fetchUser(request: () => Promise<User>): Promise<User> {
    const signIn = session.signIn()
    const fetched = await request()
    if (session.signIn() === signIn) show({ user: fetched })
    return fetched
  }

  /** @throws AppError `INVALID_CREDENTIALS`, sending nothing, without a session */
  async function requireToken(): Promise<void> {
    if (!(await token())) throw new AppError('INVALID_CREDENTIALS', CLIENT_FAILURE.notAuthenticated, { kind: 'auth' })
  }

  async function untilLoaded(): Promise<void> {
    let stop: Cancel = () => {}
    const loaded = new Promise<void>((resolve) => {
      stop = listeners.add((now) => (now.isLoading ? undefined : resolve()))
    })
    await withTimeout(host, AUTH_WAIT_MS, loaded).finally(() => stop())
  }

  /** Loads the tokens' user. If the server is unreachable, the tokens stay: it has not refused them. */
  async function recognize(): Promise<void> {
    show({ isLoading: true })
    const signIn = session.signIn()
    try {
      if (await token()) await fetchUser(calls.me)
    } catch (thrown) {
      const isRefused = thrown instanceof AppError && thrown.status === 401
      if (isRefused && session.signIn() === signIn) session.end('expired')
    }
    if (session.signIn() === signIn || session.tokens() === null) show({ isLoading: false })
  }

  const stops = [
    session.onChange((change) => {
      if (change === 'renewed') return show()
      show({ user: null })
      if (change === 'signed in') void recognize()
      if (change === 'expired') onExpired()
    }),
    host.onWake(() => {
      if (session.tokens() !== null && user === null && !isLoading) void recognize()
    }),
  ]

  return {
    state,
    show,
    fetchUser,
    requireToken,
    recognize,

    async me(options: CallOptions = {}): Promise<User> {
      if (isLoading) await untilLoaded()
      await requireToken()
      return fetchUser(() => calls.me(options))
    },

    async enter({ tokens, user: signedIn }: Signed): Promise<User> {
      session.keep(tokens)
      show({ user: signedIn, isLoading: false })
      return signedIn ?? fetchUser(calls.me)
    },

    /** Calls back immediately and on each change. @returns a function that unsubscribes */
    onChange(listener: (state: AuthState) => void): Cancel {
      const stop = listeners.add(listener)
      listener(state())
      return stop
    },

    close: () => stops.forEach((stop) => stop()),
  }
}
