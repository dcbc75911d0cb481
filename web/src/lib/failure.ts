import { AppError, ERRORS, toAppError } from '#shared/client/errors.ts'

/** What went wrong in words for a visitor: the server's own, else those of the code. */
export function wordsOf(thrown: unknown): string {
  const error = toAppError(thrown)
  return error.message || ERRORS[error.code].message
}

/** True when no answer came at all. */
export const isUnreachable = (thrown: unknown): boolean =>
  thrown instanceof AppError && thrown.code === 'NETWORK_ERROR' && thrown.status === 0

/** True when the thing asked for does not exist, or no longer. */
export const isMissing = (thrown: unknown): boolean =>
  thrown instanceof AppError && (thrown.status === 404 || thrown.status === 410)

/** True when the thing was here once and has been removed for good. */
export const isGone = (thrown: unknown): boolean => thrown instanceof AppError && thrown.status === 410

/** True when a card's name is not to be read by everybody: another one helps. */
export const isNameRefused = (thrown: unknown): boolean =>
  thrown instanceof AppError && thrown.code === 'NICKNAME_REFUSED'
