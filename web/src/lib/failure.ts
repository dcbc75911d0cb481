import { CodedError } from '#shared/client/coded-error.ts'
import { CONNECTION_FAILURE } from '#shared/client/common-texts.ts'

/** The words for a failure whose answer carried none. */
const WORDS: Record<string, string | undefined> = {
  NETWORK_ERROR: CONNECTION_FAILURE.NETWORK_ERROR,
  RATE_LIMITED: CONNECTION_FAILURE.RATE_LIMITED,
  NOT_FOUND: CONNECTION_FAILURE.notFound,
  GONE: CONNECTION_FAILURE.gone,
}

/** No answer came at all. */
export const networkError = (cause?: unknown) =>
  new CodedError('NETWORK_ERROR', CONNECTION_FAILURE.NETWORK_ERROR, { status: 0, retryable: true, cause })

/** Asking again may help: too much or too slow for now, or a fault of the server. */
const isRetryable = (status: number) => status === 408 || status === 429 || (status >= 500 && status !== 501)

/**
 * A refusal as the server said it.
 *
 * @param said the body, or null where it was no JSON; without words in it the message is empty
 */
export function failureOf(status: number, said: unknown): CodedError {
  const { error, code, details = null } = (said ?? {}) as { error?: unknown; code?: unknown; details?: unknown }
  const options = { status, retryable: isRetryable(status) }
  if (typeof error !== 'string') return new CodedError(codeOf(status), '', options)
  return new CodedError(typeof code === 'string' ? code : codeOf(status), error, { ...options, details })
}

function codeOf(status: number) {
  if (status === 404) return 'NOT_FOUND'
  if (status === 410) return 'GONE'
  return status === 429 ? 'RATE_LIMITED' : 'INTERNAL'
}

/** Returns the words of a failure for a visitor: the server's own, else those of its code. */
export function wordsOf(thrown: unknown): string {
  if (!(thrown instanceof CodedError)) return CONNECTION_FAILURE.internal
  return thrown.message || (WORDS[thrown.code] ?? CONNECTION_FAILURE.internal)
}

/** True when no answer came at all. */
export const isUnreachable = (thrown: unknown): boolean =>
  thrown instanceof CodedError && thrown.code === 'NETWORK_ERROR' && thrown.status === 0

/** True when the thing asked for does not exist, or no longer. */
export const isMissing = (thrown: unknown): boolean =>
  thrown instanceof CodedError && (thrown.status === 404 || thrown.status === 410)

/** True when the thing was here once and has been removed for good. */
export const isGone = (thrown: unknown): boolean => thrown instanceof CodedError && thrown.status === 410

/** True when a card's name is not to be read by everybody: another one helps. */
export const isNameRefused = (thrown: unknown): boolean =>
  thrown instanceof CodedError && thrown.code === 'NICKNAME_REFUSED'
