import { AppError } from '#shared/client/errors.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import { isAllowedNickname } from '#worker/limits/nickname-filter.ts'

/**
 * What everybody who has a card's address may come to read: its name, and what stands for its number.
 *
 * @throws AppError `NICKNAME_REFUSED`
 */
export function requireReadable(...words: readonly string[]): void {
  if (!words.every(isAllowedNickname)) throw new AppError('NICKNAME_REFUSED', FAILURE.nicknameRefused)
}
