import { AppError, type ErrorCode, ERRORS } from '../errors.ts'
import { AUTH_FAILURE } from '../error-texts.ts'

/** Sign-in error codes, and equivalent codes of other services. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  INVALID_CREDENTIALS: 'INVALID_CREDENTIALS',
  'auth/invalid-credential': 'INVALID_CREDENTIALS',
  'auth/wrong-password': 'INVALID_CREDENTIALS',
  'auth/user-not-found': 'INVALID_CREDENTIALS',
  EMAIL_NOT_VERIFIED: 'EMAIL_NOT_VERIFIED',
  'auth/email-not-verified': 'EMAIL_NOT_VERIFIED',
  EMAIL_ALREADY_VERIFIED: 'VERIFICATION_FAILED',
  VERIFICATION_FAILED: 'VERIFICATION_FAILED',
  POPUP_CANCELED: 'POPUP_CANCELED',
  'auth/popup-closed-by-user': 'POPUP_CANCELED',
  RATE_LIMITED: 'RATE_LIMITED',
  'auth/too-many-requests': 'RATE_LIMITED',
  TOKEN_EXPIRED: 'TOKEN_EXPIRED',
  'auth/id-token-expired': 'TOKEN_EXPIRED',
  EMAIL_ALREADY_EXISTS: 'EMAIL_ALREADY_EXISTS',
  'auth/email-already-in-use': 'EMAIL_ALREADY_EXISTS',
  WEAK_PASSWORD: 'WEAK_PASSWORD',
  'auth/weak-password': 'WEAK_PASSWORD',
  INVALID_EMAIL: 'INVALID_EMAIL',
  'auth/invalid-email': 'INVALID_EMAIL',
  USER_NOT_FOUND: 'USER_NOT_FOUND',
  MAGIC_LINK_EXPIRED: 'MAGIC_LINK_EXPIRED',
  AUTH_TIMEOUT: 'AUTH_TIMEOUT',
  REDIRECT_FAILED: 'REDIRECT_FAILED',
  NETWORK_ERROR: 'NETWORK_ERROR',
}

/** Maps a server's code to a sign-in code. An unknown one becomes `NETWORK_ERROR`. */
export const toAuthCode = (code: unknown): ErrorCode =>
  typeof code === 'string' && Object.hasOwn(CODES, code) ? CODES[code]! : 'NETWORK_ERROR'

/** Returns the message for a failed sign-in with any code. */
export const getAuthMessage = (code: string): string =>
  Object.hasOwn(AUTH_FAILURE, code) ? AUTH_FAILURE[code as keyof typeof AUTH_FAILURE] : AUTH_FAILURE.OTHER

/**
 * Returns the message for any failure during sign-in: the server's own, or the catalog's when there is only the default.
 */
export const describeAuthError = ({ code, message }: AppError): string =>
  message === ERRORS[code].message ? getAuthMessage(code) : message

/** Converts a failure reported by a page. Its text is kept only if its code is one of ours. */
export function toAuthError(code: unknown, message: unknown): AppError {
  const known = toAuthCode(code)
  const text = known === code && typeof message === 'string' && message !== '' ? message : ERRORS[known].message
  return new AppError(known, text, { kind: 'auth' })
}
