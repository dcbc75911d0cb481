import { AppError } from '#shared/client/errors.ts'
import type { AuthParts, From, Signed } from './deps.ts'
import type { MailLinks } from './mail-links.ts'
import { requireStrong } from './password-rule.ts'
import type { UserRow } from './user.ts'

/** What becomes of the tokens that mails carry. */
export function createRedeem(
  { config, guard, oneTime, passwords, sessions, users }: AuthParts,
  { signedIn, tellChanged }: { signedIn(row: UserRow): Promise<Signed> } & Pick<MailLinks, 'tellChanged'>,
) {
  async function begin(from: From, token: string): Promise<void> {
    await guard.network('redeem', from.network)
    await guard.account('redeem', token)
  }

  return {
    /** Signs in, and proves the address. @throws AppError `MAGIC_LINK_EXPIRED` when the link is unknown, used or over */
    async useMagic(from: From, token: string): Promise<Signed> {
      await begin(from, token)
      const email = await oneTime.use('magic', token)
      if (email === null) throw new AppError('MAGIC_LINK_EXPIRED')
      const row = await users.ofProved({ email })
      if (row === null) throw new AppError('MAGIC_LINK_EXPIRED')
      return signedIn(row)
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
      const hash = await passwords.hash(password)
      const email = await oneTime.use('reset', token)
      const row = email === null ? null : await users.claim(email)
      if (row === null) throw new AppError('VERIFICATION_FAILED')
      await users.setPassword(row.id, hash, row.password_hash)
      await sessions.endAll(row.id)
      tellChanged(from, row.email)
    },

    /**
     * Proves the address. Anybody may have made the account, and its owner may confirm without a thought: where that would
     * make an admin of a stranger, the account is handed over instead, without its password and its sessions.
     *
     * @returns whether it was
     * @throws AppError `VERIFICATION_FAILED` when the link is unknown, used or over
     */
    async useVerification(from: From, token: string): Promise<{ isHandedOver: boolean }> {
      await begin(from, token)
      const email = await oneTime.use('verify', token)
      if (email === null) throw new AppError('VERIFICATION_FAILED')
      const isHandedOver = config.auth.adminEmails.includes(email)
      const row = await (isHandedOver ? users.claim(email) : users.verify(email))
      if (row === null) throw new AppError('VERIFICATION_FAILED')
      return { isHandedOver }
    },
  }
}
