import { AppError } from '#shared/client/errors.ts'
import { cutText } from '#shared/domain/text.ts'
import type { CeilingCaller, Ceilings } from '#worker/limits/ceilings.ts'
import type { Mail } from '#worker/mail/mail.ts'
import type { Mailer } from '#worker/mail/mailer.ts'
import type { CallerRights } from '../caller-rights.ts'
import { readAttachments, type ReadFile } from './attachments.ts'
import type { EmailRequest } from './schema.ts'

export type NotificationDeps = {
  mail: Mailer
  /** Recipient of strangers' mail. Null means not configured, for the sender `mailFrom` too. */
  adminEmail: string | null
  mailFrom: string | null
  ceilings: Pick<Ceilings, 'hold'>
}

type Sender = {
  readonly rights: CallerRights
  readonly readFile: ReadFile
  readonly caller: CeilingCaller
  /** Takes one mail from the stranger's budget. @throws AppError `RATE_LIMITED` */
  readonly spend: () => Promise<void>
}

const SUBJECT_MAX_CHARACTERS = 120

/**
 * Quotes a stranger's message as plain text. The mail comes from the site's own address, so its content must not look
 * like the site's own mail. HTML is reduced to text.
 */
function quoteMessage({ to, replyTo, subject, html, text }: EmailRequest): Mail {
  const words = text ?? toPlainText(html ?? '')
  return {
    to,
    subject: `[From a visitor] ${cutText(subject, SUBJECT_MAX_CHARACTERS)}`,
    html: null,
    text: [
      'A visitor writes, without an account and through the public key. Trust no link in it.',
      ...(replyTo == null ? [] : [`Reply to (not verified): ${replyTo}`]),
      '',
      ...words.split('\n').map((line) => `> ${line}`),
      '',
    ].join('\n'),
    cc: [],
    bcc: [],
    replyTo: null,
    fromName: null,
    attachments: [],
  }
}

/** Strips all tags from a visitor's HTML, including link URLs. */
const toPlainText = (html: string): string =>
  html
    .replaceAll(/<(?:br|\/p|\/div|\/h[1-6]|\/li|\/tr)\b[^<>]*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/[<>]/g, '')
    .trim()

/** Sends mail for callers of the backend. Strangers can reach only the site's admin, so this is not an open relay. */
export class NotificationService {
  private readonly mail: Mailer
  private readonly adminEmail: string | null
  private readonly mailFrom: string | null
  private readonly ceilings: Pick<Ceilings, 'hold'>

  constructor({ mail, adminEmail, mailFrom, ceilings }: NotificationDeps) {
    this.mail = mail
    this.adminEmail = adminEmail
    this.mailFrom = mailFrom
    this.ceilings = ceilings
  }

  /** Sends one mail. @throws AppError the errors of {@link Mailer}, `FORBIDDEN`, `RATE_LIMITED`, `FILE_TOO_LARGE` */
  async email(request: EmailRequest, { rights, readFile, caller, spend }: Sender): Promise<{ messageId: string }> {
    if (rights === 'raw') {
      // Charged before validation, so each guess at the admin's address counts against the caller's limit.
      await spend()
      this.requirePlainMailToAdmin(request)
      return this.ceilings.hold('siteMail', caller, () => this.mail.send(quoteMessage(request)))
    }
    const { to, cc, bcc, replyTo, subject, html, text } = request
    return this.mail.send({
      to,
      subject,
      html: html ?? null,
      text: text ?? null,
      cc: cc ?? [],
      bcc: bcc ?? [],
      replyTo: replyTo ?? null,
      fromName: this.getSenderName(request.from),
      attachments: await readAttachments(request.attachments, readFile),
    })
  }

  private isAdmin(address: string) {
    return address.toLowerCase() === this.adminEmail?.toLowerCase()
  }

  /** Allows strangers a plain mail to the admin only. @throws AppError `FORBIDDEN` */
  private requirePlainMailToAdmin({ to, cc = [], bcc = [], from, attachments }: EmailRequest): void {
    const [first, ...more] = [...to, ...cc, ...bcc]
    // Exactly one recipient: each one is a separate mail, and only one is charged.
    if (first === undefined || !this.isAdmin(first) || more.length > 0)
      throw new AppError('FORBIDDEN', 'Without the service key you can only email the site’s admin.')
    if (from !== undefined || attachments.length > 0)
      throw new AppError('FORBIDDEN', 'Without the service key you cannot set a sender name or attach files.')
  }

  /** Returns the sender name. The sender's address must be the site's own; any other would be spoofing. */
  private getSenderName(from: string | undefined): string | null {
    if (from === undefined || from.toLowerCase() === this.mailFrom?.toLowerCase()) return null
    if (!from.includes('@')) return from
    const details = [{ path: 'from', message: 'must be the site’s own address, or a name' }]
    throw new AppError('VALIDATION_ERROR', undefined, { details })
  }
}
