import { AppError } from '#shared/client/errors.ts'
import { sha256Hex } from '#worker/http/secrets.ts'
import type { Accounts } from './accounts.ts'
import type { AuthParts, SignInResult } from './deps.ts'
import type { RequestSource } from './request-source.ts'
import type { MailLinks } from './mail-links.ts'
import type { Purpose } from './one-time.ts'
import { requireStrong } from './password-rule.ts'
import type { UserRow } from './user.ts'

/**
 * Proof of having created an account, besides the browser's cookie: the password, or an access token of the account.
 */
export type Proof = { readonly password: string | null; readonly bearer: string | null }

type RedeemDeps = {
  readonly accounts: Pick<Accounts, 'openSession'>
  readonly links: Pick<MailLinks, 'notifyPasswordChange'>
}

/** Redeems the tokens of emailed links: magic links, password resets and address confirmations. */
export class Redeem {
  private readonly parts: AuthParts
  private readonly accounts: Pick<Accounts, 'openSession'>
  private readonly links: Pick<MailLinks, 'notifyPasswordChange'>

  constructor(parts: AuthParts, { accounts, links }: RedeemDeps) {
    this.parts = parts
    this.accounts = accounts
    this.links = links
  }

  /** Returns the email address a link was sent to, without consuming it. @throws AppError `RATE_LIMITED` */
  async findOwner(from: RequestSource, purpose: Purpose, token: string): Promise<string | null> {
    await this.parts.guard.network('read', from)
    return this.parts.oneTime.peek(purpose, token)
  }

  /**
   * Signs in with a magic link, which proves the email address.
   *
   * @throws AppError `MAGIC_LINK_EXPIRED` when the link is unknown, used or expired
   */
  async useMagic(from: RequestSource, token: string): Promise<SignInResult> {
    await this.begin(from, token)
    const email = await this.parts.oneTime.peek('magic', token)
    const row = email === null ? null : await this.parts.users.findOrCreateVerified({ email })
    if (row === null) throw new AppError('MAGIC_LINK_EXPIRED')
    await this.parts.known.remember(row.email, from)
    // The link is consumed last, together with opening the session. An earlier failure leaves it valid.
    return this.accounts.openSession(row, await sha256Hex(token))
  }

  /**
   * Proves the address, sets the password and signs out all devices.
   *
   * @throws AppError `WEAK_PASSWORD`, with the link still valid; `VERIFICATION_FAILED` when it is unknown, used or
   *   expired
   */
  async useReset(from: RequestSource, token: string, password: string): Promise<void> {
    await this.begin(from, token)
    const email = await this.parts.oneTime.peek('reset', token)
    if (email === null) throw new AppError('VERIFICATION_FAILED')
    requireStrong(password, email)
    const row = await this.parts.users.resetPassword(
      await sha256Hex(token),
      email,
      await this.parts.passwords.hash(password),
    )
    if (row === null) throw new AppError('VERIFICATION_FAILED')
    this.links.notifyPasswordChange(from, row.email)
  }

  /**
   * Confirms the address and removes nothing from the account. An attacker may have created the account with someone
   * else's address, and the owner may confirm it carelessly (account pre-hijacking). The account becomes proven only if
   * the same request proves that its sender created it. An unproven account never has the admin role. The first sign-in
   * by mail or a provider takes it over and removes the creator's credentials.
   *
   * @throws AppError `VERIFICATION_FAILED` when the link is unknown, used or expired; `INVALID_CREDENTIALS` for a wrong
   *   password or `TOKEN_EXPIRED` for an invalid bearer, with the link still valid
   */
  async useVerification(from: RequestSource, token: string, proof: Proof): Promise<void> {
    await this.begin(from, token)
    const email = await this.parts.oneTime.peek('verify', token)
    const row = email === null ? null : await this.parts.users.byEmail(email)
    if (row === null) throw new AppError('VERIFICATION_FAILED')
    const isCreator = await this.isCreator(row, from, proof)
    if (!(await this.parts.users.confirm(await sha256Hex(token), row, isCreator)))
      throw new AppError('VERIFICATION_FAILED')
  }

  private async begin(from: RequestSource, token: string): Promise<void> {
    await this.parts.guard.network('redeem', from)
    await this.parts.guard.account('redeem', token)
  }

  /**
   * True if the proof or the browser's cookie shows that the sender created the account.
   *
   * @throws AppError `INVALID_CREDENTIALS` for a wrong password, `TOKEN_EXPIRED` for an invalid bearer, `RATE_LIMITED`
   */
  private async isCreator(row: UserRow, from: RequestSource, { password, bearer }: Proof): Promise<boolean> {
    if (password !== null) {
      await this.parts.guard.guess('signIn', row.email, from)
      const { isRight } = await this.parts.passwords.check(password, row.password_hash)
      if (!isRight) throw new AppError('INVALID_CREDENTIALS')
      await this.parts.guard.forgive('signIn', row.email, from)
      return true
    }
    if (bearer !== null) {
      const { sessionId, userId } = await this.parts.access.read(bearer)
      if (userId === row.id && (await this.parts.sessions.findUser(sessionId, userId)) !== null) return true
    }
    return from.browser !== null && from.browser === row.signed_up_by
  }
}
