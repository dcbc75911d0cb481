import * as z from 'zod'
import type { Clock } from '#worker/env.ts'
import { newId } from '#worker/http/signature.ts'
import { countBytes, type Mail } from './mail.ts'

const Details = z.lazy(() =>
  z.object({
    cc: z.array(z.string()),
    replyTo: z.string().nullable(),
    fromName: z.string().nullable(),
    attachments: z.array(
      z.object({ filename: z.string(), type: z.string(), bytes: z.number(), cid: z.string().nullable() }),
    ),
  }),
)
type Details = z.infer<typeof Details>

export type CapturedMail = Details & {
  id: string
  to: string
  subject: string
  html: string | null
  text: string | null
  /** ISO 8601, UTC. */
  createdAt: string
}

const LISTED_MAX = 50
const NO_DETAILS: Details = { cc: [], replyTo: null, fromName: null, attachments: [] }

/** Captures a mail instead of sending it, with one row per recipient, including Bcc. */
export async function capture(db: D1Database, clock: Clock, mail: Mail): Promise<{ messageId: string }> {
  const { to, cc = [], bcc = [], subject, html, text } = mail
  const messageId = newId()
  const at = new Date(clock()).toISOString()
  const details = JSON.stringify(toDetails(mail))
  const insert = db.prepare(
    'insert into outbox (id, recipient, subject, html, body, created_at, details) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)',
  )
  await db.batch(
    [...to, ...cc, ...bcc].map((recipient, i) =>
      insert.bind(i === 0 ? messageId : newId(), recipient.toLowerCase(), subject, html, text, at, details),
    ),
  )
  return { messageId }
}

/** Lists captured mail, newest first. @param to limits the list to one recipient; null lists all */
export async function readOutbox(db: D1Database, to: string | null): Promise<CapturedMail[]> {
  const { results } = await db
    .prepare(
      `select id, recipient as "to", subject, html, body as text, created_at as createdAt, details from outbox
       where ?1 is null or recipient = ?1 order by created_at desc, rowid desc limit ?2`,
    )
    .bind(to?.toLowerCase() ?? null, LISTED_MAX)
    .all<Omit<CapturedMail, keyof Details> & { details: string | null }>()
  return results.map(({ details, ...mail }) => ({
    ...mail,
    ...(details === null ? NO_DETAILS : Details.parse(JSON.parse(details))),
  }))
}

/** Keeps only the metadata of attachments, because a row has no room for their content. */
const toDetails = ({ cc = [], replyTo = null, fromName = null, attachments = [] }: Mail): Details => ({
  cc: [...cc],
  replyTo,
  fromName,
  attachments: attachments.map((file) => ({
    filename: file.filename,
    type: file.type,
    bytes: countBytes(file),
    cid: file.cid,
  })),
})
