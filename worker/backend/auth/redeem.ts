import { AppError } from '#shared/client/errors.ts'
import { hashOf } from '#worker/http/secrets.ts'
import type { AuthParts, Signed } from './deps.ts'
import type { From } from './request-source.ts'
import type { MailLinks } from './mail-links.ts'
import type { Purpose } from './one-time.ts'
import { requireStrong } from './password-rule.ts'
import type { UserRow } from './user.ts'

/** Proof of having made an account, beside its browser's cookie: the password, or a token of one of its sessions. */
export type Proof = { readonly password: string | null; readonly bearer: string | null }

/** Redeems the tokens that mails carry. */
export function createRedeem(
  { access, guard, known, oneTime, passwords, sessions, users }: AuthParts,
  { signedIn, tellChanged }: { signedIn(row: UserRow, link: string): Promise<Signed> } & Pick<MailLinks, 'tellChanged'>,
) {
  async function begin(from: From, token: string): Promise<void> {
    await guard.network('redeem', from)
    await guard.account('redeem', token)
  }

  /**
   * @throws AppError `INVALID_CREDENTIALS` for another password, `TOKEN_EXPIRED` for a bearer that is not good,
   *   `RATE_LIMITED`
   */
  async function hasMade(row: UserRow, from: From, { password, bearer }: Proof): Promise<boolean> {
    if (password !== null) {
      await guard.guess('signIn', row.email, from)
      const { isRight } = await passwords.check(password, row.password_hash)
      if (!isRight) throw new AppError('INVALID_CREDENTIALS')
      await guard.forgive('signIn', row.email, from)
      return true
    }
    if (bearer !== null) {
      const { sessionId, userId } = await access.read(bearer)
      if (userId === row.id && (await sessions.userOf(sessionId, userId)) !== null) return true
    }
    return from.browser !== null && from.browser === row.signed_up_by
  }

  return {
    /** The address that a link was sent to, without using it. @throws AppError `RATE_LIMITED` */
    async ownerOf(from: From, purpose: Purpose, token: string): Promise<string | null> {
      await guard.network('read', from)
      return oneTime.peek(purpose, token)
    },

    /**
     * Signs in, and proves the address.
     *
     * @throws AppError `MAGIC_LINK_EXPIRED` when the link is unknown, used or over
     */
    async useMagic(from: From, token: string): Promise<Signed> {
      await begin(from, token)
      const email = await oneTime.peek('magic', token)
      const row = email === null ? null : await users.ofProved({ email })
      if (row === null) throw new AppError('MAGIC_LINK_EXPIRED')
      await known.remember(row.email, from)
      // Last, with the session: whatever fails before leaves the link good.
      return signedIn(row, await hashOf(token))
    },

    /**
     * Proves the address, sets the password and signs every device out.
     *
     * @throws AppError `WEAK_PASSWORD`, and the link stays good; `VERIFICATION_FAILED` when it is unknown, used or over
     */
    async useReset(from: From, token: string, password: string): Promise<void> {
      await begin(from, token)
      const wanted = await oneTime.peek('reset', token)
      if (wanted === null) throw new AppError('VERIFICATION_FAILED')
      requireStrong(password, wanted)
      const row = await users.resetPassword(await hashOf(token), wanted, await passwords.hash(password))
      if (row === null) throw new AppError('VERIFICATION_FAILED')
      tellChanged(from, row.email)
    },

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
      await begin(from, token)
      const email = await oneTime.peek('verify', token)
      const row = email === null ? null : await users.byEmail(email)
      if (row === null) throw new AppError('VERIFICATION_FAILED')
      const isMaker = await hasMade(row, from, proof)
      if (!(await users.confirm(await hashOf(token), row, isMaker))) throw new AppError('VERIFICATION_FAILED')
    },
  }
}
