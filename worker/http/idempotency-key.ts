import * as z from 'zod/mini'
import { AppError } from '#shared/client/errors.ts'
import { IDEMPOTENCY_KEY } from '#shared/contracts/headers.ts'
import { hashOf } from './secrets.ts'

export const IdempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/))
/** As long as 128 bits are in hexadecimal. */
const NAME_CHARACTERS = 32

/**
 * The `Idempotency-Key` of a request (draft-ietf-httpapi-idempotency-key-header), or null without one.
 *
 * @throws AppError `VALIDATION_ERROR` for one that is empty, too long or holds other characters than visible ASCII
 */
export function idempotencyKeyOf(headers: Headers): string | null {
  const key = headers.get(IDEMPOTENCY_KEY)
  if (key === null || IdempotencyKey.safeParse(key).success) return key
  const details = [{ path: IDEMPOTENCY_KEY, message: 'must be 1 to 128 visible ASCII characters' }]
  throw new AppError('VALIDATION_ERROR', undefined, { details })
}

/**
 * Returns the stored form of a key: the same for all requests with the same key of one sender for one thing, and
 * for no others.
 */
export const requestNameOf = async (what: string, sender: string, key: string): Promise<string> =>
  (await hashOf(JSON.stringify([what, sender, key]))).slice(0, NAME_CHARACTERS)
