import { AppError } from '#shared/client/errors.ts'
import type { Clock } from '#worker/env.ts'
import { log } from '#worker/http/log.ts'
import type { Mail, MailTransport } from './mail.ts'
import { capture, type CapturedMail, readOutbox } from './outbox.ts'

/** `capture` stores mail in the outbox table for local development. `send` delivers it. `none` means not configured. */
export type MailMode =
  | { readonly kind: 'capture' }
  | { readonly kind: 'send'; readonly send: MailTransport; readonly from: string }
  | { readonly kind: 'none' }

export type { CapturedMail }

export type MailerDeps = {
  readonly db: D1Database
  readonly clock: Clock
  readonly mode: MailMode
}

/** Sends mail with the configured sender, or captures it for local development. */
export class Mailer {
  private readonly db: D1Database
  private readonly clock: Clock
  private readonly mode: MailMode
  /** True if there is an outbox or a sender. */
  readonly isConfigured: boolean
  private hasLoggedMissing = false

  constructor({ db, clock, mode }: MailerDeps) {
    this.db = db
    this.clock = clock
    this.mode = mode
    this.isConfigured = mode.kind !== 'none'
  }

  /**
   * Sends one message to all of its recipients.
   *
   * @throws AppError `NOT_CONFIGURED` without an outbox or sender, or if the sender rejects our key;
   * `VALIDATION_ERROR` if a header value contains a line break or the sender rejects the mail; `RATE_LIMITED` and
   * `NETWORK_ERROR` if a later retry may succeed
   */
  async send(mail: Mail): Promise<{ messageId: string }> {
    requireOneLine(mail)
    if (this.mode.kind === 'capture') return capture(this.db, this.clock, mail)
    if (this.mode.kind === 'send') return this.mode.send(mail, this.mode.from)

    if (!this.hasLoggedMissing) log.error('mail is not configured', { recipients: mail.to.length })
    this.hasLoggedMissing = true
    throw new AppError('NOT_CONFIGURED', 'Mail is not configured.')
  }

  /** Lists captured mail, newest first. @param to limits the list to one recipient; null lists all */
  captured(to: string | null): Promise<CapturedMail[]> {
    return readOutbox(this.db, to)
  }
}

/**
 * Prevents header injection: rejects line breaks in every value that becomes a mail header.
 *
 * @throws AppError `VALIDATION_ERROR` that names the offending fields
 */
function requireOneLine(mail: Mail): void {
  const { to, cc = [], bcc = [], replyTo, fromName, subject, attachments = [] } = mail
  const parts = {
    to,
    cc,
    bcc,
    replyTo: [replyTo ?? ''],
    from: [fromName ?? ''],
    subject: [subject],
    attachments: attachments.flatMap(({ filename, type, cid }) => [filename, type, cid ?? '']),
  }
  const broken = Object.entries(parts).filter(([, values]) => values.some((value) => /[\r\n\0]/.test(value)))
  if (broken.length === 0) return
  const details = broken.map(([path]) => ({ path, message: 'must be one line' }))
  throw new AppError('VALIDATION_ERROR', undefined, { details })
}
