import { AppError } from '../errors.ts'
import type { Host } from '../host.ts'
import type { CallOptions, Transport } from '../transport.ts'
import { createByMail } from './by-mail.ts'
import { createAuthCalls, type User } from './calls.ts'
import { createParent } from './parent.ts'
import { isPermitted, type Roles } from './roles.ts'
import type { Session } from './session.ts'
import { createSignIn } from './sign-in.ts'
import { createTokenState } from './token-state.ts'
import { type ConfirmSignIn, start, takeSignInResult } from './start.ts'
import { bareTokens, canRefresh, isExpired } from './tokens.ts'

export type { User } from './calls.ts'
export type { AuthState } from './token-state.ts'
export type { Tokens } from './tokens.ts'

export type AuthOptions = {
  /** `managed`: people sign in on the hosted page. `headless`: on the app's own screens. Default: managed. */
  readonly mode?: 'managed' | 'headless'
  /** True to redirect a visitor without a session to the hosted page. Default: false. */
  readonly authRequired?: boolean
  readonly roles?: Roles
  /**
   * Asks the user before a link with tokens signs in (login CSRF), unless this tab had left to sign in. Without it, the
   * link signs in immediately.
   *
   * @example
   * const auth: AuthOptions = { confirmSignIn: async ({ email }) => confirm(`Sign in as ${email}?`) }
   * createClient({ projectId, key, coreUrl, auth })
   */
  readonly confirmSignIn?: ConfirmSignIn
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
 * Authentication: the signed-in user, and the ways to sign in.
 *
 * @example
 * const stop = backend.auth.onAuthStateChanged(({ user, isLoading }) => show(user, isLoading))
 */
export function createAuth(deps: AuthDeps) {
  const { transport, session, host, projectId, authUrl, key, mode = 'managed', authRequired = false, roles = {} } = deps
  const { page } = host
  const calls = createAuthCalls(transport, host.now)
  const arrival = page && takeSignInResult(page, projectId, host.now())
  const failure = arrival?.outcome instanceof AppError ? arrival.outcome : null

  const signInIfRequired = () => {
    if (authRequired) signIn.login()
  }
  const tokenState = createTokenState({
    host,
    session,
    calls,
    token: transport.token,
    onExpired: signInIfRequired,
    isLoading: page !== null,
  })
  const signIn = createSignIn({ host, calls, tokenState, projectId, authUrl, isHeadless: mode === 'headless' })
  const stop =
    page === null
      ? () => {}
      : start({
          session,
          tokenState,
          parent: page.parent && createParent(page.parent, { host, projectId, authOrigin: new URL(authUrl).origin }),
          arrival,
          confirmSignIn: deps.confirmSignIn,
          isLasting: (tokens) => !isExpired(tokens, host.now()) || canRefresh(tokens, host.now()),
          fetchUserOf: calls.meBy,
          // Shows the reason for a failed sign-in instead of redirecting to the same page again.
          onSignedOut: failure === null ? signInIfRequired : () => {},
        })

  /** Null where no roles are configured, or without a signed-in user. */
  const role = () => (Object.keys(roles).length === 0 ? null : (tokenState.state().user?.role ?? null))

  return {
    ...signIn,
    ...createByMail({ calls, tokenState, projectId, key }),

    /** The current authentication state. @example const { user, isLoading } = backend.auth.state() */
    state: tokenState.state,
    /** @example if (!backend.auth.isAuthenticated()) backend.auth.login() */
    isAuthenticated: (): boolean => tokenState.state().isAuthenticated,
    /**
     * Calls back immediately, and on each sign-in or sign-out in any tab.
     *
     * @returns a function that unsubscribes
     * @example const stop = backend.auth.onAuthStateChanged(({ user }) => console.log(user?.email ?? 'signed out'))
     */
    onAuthStateChanged: tokenState.onChange,
    /** Why the hosted page returned without a sign-in, or null. */
    failure,

    /**
     * Returns the signed-in user.
     *
     * @throws AppError of kind `auth`; `INVALID_CREDENTIALS`, sending nothing, without a session
     * @example const { email } = await backend.auth.me()
     */
    me: tokenState.me,

    /**
     * Returns the signed-in user's id, or `anonymous` without a session or when the server cannot be reached.
     *
     * @example const userId = await backend.auth.userIdOrAnonymous()
     */
    userIdOrAnonymous: (options: CallOptions = {}): Promise<string> =>
      tokenState.me(options).then(
        ({ id }) => id,
        () => ANONYMOUS,
      ),

    /**
     * Updates the given fields of the signed-in user's profile.
     *
     * @throws AppError as `me` does
     * @example const user = await backend.auth.updateMe({ displayName: 'Ann' })
     */
    async updateMe(fields: Readonly<Record<string, unknown>>): Promise<User> {
      await tokenState.requireToken()
      return tokenState.fetchUser(() => calls.updateMe(fields))
    },

    /** The access token, refreshed if needed; null without a session. @example const token = await backend.auth.token() */
    token: transport.token,
    /**
     * Signs in with a token from elsewhere, until it expires.
     *
     * @throws AppError `VERIFICATION_FAILED`
     * @example const user = await backend.auth.setToken(accessToken)
     */
    async setToken(token: string): Promise<User> {
      const tokens = bareTokens(token, null, host.now())
      if (tokens === null) throw new AppError('VERIFICATION_FAILED', undefined, { kind: 'auth' })
      return tokenState.enter({ tokens, user: null })
    },

    /**
     * Signs out in every tab, and on the server if it can be reached.
     *
     * @example backend.auth.signOut()
     */
    signOut(): void {
      const token = session.ownRefreshToken()
      session.end('signed out')
      // The local session ends even if the server fails.
      if (token !== null) void calls.signOut(token).catch(() => undefined)
    },

    /**
     * Deletes the account, its credentials and the cards saved with it. Requires a sign-in within the last ten minutes.
     *
     * @throws AppError `INVALID_CREDENTIALS` for an older sign-in: sign in again and retry; and as `me` does
     * @example await backend.auth.deleteAccount()
     */
    async deleteAccount(): Promise<void> {
      await tokenState.requireToken()
      await calls.remove()
      session.end('signed out')
    },

    /**
     * True if the signed-in user has this role, or one of these. False where no roles are configured.
     *
     * @example if (backend.auth.hasRole(['admin', 'editor'])) showQueue()
     */
    hasRole(wanted: string | readonly string[]): boolean {
      const own = role()
      return own !== null && [wanted].flat().includes(own)
    },

    /**
     * True if the signed-in user's role permits this. False where no roles are configured.
     *
     * @example if (backend.auth.can('delete', 'cards')) showDelete()
     */
    can(action: string, resource?: string): boolean {
      const own = role()
      return own !== null && isPermitted(roles, own, action, resource)
    },

    /** Stops listening to other tabs and pages. */
    close() {
      stop()
      tokenState.close()
      session.close()
    },
  }
}
