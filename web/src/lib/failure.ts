import { CodedError } from '#shared/client/coded-error.ts'
import { CONNECTION_FAILURE } from '#shared/client/common-texts.ts'

/** Messages for failures whose response had none. */
const DEFAULT_MESSAGES: Record<string, string | undefined> = {
  NETWORK_ERROR: CONNECTION_FAILURE.NETWORK_ERROR,
  RATE_LIMITED: CONNECTION_FAILURE.RATE_LIMITED,
  NOT_FOUND: CONNECTION_FAILURE.notFound,
  GONE: CONNECTION_FAILURE.gone,
}

/** Creates the error for a request without a response. */
export const networkError = (cause?: unknown) =>
  new CodedError('NETWORK_ERROR', CONNECTION_FAILURE.NETWORK_ERROR, { status: 0, retryable: true, cause })

/** True if a retry may help: rate limits, timeouts and server errors. */
const isRetryable = (status: number) => status === 408 || status === 429 || (status >= 500 && status !== 501)

/**
 * Converts an error response.
 *
 * @param body the body, or null where it was no JSON; without words in it the message is empty
 * @param retryAfter the header of that name
 */
export function toCodedError(status: number, body: unknown, retryAfter: string | null = null): CodedError {
  const { error, code, details = null } = (body ?? {}) as { error?: unknown; code?: unknown; details?: unknown }
  const wait = Number(retryAfter)
  const options = { status, retryable: isRetryable(status), ...(wait > 0 && { retryAfterSeconds: wait }) }
  if (typeof error !== 'string') return new CodedError(toCode(status), '', options)
  return new CodedError(typeof code === 'string' ? code : toCode(status), error, { ...options, details })
}

function toCode(status: number) {
  if (status === 404) return 'NOT_FOUND'
  if (status === 410) return 'GONE'
  return status === 429 ? 'RATE_LIMITED' : 'INTERNAL'
}

/** Returns the message to show for a failure: the server's, else the default for its code. */
export function getMessage(thrown: unknown): string {
  if (!(thrown instanceof CodedError)) return CONNECTION_FAILURE.internal
  return thrown.message || (DEFAULT_MESSAGES[thrown.code] ?? CONNECTION_FAILURE.internal)
}

/** True if there was no response. */
export const isUnreachable = (thrown: unknown): boolean =>
  thrown instanceof CodedError && thrown.code === 'NETWORK_ERROR' && thrown.status === 0

/** True if the resource does not exist, or no longer exists. */
export const isMissing = (thrown: unknown): boolean =>
  thrown instanceof CodedError && (thrown.status === 404 || thrown.status === 410)

/** True if the resource was removed permanently. */
export const isGone = (thrown: unknown): boolean => thrown instanceof CodedError && thrown.status === 410

/** True if the server refused a card's name, so a different one helps. */
export const isNameRefused = (thrown: unknown): boolean =>
  thrown instanceof CodedError && thrown.code === 'NICKNAME_REFUSED'
