import { AppError } from '#shared/client/errors.ts'

const MAX_CHARACTERS = 254

/**
 * Letters of ASCII only: of two letters that look or fold alike, one could be written to open the other's account.
 */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/** An address as accounts are found by it: without blanks around it, in lower case. @throws AppError `INVALID_EMAIL` */
export function readEmail(typed: unknown): string {
  const email = typeof typed === 'string' ? typed.trim() : ''
  // Folded only once it is known to be ASCII: some letters outside fold into it.
  const isAscii = /^[\x21-\x7e]+$/.test(email)
  const folded = email.toLowerCase()
  if (!isAscii || folded.length > MAX_CHARACTERS || !ADDRESS.test(folded)) throw new AppError('INVALID_EMAIL')
  return folded
}
