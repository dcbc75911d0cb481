import { AppError } from '#shared/client/errors.ts'
import type { AuthParts, Signed } from './deps.ts'
import type { From } from './request-source.ts'
import { readEmail } from './email.ts'
import type { MailLinks } from './mail-links.ts'
import { requireStrong } from './password-rule.ts'
import type { Tokens } from './sessions.ts'
import { toUser, type UserRow } from './user.ts'
import type { Profile } from './users.ts'

export type Credentials = { readonly email: string; readonly password: string }

/** Sign-up, sign-in and refreshing sessions. */
export class Accounts {
  private readonly parts: AuthParts
  private readonly links: Pick<MailLinks, 'sendVerification'>

  constructor(parts: AuthParts, links: Pick<MailLinks, 'sendVerification'>) {
    this.parts = parts
    this.links = links
  }

  /**
   * @param link the hash of the link that was followed; null: none was
   * @throws AppError `INVALID_CREDENTIALS` when the account has become another's, or its password another, since it was
   * read; `MAGIC_LINK_EXPIRED` when that, or the link was used
   */
  async signedIn(row: UserRow, link: string | null = null): Promise<Signed> {
    const tokens = await this.parts.sessions.open(row, link)
    if (tokens === null) throw new AppError(link === null ? 'INVALID_CREDENTIALS' : 'MAGIC_LINK_EXPIRED')
    return { ...tokens, user: toUser(row, this.parts.config.auth.adminEmails) }
  }

  /**
   * @throws AppError `INVALID_EMAIL`, `WEAK_PASSWORD`, `EMAIL_ALREADY_EXISTS`, `RATE_LIMITED`; `EMAIL_NOT_VERIFIED` when
   * the account was made and its address has to be confirmed before the first sign-in
   */
  async signUp(from: From, { email: typed, password, ...profile }: Credentials & Profile): Promise<Signed> {
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
    return this.signedIn(row)
  }

  /**
   * An unknown address and a wrong password cost the same work and get the same answer.
   *
   * @throws AppError `INVALID_CREDENTIALS`, `RATE_LIMITED`; `EMAIL_NOT_VERIFIED` with the right password only
   */
  async signIn(from: From, { email: typed, password }: Credentials): Promise<Signed> {
    await this.parts.guard.network('signIn', from)
    const email = readEmail(typed)
    await this.parts.guard.guess('signIn', email, from)
    const row = await this.parts.users.byEmail(email)
    const { isRight, renewed } = await this.parts.passwords.check(password, row?.password_hash ?? null)
    if (row === null || !isRight) throw new AppError('INVALID_CREDENTIALS')
    await this.parts.guard.forgive('signIn', email, from)
    if (this.parts.config.auth.requireVerifiedEmail && row.email_verified === 0)
      throw new AppError('EMAIL_NOT_VERIFIED')
    const signed = await this.signedIn(row)
    await this.parts.known.remember(email, from)
    if (renewed !== null) await this.parts.users.renewHash(row.id, renewed, row.password_hash)
    return signed
  }

  /** @throws AppError `TOKEN_EXPIRED`, `RATE_LIMITED` */
  async refresh(from: From, token: string): Promise<Tokens> {
    await this.parts.guard.network('refresh', from)
    await this.parts.guard.account('refresh', token)
    return this.parts.sessions.refresh(token)
  }

  /** Says nothing of whether there was anything to end. @throws AppError `RATE_LIMITED` */
  async signOut(from: From, token: string): Promise<void> {
    await this.parts.guard.network('refresh', from)
    await this.parts.sessions.end(token)
  }
}
