export type ErrorKind = 'auth' | 'validation' | 'network' | 'storage' | 'ai' | 'data' | 'realtime' | 'notifications'

/** HTTP 401 is an auth error, 400 a validation error, every other status a network error. */
export function toErrorKind(status: number): ErrorKind {
  if (status === 401) return 'auth'
  return status === 400 ? 'validation' : 'network'
}

export type CodedErrorOptions = {
  cause?: unknown
  details?: unknown
  hint?: string
  kind?: ErrorKind
  retryAfterSeconds?: number
}

/**
 * A failure with a code, its HTTP status and whether a retry may help. It does not import the table of codes, which is
 * too large for a page's first load.
 */
export class CodedError<Code extends string = string> extends Error {
  readonly code: Code
  readonly kind: ErrorKind
  readonly status: number
  readonly retryable: boolean
  readonly details: unknown
  readonly hint: string | null
  readonly retryAfterSeconds: number | null

  constructor(
    code: Code,
    message: string,
    { status, retryable, ...options }: CodedErrorOptions & { status: number; retryable: boolean },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.status = status
    this.kind = options.kind ?? toErrorKind(status)
    this.retryable = retryable
    this.details = options.details ?? null
    this.hint = options.hint ?? null
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }
}
