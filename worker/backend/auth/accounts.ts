import { AppError } from '#shared/client/errors.ts'
import type { AuthParts, SignInResult } from './deps.ts'
import type { RequestSource } from './request-source.ts'
import { readEmail } from './email.ts'
import type { MailLinks } from './mail-links.ts'
import { requireStrong } from './password-rule.ts'
import type { Tokens } from './sessions.ts'
import { toUser, type UserRow } from './user.ts'
import type { Profile } from './users.ts'

export type Credentials = { readonly email: string; readonly password: string }

/** Sign-up, sign-in, refresh and sign-out. */
export class Accounts {
  private readonly parts: AuthParts
  private readonly links: Pick<MailLinks, 'sendVerification'>

  constructor(parts: AuthParts, links: Pick<MailLinks, 'sendVerification'>) {
    this.parts = parts
    this.links = links
  }

  /**
   * Opens a session for an account.
   *
   * @param link the hash of the magic link that was followed, or null
   * @throws AppError `INVALID_CREDENTIALS` when the password has changed or the account was handed over since `row` was
   *   read; `MAGIC_LINK_EXPIRED` in the same cases with a link, or when the link was already used
   */
  async openSession(row: UserRow, link: string | null = null): Promise<SignInResult> {
    const tokens = await this.parts.sessions.open(row, link)
    if (tokens === null) throw new AppError(link === null ? 'INVALID_CREDENTIALS' : 'MAGIC_LINK_EXPIRED')
    return { ...tokens, user: toUser(row, this.parts.config.auth.adminEmails) }
  }

  /**
   * Creates an account and signs in.
   *
   * @throws AppError `INVALID_EMAIL`, `WEAK_PASSWORD`, `EMAIL_ALREADY_EXISTS`, `RATE_LIMITED`; `EMAIL_NOT_VERIFIED`
   *   when the account was created but its address must be confirmed before the first sign-in
   */
  async signUp(
    from: RequestSource,
    { email: typed, password, ...profile }: Credentials & Profile,
  ): Promise<SignInResult> {
    await this.parts.guard.network('signUp', from)
    const email = readEmail(typed)
    requireStrong(password, email)
    await this.parts.guard.account('signUp', email)
    const caller = { address: from.network, site: from.site, isKnown: from.isKnown }
    const row = await this.parts.ceilings.hold('signUp', caller, async () => {
      const created = await this.parts.users.create({
        email,
        isProven: false,
        signedUpBy: from.browser,
        passwordHash: await this.parts.passwords.hash(password),
        ...profile,
      })
      if (created === null) throw new AppError('EMAIL_ALREADY_EXISTS')
      return created
    })
    this.links.sendVerification(from, email)
    await this.parts.known.remember(email, from)
    if (this.parts.config.auth.requireVerifiedEmail) throw new AppError('EMAIL_NOT_VERIFIED')
    return this.openSession(row)
  }

  /**
   * Signs in with a password. An unknown address and a wrong password take the same time and return the same error.
   *
   * @throws AppError `INVALID_CREDENTIALS`, `RATE_LIMITED`; `EMAIL_NOT_VERIFIED`, but only with the right password
   */
  async signIn(from: RequestSource, { email: typed, password }: Credentials): Promise<SignInResult> {
    await this.parts.guard.network('signIn', from)
    const email = readEmail(typed)
    await this.parts.guard.guess('signIn', email, from)
    const row = await this.parts.users.byEmail(email)
    const { isRight, renewed } = await this.parts.passwords.check(password, row?.password_hash ?? null)
    if (row === null || !isRight) throw new AppError('INVALID_CREDENTIALS')
    await this.parts.guard.forgive('signIn', email, from)
    if (this.parts.config.auth.requireVerifiedEmail && row.email_verified === 0)
      throw new AppError('EMAIL_NOT_VERIFIED')
    const result = await this.openSession(row)
    await this.parts.known.remember(email, from)
    if (renewed !== null) await this.parts.users.renewHash(row.id, renewed, row.password_hash)
    return result
  }

  /** Exchanges a refresh token for new tokens. @throws AppError `TOKEN_EXPIRED`, `RATE_LIMITED` */
  async refresh(from: RequestSource, token: string): Promise<Tokens> {
    await this.parts.guard.network('refresh', from)
    await this.parts.guard.account('refresh', token)
    return this.parts.sessions.refresh(token)
  }

  /** Ends a session. It does not reveal whether the session existed. @throws AppError `RATE_LIMITED` */
  async signOut(from: RequestSource, token: string): Promise<void> {
    await this.parts.guard.network('refresh', from)
    await this.parts.sessions.end(token)
  }
}
