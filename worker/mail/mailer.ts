import { AppError } from '#shared/client/errors.ts'
import type { Clock } from '#worker/env.ts'
import { log } from '#worker/http/log.ts'
import type { Mail, MailTransport } from './mail.ts'
import { capture, type CapturedMail, readOutbox } from './outbox.ts'

/** `capture`: into the outbox table, for local development. `send`: out into the world. `none`: not configured. */
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

/** Sends mail by the sender that is configured, or captures it for local development. */
export class Mailer {
  private readonly db: D1Database
  private readonly clock: Clock
  private readonly mode: MailMode
  /** True if there is an outbox or a sender at all. */
  readonly isConfigured: boolean
  private complained = false

  constructor({ db, clock, mode }: MailerDeps) {
    this.db = db
    this.clock = clock
    this.mode = mode
    this.isConfigured = mode.kind !== 'none'
  }

  /**
   * Sends one message, to all of its recipients.
   *
   * @throws AppError `NOT_CONFIGURED` when there is neither an outbox nor a sender, or the sender does not know us;
   * `VALIDATION_ERROR` when an address, a name or the subject holds a line break (it could become a header of its
   * own), or the sender does not take the mail; `RATE_LIMITED`, `NETWORK_ERROR`: another time it may be sent
   */
  async send(mail: Mail): Promise<{ messageId: string }> {
    requireOneLine(mail)
    if (this.mode.kind === 'capture') return capture(this.db, this.clock, mail)
    if (this.mode.kind === 'send') return this.mode.send(mail, this.mode.from)

    if (!this.complained) log.error('mail is not configured', { recipients: mail.to.length })
    this.complained = true
    throw new AppError('NOT_CONFIGURED', 'Mail is not configured.')
  }

  /** Lists captured mail, newest first. @param to only what went to this address */
  captured(to: string | null): Promise<CapturedMail[]> {
    return readOutbox(this.db, to)
  }
}

/**
 * Everything of a mail that stands in its headers is one line: a line break would let a header of its own in.
 *
 * @throws AppError `VALIDATION_ERROR` that names what is not
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
