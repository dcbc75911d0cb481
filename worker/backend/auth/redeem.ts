import { AppError } from '#shared/client/errors.ts'
import { sha256Hex } from '#worker/http/secrets.ts'
import type { Accounts } from './accounts.ts'
import type { AuthParts, Signed } from './deps.ts'
import type { From } from './request-source.ts'
import type { MailLinks } from './mail-links.ts'
import type { Purpose } from './one-time.ts'
import { requireStrong } from './password-rule.ts'
import type { UserRow } from './user.ts'

/** Proof of having made an account, beside its browser's cookie: the password, or a token of one of its sessions. */
export type Proof = { readonly password: string | null; readonly bearer: string | null }

type RedeemDeps = {
  readonly accounts: Pick<Accounts, 'signedIn'>
  readonly links: Pick<MailLinks, 'tellChanged'>
}

/** Redeems the tokens of mailed links: magic links, password resets and confirmations. */
export class Redeem {
  private readonly parts: AuthParts
  private readonly accounts: Pick<Accounts, 'signedIn'>
  private readonly links: Pick<MailLinks, 'tellChanged'>

  constructor(parts: AuthParts, { accounts, links }: RedeemDeps) {
    this.parts = parts
    this.accounts = accounts
    this.links = links
  }

  /** The address that a link was sent to, without using it. @throws AppError `RATE_LIMITED` */
  async findOwner(from: From, purpose: Purpose, token: string): Promise<string | null> {
    await this.parts.guard.network('read', from)
    return this.parts.oneTime.peek(purpose, token)
  }

  /**
   * Signs in by a magic link, which proves the email address.
   *
   * @throws AppError `MAGIC_LINK_EXPIRED` when the link is unknown, used or over
   */
  async useMagic(from: From, token: string): Promise<Signed> {
    await this.begin(from, token)
    const email = await this.parts.oneTime.peek('magic', token)
    const row = email === null ? null : await this.parts.users.ofProved({ email })
    if (row === null) throw new AppError('MAGIC_LINK_EXPIRED')
    await this.parts.known.remember(row.email, from)
    // Last, with the session: whatever fails before leaves the link good.
    return this.accounts.signedIn(row, await sha256Hex(token))
  }

  /**
   * Proves the address, sets the password and signs every device out.
   *
   * @throws AppError `WEAK_PASSWORD`, and the link stays good; `VERIFICATION_FAILED` when it is unknown, used or over
   */
  async useReset(from: From, token: string, password: string): Promise<void> {
    await this.begin(from, token)
    const wanted = await this.parts.oneTime.peek('reset', token)
    if (wanted === null) throw new AppError('VERIFICATION_FAILED')
    requireStrong(password, wanted)
    const row = await this.parts.users.resetPassword(
      await sha256Hex(token),
      wanted,
      await this.parts.passwords.hash(password),
    )
    if (row === null) throw new AppError('VERIFICATION_FAILED')
    this.links.tellChanged(from, row.email)
  }

  /**
   * Confirms the address; nothing is taken from the account. An attacker may have made it in the owner's name, and
   * the owner may confirm without a thought (account pre-hijacking): unless the same request proves that its sender
   * made the account, it stays unproven, is never an admin's, and the first sign-in by mail or by another service
   * gets it without what it was made with.
   *
   * @throws AppError `VERIFICATION_FAILED` when the link is unknown, used or over; `INVALID_CREDENTIALS` for another
   *   password, `TOKEN_EXPIRED` for a bearer that is not good, and the link stays good
   */
  async useVerification(from: From, token: string, proof: Proof): Promise<void> {
    await this.begin(from, token)
    const email = await this.parts.oneTime.peek('verify', token)
    const row = email === null ? null : await this.parts.users.byEmail(email)
    if (row === null) throw new AppError('VERIFICATION_FAILED')
    const isMaker = await this.hasMade(row, from, proof)
    if (!(await this.parts.users.confirm(await sha256Hex(token), row, isMaker)))
      throw new AppError('VERIFICATION_FAILED')
  }

  private async begin(from: From, token: string): Promise<void> {
    await this.parts.guard.network('redeem', from)
    await this.parts.guard.account('redeem', token)
  }

  /**
   * @throws AppError `INVALID_CREDENTIALS` for another password, `TOKEN_EXPIRED` for a bearer that is not good,
   *   `RATE_LIMITED`
   */
  private async hasMade(row: UserRow, from: From, { password, bearer }: Proof): Promise<boolean> {
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
