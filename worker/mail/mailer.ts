import { AppError } from '#shared/client/errors.ts'
import type { Clock, MailSender } from '#worker/env.ts'
import { log } from '#worker/http/log.ts'
import { newId } from '#worker/http/signature.ts'

export type Mail = {
  to: readonly string[]
  subject: string
  html: string | null
  text: string | null
}

/** `capture`: into the outbox table, for local development. `send`: out into the world. `none`: not configured. */
export type MailMode =
  | { readonly kind: 'capture' }
  | { readonly kind: 'send'; readonly sender: MailSender; readonly from: string }
  | { readonly kind: 'none' }

export type CapturedMail = {
  id: string
  to: string
  subject: string
  html: string | null
  text: string | null
  /** ISO 8601, UTC. */
  createdAt: string
}

const SHOWN_MAX = 50

export type Mailer = ReturnType<typeof createMailer>

export function createMailer({ db, clock, mode }: { db: D1Database; clock: Clock; mode: MailMode }) {
  let complained = false

  return {
    /** Whether there is an outbox or a sender at all. */
    isConfigured: mode.kind !== 'none',

    /**
     * Sends one message, to all of its recipients.
     *
     * @throws AppError `NOT_CONFIGURED` when there is neither an outbox nor a sender, `VALIDATION_ERROR` when an
     * address or the subject holds a line break (it could become a header of its own).
     */
    async send(mail: Mail): Promise<{ messageId: string }> {
      requireOneLine('to', ...mail.to)
      requireOneLine('subject', mail.subject)
      if (mode.kind === 'capture') return capture(db, clock, mail)
      if (mode.kind === 'send') return mode.sender.send({ from: mode.from, ...wireOf(mail) })

      if (!complained) log.error('mail is not configured', { recipients: mail.to.length })
      complained = true
      throw new AppError('NOT_CONFIGURED', 'Mail is not configured.')
    },

    /** What was captured, newest first. @param to only what went to this address */
    async captured(to: string | null): Promise<CapturedMail[]> {
      const { results } = await db
        .prepare(
          `select id, recipient as "to", subject, html, body as text, created_at as createdAt from outbox
           where ?1 is null or recipient = ?1 order by created_at desc, rowid desc limit ?2`,
        )
        .bind(to?.toLowerCase() ?? null, SHOWN_MAX)
        .all<CapturedMail>()
      return results
    },
  }
}

async function capture(db: D1Database, clock: Clock, mail: Mail): Promise<{ messageId: string }> {
  const messageId = newId()
  const at = new Date(clock()).toISOString()
  const insert = db.prepare(
    'insert into outbox (id, recipient, subject, html, body, created_at) values (?1, ?2, ?3, ?4, ?5, ?6)',
  )
  await db.batch(
    mail.to.map((to, i) =>
      insert.bind(i === 0 ? messageId : newId(), to.toLowerCase(), mail.subject, mail.html, mail.text, at),
    ),
  )
  return { messageId }
}

const wireOf = ({ to, subject, html, text }: Mail) => ({
  to: [...to],
  subject,
  ...(html === null ? {} : { html }),
  ...(text === null ? {} : { text }),
})

function requireOneLine(path: string, ...values: readonly string[]): void {
  if (!values.some((value) => /[\r\n\0]/.test(value))) return
  throw new AppError('VALIDATION_ERROR', undefined, { details: [{ path, message: 'must be one line' }] })
}
