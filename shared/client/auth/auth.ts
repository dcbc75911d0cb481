import { AppError } from '../errors.ts'
import type { Host } from '../host.ts'
import type { CallOptions, Transport } from '../transport.ts'
import { createByMail } from './by-mail.ts'
import { createAuthCalls, type User } from './calls.ts'
import { createParent } from './parent.ts'
import { isPermitted, type Roles } from './roles.ts'
import type { Session } from './session.ts'
import { createSignIn } from './sign-in.ts'
import { createAuthStanding } from './standing.ts'
import { start, takeFromAddress } from './start.ts'
import { bareTokens, canRefresh, isExpired } from './tokens.ts'

export type { User } from './calls.ts'
export type { AuthState } from './standing.ts'
export type { Tokens } from './tokens.ts'

export type AuthOptions = {
  /** `managed`: people sign in at the hosted page. `headless`: on the app's own screens. Missing: managed. */
  readonly mode?: 'managed' | 'headless'
  /** Whether whoever is not signed in is sent to the hosted page. Missing: not. */
  readonly authRequired?: boolean
  readonly roles?: Roles
}

export type AuthDeps = AuthOptions & {
  readonly transport: Transport
  readonly session: Session
  readonly host: Host
  readonly projectId: string
  readonly authUrl: string
  readonly key: string | null
}

export const ANONYMOUS = 'anonymous'

export type Auth = ReturnType<typeof createAuth>

/**
 * Who is signed in, and how one signs in.
 *
 * @example
 * const stop = backend.auth.onAuthStateChanged(({ user, isLoading }) => show(user, isLoading))
 */
export function createAuth(deps: AuthDeps) {
  const { transport, session, host, projectId, authUrl, key, mode = 'managed', authRequired = false, roles = {} } = deps
  const { page } = host
  const calls = createAuthCalls(transport, host.now)
  const arrival = page && takeFromAddress(page, projectId, host.now())
  const failure = arrival?.outcome instanceof AppError ? arrival.outcome : null

  const signInIfRequired = () => {
    if (authRequired) signIn.login()
  }
  const standing = createAuthStanding({
    host,
    session,
    calls,
    token: transport.token,
    onExpired: signInIfRequired,
    isLoading: page !== null,
  })
  const signIn = createSignIn({ host, calls, standing, projectId, authUrl, isHeadless: mode === 'headless' })
  const stop =
    page === null
      ? () => {}
      : start({
          session,
          standing,
          parent: page.parent && createParent(page.parent, { host, projectId, authOrigin: new URL(authUrl).origin }),
          arrival,
          isLasting: (tokens) => !isExpired(tokens, host.now()) || canRefresh(tokens, host.now()),
          tryOut: calls.meBy,
          // Whoever could not sign in is told why, not sent to try the same again.
          onNobody: failure === null ? signInIfRequired : () => {},
        })

  /** Null where no roles are configured, or nobody is signed in. */
  const role = () => (Object.keys(roles).length === 0 ? null : (standing.state().user?.role ?? null))

  return {
    ...signIn,
    ...createByMail({ calls, standing, projectId, key }),

    state: standing.state,
    isAuthenticated: (): boolean => standing.state().isAuthenticated,
    /** Tells at once, and whenever somebody signs in or out here or in another tab. @returns how to stop being told */
    onAuthStateChanged: standing.onChange,
    /** Why the page that people sign in at has sent somebody back without being signed in, or null. */
    failure,

    /** Who is signed in. @throws AppError of kind `auth`; `INVALID_CREDENTIALS`, sending nothing, when nobody is */
    me: standing.me,

    /** The signed-in user's id, or `anonymous` when nobody is signed in or nobody can say. */
    userIdOrAnonymous: (options: CallOptions = {}): Promise<string> =>
      standing.me(options).then(
        ({ id }) => id,
        () => ANONYMOUS,
      ),

    async updateMe(fields: Readonly<Record<string, unknown>>): Promise<User> {
      await standing.requireToken()
      return standing.asked(() => calls.updateMe(fields))
    },

    /** The access token, renewed where that was due; null when nobody is signed in. */
    token: transport.token,
    /** Signs in with a token that was got elsewhere, for as long as it lasts. @throws AppError `VERIFICATION_FAILED` */
    async setToken(token: string): Promise<User> {
      const tokens = bareTokens(token, null, host.now())
      if (tokens === null) throw new AppError('VERIFICATION_FAILED', undefined, { kind: 'auth' })
      return standing.enter({ tokens, user: null })
    },

    /** Signs out, in every tab, and at the server where that can be reached. */
    signOut(): void {
      const token = session.ownRefreshToken()
      session.end('signed out')
      // Whatever it answers, nobody is signed in here any more.
      if (token !== null) void calls.signOut(token).catch(() => undefined)
    },

    /** The account, everything it signs in by and the cards that were saved with it. */
    async deleteAccount(): Promise<void> {
      await standing.requireToken()
      await calls.remove()
      session.end('signed out')
    },

    /** Whether the signed-in user has this role, or one of these; not where no roles are configured. */
    hasRole(wanted: string | readonly string[]): boolean {
      const own = role()
      return own !== null && [wanted].flat().includes(own)
    },

    /** Whether the signed-in user's role lets him do this; not where no roles are configured. */
    can(action: string, resource?: string): boolean {
      const own = role()
      return own !== null && isPermitted(roles, own, action, resource)
    },

    /** Stops listening to other tabs and pages. */
    close() {
      stop()
      standing.close()
      session.close()
    },
  }
}
