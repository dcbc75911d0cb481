import { AppError, type ErrorCode } from '#shared/client/errors.ts'
import { describeError } from '#worker/http/log.ts'

/** Why a mail could not be sent: whose fault it is, and so whether trying again helps. */
export type MailFault = 'setup' | 'content' | 'limit' | 'service'

const CODE: Readonly<Record<MailFault, ErrorCode>> = {
  setup: 'NOT_CONFIGURED',
  content: 'VALIDATION_ERROR',
  limit: 'RATE_LIMITED',
  service: 'NETWORK_ERROR',
}

const SAYS: Readonly<Record<MailFault, string>> = {
  setup: 'Mail is not configured.',
  content: 'The mail service rejected this email.',
  limit: 'No more email can be sent right now.',
  service: 'The mail service cannot be reached.',
}

/** @param cause for the log, never for the caller; whom the mail was to is for neither */
export const mailFailure = (fault: MailFault, cause: unknown, retryAfterSeconds?: number): AppError =>
  new AppError(CODE[fault], SAYS[fault], {
    cause: describeError(cause),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })

/** By the status of an HTTP answer: keys and senders that are not accepted are for us to mend, not for the caller. */
export function faultOfStatus(status: number): MailFault {
  if (status === 401 || status === 403) return 'setup'
  if (status === 429) return 'limit'
  return status >= 400 && status < 500 && status !== 408 ? 'content' : 'service'
}

/** By the `code` of what a `send_email` binding throws, such as `E_SENDER_NOT_VERIFIED`. */
export function faultOfBinding(thrown: unknown): MailFault {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  if (/^E_(RATE|DAILY)_LIMIT/.test(code)) return 'limit'
  if (code.startsWith('E_SENDER')) return 'setup'
  return /^E_(VALIDATION|FIELD|TOO_MANY|RECIPIENT|CONTENT|HEADER)/.test(code) ? 'content' : 'service'
}
