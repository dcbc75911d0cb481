import { AppError } from '../errors.ts'
import type { Cancel, Host } from '../host.ts'
import { createListeners } from '../realtime/listeners.ts'
import { CLIENT_FAILURE } from '../texts.ts'
import type { CallOptions } from '../transport.ts'
import type { AuthCalls, Signed, User } from './calls.ts'
import { AUTH_WAIT_MS } from '../limits.ts'
import type { Session } from './session.ts'
import type { Tokens } from './tokens.ts'
import { within } from './within.ts'

export type AuthState = {
  readonly user: User | null
  readonly tokens: Tokens | null
  readonly isAuthenticated: boolean
  /** Not known yet: whether there is a session. */
  readonly isLoading: boolean
}

export type TokenState = ReturnType<typeof createTokenState>

type Deps = {
  readonly host: Pick<Host, 'after' | 'onWake'>
  readonly session: Session
  readonly calls: Pick<AuthCalls, 'me'>
  readonly token: () => Promise<string | null>
  /** The session has ended by itself. */
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

  /** An answer about a session that has ended meanwhile changes nothing. */
  async function asked(question: () => Promise<User>): Promise<User> {
    const signIn = session.signIn()
    const answer = await question()
    if (session.signIn() === signIn) show({ user: answer })
    return answer
  }

  /** @throws AppError `INVALID_CREDENTIALS`, sending nothing, without a session */
  async function requireToken(): Promise<void> {
    if (!(await token())) throw new AppError('INVALID_CREDENTIALS', CLIENT_FAILURE.notAuthenticated, { kind: 'auth' })
  }

  async function settled(): Promise<void> {
    let stop: Cancel = () => {}
    const known = new Promise<void>((resolve) => {
      stop = listeners.add((now) => (now.isLoading ? undefined : resolve()))
    })
    await within(host, AUTH_WAIT_MS, known).finally(() => stop())
  }

  /** Loads the user of the tokens. Without an answer they are kept: the server has not refused them. */
  async function recognize(): Promise<void> {
    show({ isLoading: true })
    const signIn = session.signIn()
    try {
      if (await token()) await asked(calls.me)
    } catch (thrown) {
      const isRefused = thrown instanceof AppError && thrown.status === 401
      if (isRefused && session.signIn() === signIn) session.end('expired')
    }
    if (session.signIn() === signIn || session.tokens() === null) show({ isLoading: false })
  }

  const stops = [
    session.onMove((move) => {
      if (move === 'renewed') return show()
      show({ user: null })
      if (move === 'signed in') void recognize()
      if (move === 'expired') onExpired()
    }),
    host.onWake(() => {
      if (session.tokens() !== null && user === null && !isLoading) void recognize()
    }),
  ]

  return {
    state,
    show,
    asked,
    requireToken,
    recognize,

    async me(options: CallOptions = {}): Promise<User> {
      if (isLoading) await settled()
      await requireToken()
      return asked(() => calls.me(options))
    },

    /** Signs in. */
    async enter({ tokens, user: known }: Signed): Promise<User> {
      session.keep(tokens)
      show({ user: known, isLoading: false })
      return known ?? asked(calls.me)
    },

    /** Calls back at once and on each change. @returns unsubscribes */
    onChange(listener: (state: AuthState) => void): Cancel {
      const stop = listeners.add(listener)
      listener(state())
      return stop
    },

    close: () => stops.forEach((stop) => stop()),
  }
}
