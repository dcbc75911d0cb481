import { AppError } from '#shared/client/errors.ts'
import { parseMailAddress } from '#shared/domain/mail-address.ts'

/**
 * Letters of ASCII only: of two letters that look or fold alike, one could be written to open the other's account.
 */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/**
 * An address as accounts are found by it: without blanks around it, in lower case, its host as DNS knows it.
 * @throws AppError `INVALID_EMAIL`
 */
export function readEmail(typed: unknown): string {
  // ASCII by then, and folded only now: some letters outside fold into it.
  const folded = typeof typed === 'string' ? (parseMailAddress(typed.trim())?.toLowerCase() ?? '') : ''
  if (!ADDRESS.test(folded)) throw new AppError('INVALID_EMAIL')
  return folded
}
