import { AppError } from '#shared/client/errors.ts'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'
import type { AuthParts } from './deps.ts'
import type { From } from './request-source.ts'
import type { Act } from './limits.ts'
import { requireStrong } from './password-rule.ts'
import { removeAccount } from './remove-account.ts'
import { type AccountHoldings, type ForgetPerson, type User, userOf, type UserRow } from './user.ts'
import type { Profile } from './users.ts'

/** The signed-in user, and the session. */
export type SignedIn = {
  readonly row: UserRow
  readonly sessionId: string
  /** In seconds since 1970. */ readonly expiresAt: number
}

export type NewPassword = { readonly oldPassword: string; readonly newPassword: string }

/** Actions of users on their own accounts. */
export function createOwnAccount(
  parts: AuthParts,
  deps: {
    removeFiles(paths: readonly string[]): Promise<void>
    forget: ForgetPerson
    holdings: AccountHoldings
    tellChanged(from: From, email: string): void
  },
) {
  const { access, clock, config, db, guard, passwords, sessions, users } = parts
  const shown = (row: UserRow): User => userOf(row, config.auth.adminEmails)

  /**
   * @param token the request's bearer, or null for none. What is no user's token is told apart by the caller.
   * @throws AppError `INVALID_CREDENTIALS` without a token; `TOKEN_EXPIRED` for an invalid one, or when its session
   * or account has ended; `RATE_LIMITED`
   */
  async function requireUser(from: From, token: string | null, act: Act): Promise<SignedIn> {
    await guard.network(act, from)
    if (token === null) throw new AppError('INVALID_CREDENTIALS', CLIENT_FAILURE.notAuthenticated)
    const { userId, sessionId, expiresAt } = await access.read(token)
    await guard.account(act, userId)
    const row = await sessions.userOf(sessionId, userId)
    if (row === null) throw new AppError('TOKEN_EXPIRED')
    return { row, sessionId, expiresAt }
  }

  return {
    requireUser,

    me: async (from: From, token: string | null): Promise<User> => shown((await requireUser(from, token, 'read')).row),

    /** Token introspection for a service. An invalid token is an answer, not a failure. */
    async introspect(from: From, token: string | null) {
      try {
        const { row, expiresAt } = await requireUser(from, token, 'read')
        const { id, email, role } = shown(row)
        return { valid: true, userId: id, email, tokenType: 'access', appRole: role, exp: expiresAt } as const
      } catch (thrown) {
        if (!(thrown instanceof AppError) || thrown.status !== 401) throw thrown
        return { valid: false, error: thrown.message } as const
      }
    },

    /** Name and picture; whatever else is sent changes nothing. */
    async updateMe(from: From, token: string | null, profile: Profile): Promise<User> {
      const { row } = await requireUser(from, token, 'change')
      const changed = await users.change(row.id, profile)
      if (changed === null) throw new AppError('TOKEN_EXPIRED')
      return shown(changed)
    },

    /**
     * Signs every other device out.
     *
     * @throws AppError `INVALID_CREDENTIALS` for another old password, `WEAK_PASSWORD`
     */
    async changePassword(from: From, token: string | null, { oldPassword, newPassword }: NewPassword): Promise<void> {
      const { row, sessionId } = await requireUser(from, token, 'password')
      requireStrong(newPassword, row.email)
      const { isRight } = await passwords.check(oldPassword, row.password_hash)
      if (!isRight) throw new AppError('INVALID_CREDENTIALS')
      const hash = await passwords.hash(newPassword)
      if (!(await users.changePassword(row, hash, sessionId))) throw new AppError('INVALID_CREDENTIALS')
      deps.tellChanged(from, row.email)
    },

    /**
     * The account, everything it signs in by, the cards that were saved with it, and what it owns. Asks for no proof.
     */
    async remove(row: UserRow): Promise<void> {
      await deps.forget(row.id)
      await removeAccount(row, { db, clock, holdings: deps.holdings, removeFiles: deps.removeFiles })
    },
  }
}
