import * as z from 'zod/mini'
import { ok, type Operation, query } from '#worker/http/openapi/operation.ts'
import { EmailRequest } from './schema.ts'

const EmailSent = z.object({ success: z.literal(true), messageId: z.string() })
/** The mail that was captured instead of sent, the newest first. */
const Outbox = z.object({
  messages: z.array(
    z.object({
      id: z.string(),
      to: z.string(),
      cc: z.array(z.string()),
      replyTo: z.nullable(z.string()),
      fromName: z.nullable(z.string()),
      subject: z.string(),
      html: z.nullable(z.string()),
      text: z.nullable(z.string()),
      attachments: z.array(
        z.object({ filename: z.string(), type: z.string(), bytes: z.int(), cid: z.nullable(z.string()) }),
      ),
      /** ISO 8601. */
      createdAt: z.string(),
    }),
  ),
})

/** `/api/notifications`: mail. */
export const NOTIFICATION_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/notifications/{project}/email',
    summary: 'Sends a mail; without the service key to the site’s admin only',
    sends: { name: 'EmailRequest', schema: EmailRequest },
    answers: ok('EmailSent', EmailSent),
    errors: [400, 403, 404, 413, 429, 502, 503],
    key: ['anyone', 'public', 'user', 'service'],
  },
  {
    method: 'get',
    path: '/api/notifications/{project}/outbox',
    summary: 'The mail that was captured instead of sent, where no mail service is configured',
    parameters: [query('to', 'Only what went to this address.')],
    answers: ok('Outbox', Outbox),
    errors: [401, 403, 404],
    key: 'service',
  },
]
