import { AppError } from '#shared/client/errors.ts'
import { isMailAddress } from '#shared/domain/mail-address.ts'

/**
 * Letters of ASCII only: of two letters that look or fold alike, one could be written to open the other's account.
 */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/** An address as accounts are found by it: without blanks around it, in lower case. @throws AppError `INVALID_EMAIL` */
export function readEmail(typed: unknown): string {
  const email = typeof typed === 'string' ? typed.trim() : ''
  // Folded only once it is known to be ASCII: some letters outside fold into it.
  if (!isMailAddress(email) || !/^[\x21-\x7e]+$/.test(email)) throw new AppError('INVALID_EMAIL')
  const folded = email.toLowerCase()
  if (!ADDRESS.test(folded)) throw new AppError('INVALID_EMAIL')
  return folded
}
