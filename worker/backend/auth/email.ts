import { AppError } from '#shared/client/errors.ts'
import { parseMailAddress } from '#shared/domain/mail-address.ts'

/** ASCII only. With Unicode, an address that looks or folds like another could open the other's account. */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/**
 * Normalizes an email address for account lookups: trimmed, in lower case, with its host in DNS form.
 * @throws AppError `INVALID_EMAIL`
 */
export function readEmail(typed: unknown): string {
  // `parseMailAddress` returns ASCII. Folding earlier would turn some non-ASCII letters into ASCII ones.
  const folded = typeof typed === 'string' ? (parseMailAddress(typed.trim())?.toLowerCase() ?? '') : ''
  if (!ADDRESS.test(folded)) throw new AppError('INVALID_EMAIL')
  return folded
}
