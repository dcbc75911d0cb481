import { AppError } from '#shared/client/errors.ts'
import type { Mail } from './mail.ts'

/**
 * Everything of a mail that stands in its headers is one line: a line break would let a header of its own in.
 *
 * @throws AppError `VALIDATION_ERROR` that names what is not
 */
export function requireOneLine(mail: Mail): void {
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
