import { AppError, type ErrorCode } from '#shared/client/errors.ts'
import { describeError } from '#worker/http/log.ts'

/** The reason a mail could not be sent, which decides whether a retry helps. */
export type MailFault = 'setup' | 'content' | 'limit' | 'service'

const CODE: Readonly<Record<MailFault, ErrorCode>> = {
  setup: 'NOT_CONFIGURED',
  content: 'VALIDATION_ERROR',
  limit: 'RATE_LIMITED',
  service: 'NETWORK_ERROR',
}

const MESSAGE: Readonly<Record<MailFault, string>> = {
  setup: 'Mail is not configured.',
  content: 'The mail service rejected this email.',
  limit: 'No more email can be sent right now.',
  service: 'The mail service cannot be reached.',
}

/** @param cause for the log, never for the caller. It must not contain the recipients. */
export const mailFailure = (fault: MailFault, cause: unknown, retryAfterSeconds?: number): AppError =>
  new AppError(CODE[fault], MESSAGE[fault], {
    cause: describeError(cause),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })

/** Classifies the status of an HTTP response. A rejected key or sender is our setup fault, not the caller's. */
export function classifyStatus(status: number): MailFault {
  if (status === 401 || status === 403) return 'setup'
  if (status === 429) return 'limit'
  return status >= 400 && status < 500 && status !== 408 ? 'content' : 'service'
}

/** Classifies the `code` of an error from a `send_email` binding, such as `E_SENDER_NOT_VERIFIED`. */
export function classifyBindingError(thrown: unknown): MailFault {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  if (/^E_(RATE|DAILY)_LIMIT/.test(code)) return 'limit'
  if (code.startsWith('E_SENDER')) return 'setup'
  return /^E_(VALIDATION|FIELD|TOO_MANY|RECIPIENT|CONTENT|HEADER)/.test(code) ? 'content' : 'service'
}
