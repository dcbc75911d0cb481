import { decodeJwt } from 'jose'
import { AppError } from '#shared/client/errors.ts'

/**
 * Which sign-in a token came of. Only of a token that the backend has just taken for good.
 *
 * @throws AppError `FORBIDDEN` when it does not say: what came of it could not be ended with it
 */
export function signInOf(goodToken: string): string {
  const { sid } = decodeJwt(goodToken)
  if (typeof sid !== 'string') throw new AppError('FORBIDDEN')
  return sid
}
