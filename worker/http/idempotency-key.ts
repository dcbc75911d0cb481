import * as z from 'zod/mini'
import { AppError } from '#shared/client/errors.ts'
import { IDEMPOTENCY_KEY } from '#shared/contracts/headers.ts'
import { sha256Hex } from './secrets.ts'

export const IdempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{1,128}$/))
/** Length of 128 bits in hexadecimal. */
const NAME_CHARACTERS = 32

/**
 * Returns the `Idempotency-Key` of a request (draft-ietf-httpapi-idempotency-key-header), or null. Votes, cards, messages
 * and uploads store a hash of it, so that a retry takes effect only once.
 *
 * @throws AppError `VALIDATION_ERROR` if the key is not 1 to 128 visible ASCII characters
 */
export function getIdempotencyKey(headers: Headers): string | null {
  const key = headers.get(IDEMPOTENCY_KEY)
  if (key === null || IdempotencyKey.safeParse(key).success) return key
  const details = [{ path: IDEMPOTENCY_KEY, message: 'must be 1 to 128 visible ASCII characters' }]
  throw new AppError('VALIDATION_ERROR', undefined, { details })
}

/** Returns the stored form of an idempotency key: a hash of the key, its sender and the kind of write. */
export const toRequestName = async (what: string, sender: string, key: string): Promise<string> =>
  (await sha256Hex(JSON.stringify([what, sender, key]))).slice(0, NAME_CHARACTERS)
