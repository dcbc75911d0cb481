import type { MailSender } from '#worker/env.ts'
import type { Attachment, MailTransport } from '../mail.ts'
import { classifyBindingError, mailFailure } from './failure.ts'

/** Sends through the platform's own `send_email` binding. */
export const sendByBinding =
  (binding: MailSender): MailTransport =>
  async ({ to, cc = [], bcc = [], replyTo, fromName, subject, html, text, attachments = [] }, from) => {
    try {
      return await binding.send({
        from: fromName ? { name: fromName, email: from } : from,
        to: [...to],
        ...(cc.length === 0 ? {} : { cc: [...cc] }),
        ...(bcc.length === 0 ? {} : { bcc: [...bcc] }),
        ...(replyTo ? { replyTo } : {}),
        subject,
        ...(html === null ? {} : { html }),
        ...(text === null ? {} : { text }),
        ...(attachments.length === 0 ? {} : { attachments: attachments.map(toAttachment) }),
      })
    } catch (thrown) {
      throw mailFailure(classifyBindingError(thrown), thrown)
    }
  }

const toAttachment = ({ filename, type, content, cid }: Attachment) =>
  cid === null
    ? ({ disposition: 'attachment', filename, type, content } as const)
    : ({ disposition: 'inline', contentId: cid, filename, type, content } as const)
