import { AppError, type ErrorCode, type ErrorKind, ERRORS, isErrorCode } from './errors.ts'

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'VALIDATION_ERROR',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  406: 'PGRST116',
  409: 'CONFLICT',
  410: 'GONE',
  413: 'FILE_TOO_LARGE',
  415: 'IMAGE_UNSUPPORTED',
  416: 'PGRST103',
  422: 'VALIDATION_ERROR',
  429: 'RATE_LIMITED',
  501: 'NOT_IMPLEMENTED',
  502: 'NETWORK_ERROR',
  503: 'NETWORK_ERROR',
  504: 'NETWORK_ERROR',
}

/** Returns the code for a response without a known code. */
export const toErrorCode = (status: number): ErrorCode => BY_STATUS[status] ?? (status < 500 ? 'FORBIDDEN' : 'INTERNAL')

/** Error mapping of one backend area, where it differs from the default. */
export type FailureReading = {
  readonly kind?: ErrorKind
  /** Maps a server's code to one of ours. The server's text is kept only if its code is. */
  readonly readCode?: (code: unknown) => ErrorCode
}

/**
 * Converts an error response. Servers write `{error: text}`, `{message: text}` or `{error: {message, code}}`, with or
 * without a `code` beside it. A code of ours is kept; for any other, the status decides.
 */
export function toAppError(
  status: number,
  headers: Headers,
  body: unknown,
  { kind, readCode }: FailureReading = {},
): AppError {
  const { message, code, details, hint } = readFailure(body)
  const known = readCode?.(code) ?? (isErrorCode(code) ? code : toErrorCode(status))
  const text = readCode === undefined || known === code ? message : ERRORS[known].message
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
  return new AppError(known, text ?? `HTTP ${status}`, {
    status,
    ...(kind === undefined ? {} : { kind }),
    ...(details === undefined || details === null ? {} : { details }),
    ...(typeof hint === 'string' ? { hint } : {}),
    ...(Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {}),
  })
}

type Failure = { message?: string; code?: unknown; details?: unknown; hint?: unknown }

function readFailure(body: unknown): Failure {
  if (typeof body === 'string') return body.trim() === '' ? {} : { message: body.trim().slice(0, 300) }
  if (!isRecord(body)) return {}
  const inner = isRecord(body['error']) ? body['error'] : body
  const message = [inner['error'], inner['message'], body['message']].find(
    (text): text is string => typeof text === 'string' && text !== '',
  )
  const code = inner['code'] ?? body['code']
  return { ...(message === undefined ? {} : { message }), code, details: inner['details'], hint: inner['hint'] }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
