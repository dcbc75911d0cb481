import { AppError } from '#shared/client/errors.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import { isAllowedNickname } from '#worker/limits/nickname-filter.ts'

/**
 * Checks the public texts of a card, its name and number.
 *
 * @throws AppError `NICKNAME_REFUSED`
 */
export async function requireReadable(...words: readonly string[]): Promise<void> {
  const allowed = await Promise.all(words.map(isAllowedNickname))
  if (allowed.includes(false)) throw new AppError('NICKNAME_REFUSED', REFUSAL.nickname)
}
