import { AppError } from '#shared/client/errors.ts'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'
import type { AuthParts } from './deps.ts'
import type { RequestSource } from './request-source.ts'
import type { AuthAction } from './limits.ts'
import type { MailLinks } from './mail-links.ts'
import { requireStrong } from './password-rule.ts'
import { removeAccount } from './remove-account.ts'
import { type AccountHoldings, type ForgetPerson, toUser, type User, type UserRow } from './user.ts'
import type { Profile } from './users.ts'

/** The signed-in user and their session. */
export type SignedIn = {
  readonly row: UserRow
  readonly sessionId: string
  /** Seconds since 1970. */ readonly expiresAt: number
}

export type NewPassword = { readonly oldPassword: string; readonly newPassword: string }

export type OwnAccountDeps = {
  readonly removeFiles: (paths: readonly string[]) => Promise<void>
  readonly forget: ForgetPerson
  readonly holdings: AccountHoldings
  readonly links: Pick<MailLinks, 'notifyPasswordChange'>
}

/** Actions of users on their own accounts. */
export class OwnAccount {
  private readonly parts: AuthParts
  private readonly deps: OwnAccountDeps

  constructor(parts: AuthParts, deps: OwnAccountDeps) {
    this.parts = parts
    this.deps = deps
  }

  /**
   * Returns the user of an access token.
   *
   * @param token the request's bearer, or null; callers pass null for keys
   * @throws AppError `INVALID_CREDENTIALS` without a token; `TOKEN_EXPIRED` for an invalid one, or when its session
   *   or account has ended; `RATE_LIMITED`
   */
  async requireUser(from: RequestSource, token: string | null, action: AuthAction): Promise<SignedIn> {
    await this.parts.guard.network(action, from)
    if (token === null) throw new AppError('INVALID_CREDENTIALS', CLIENT_FAILURE.notAuthenticated)
    const { userId, sessionId, expiresAt } = await this.parts.access.read(token)
    await this.parts.guard.account(action, userId)
    const row = await this.parts.sessions.findUser(sessionId, userId)
    if (row === null) throw new AppError('TOKEN_EXPIRED')
    return { row, sessionId, expiresAt }
  }

  async me(from: RequestSource, token: string | null): Promise<User> {
    return this.toOwnUser((await this.requireUser(from, token, 'read')).row)
  }

  /** Token introspection for a service. An invalid token is a result, not an error. */
  async introspect(from: RequestSource, token: string | null) {
    try {
      const { row, expiresAt } = await this.requireUser(from, token, 'read')
      const { id, email, role } = this.toOwnUser(row)
      return { valid: true, userId: id, email, tokenType: 'access', appRole: role, exp: expiresAt } as const
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.status !== 401) throw thrown
      return { valid: false, error: thrown.message } as const
    }
  }

  /** Changes the name and picture. */
  async updateMe(from: RequestSource, token: string | null, profile: Profile): Promise<User> {
    const { row } = await this.requireUser(from, token, 'change')
    const changed = await this.parts.users.change(row.id, profile)
    if (changed === null) throw new AppError('TOKEN_EXPIRED')
    return this.toOwnUser(changed)
  }

  /**
   * Changes the password and signs out all other devices.
   *
   * @throws AppError `INVALID_CREDENTIALS` for a wrong old password, `WEAK_PASSWORD`
   */
  async changePassword(
    from: RequestSource,
    token: string | null,
    { oldPassword, newPassword }: NewPassword,
  ): Promise<void> {
    const { row, sessionId } = await this.requireUser(from, token, 'password')
    requireStrong(newPassword, row.email)
    const { isRight } = await this.parts.passwords.check(oldPassword, row.password_hash)
    if (!isRight) throw new AppError('INVALID_CREDENTIALS')
    const hash = await this.parts.passwords.hash(newPassword)
    if (!(await this.parts.users.changePassword(row, hash, sessionId))) throw new AppError('INVALID_CREDENTIALS')
    this.deps.links.notifyPasswordChange(from, row.email)
  }

  /** Removes the account with its credentials, saved cards, files and rows. Callers check the proof of identity. */
  async remove(row: UserRow): Promise<void> {
    await this.deps.forget(row.id)
    await removeAccount(row, {
      db: this.parts.db,
      clock: this.parts.clock,
      holdings: this.deps.holdings,
      removeFiles: this.deps.removeFiles,
    })
  }

  private toOwnUser(row: UserRow): User {
    return toUser(row, this.parts.config.auth.adminEmails)
  }
}
