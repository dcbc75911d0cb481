import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import * as z from 'zod/mini'
import { AppError } from '#shared/client/errors.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { describeCall, inQuery, ok } from '#worker/http/openapi/describe.ts'
import { jsonBody } from '#worker/http/openapi/validate.ts'
import type { CapturedMail } from '#worker/mail/outbox.ts'
import type { BackendEnv } from '../app-env.ts'
import { requireService } from '../caller.ts'
import { requireProject } from '../project.ts'
import { getCallerRights } from '../caller-rights.ts'
import { EMAIL_BODY_MAX_BYTES, EmailRequest } from './schema.ts'

const EmailSent = z.object({ success: z.literal(true), messageId: z.string() })
/** Mail that was captured instead of sent, newest first. */
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

/** Reads a mail request. The size limit and the budget depend on the caller's rights. */
async function readEmail<T>(c: Context<BackendEnv>, schema: z.ZodMiniType<T>): Promise<T> {
  const { caller, services } = c.var
  const rights = getCallerRights(caller)
  if (rights === 'raw') await services.budgets.requireLeft('emails', caller.visitor.address)
  return parseInput(schema, await readJson(c, EMAIL_BODY_MAX_BYTES[rights]))
}

/** Mail at `/api/notifications/:project`. */
export const notificationRoutes = new Hono<BackendEnv>()
  .use(requireProject)
  .post(
    '/email',
    describeCall('Sends an email', {
      about: 'Without the service key, only to the site’s admin.',
      key: ['anyone', 'public', 'user', 'service'],
      responses: ok('EmailSent', EmailSent),
      errors: [403, 404, 429, 502, 503],
    }),
    jsonBody('EmailRequest', EmailRequest, readEmail),
    async (c) => {
      const { caller, services } = c.var
      const { storage } = services
      const { origin } = new URL(c.req.url)
      const { messageId } = await services.notifications.email(c.req.valid('json'), {
        rights: getCallerRights(caller),
        caller: caller.visitor,
        spend: () => services.budgets.spend('emails', caller.visitor.address),
        async readFile(url, maxBytes) {
          const path = storage.getPathFromUrl(url, origin)
          return path === null ? null : ((await storage.read(path, maxBytes))?.bytes ?? null)
        },
      })
      return c.json({ success: true, messageId })
    },
  )
  .get(
    '/outbox',
    describeCall('Lists captured mail, if no mail service is configured', {
      key: 'service',
      parameters: [inQuery('to', 'Returns only mail to this address.')],
      responses: ok('Outbox', Outbox),
      errors: [401, 403, 404],
    }),
    async (c) => {
      requireService(c.var.caller)
      return c.json({ messages: await c.var.services.mail.captured(c.req.query('to') ?? null) })
    },
  )

/** Pages at `/dev` for local development. A deployed Worker returns 404. */
export const devRoutes = new Hono<BackendEnv>().get('/outbox', async (c) => {
  if (!c.var.services.config.local) throw new AppError('NOT_FOUND')
  c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
  c.header('cache-control', 'no-store')
  return c.html(outboxPage(await c.var.services.mail.captured(c.req.query('to') ?? null)))
})

/** Renders captured mail as a page. Message bodies are shown as plain text. */
const outboxPage = (messages: readonly CapturedMail[]) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Outbox</title>
        <style>
          body {
            font: 1rem/1.5 system-ui;
            max-width: 60rem;
            margin: 2rem auto;
            padding: 0 1rem;
          }
          pre {
            white-space: pre-wrap;
            background: #8882;
            padding: 1rem;
          }
        </style>
      </head>
      <body>
        <h1>Outbox</h1>
        ${messages.length === 0 ? html`<p>No mail yet.</p>` : messages.map(message)}
      </body>
    </html>`

const message = ({ to, cc, replyTo, attachments, subject, text, html: markup, createdAt }: CapturedMail) => html`
  <article>
    <h2>${subject}</h2>
    <p>To ${to}, <time>${createdAt}</time></p>
    ${cc.length === 0 ? '' : html`<p>Copies to ${cc.join(', ')}</p>`}
    ${replyTo === null ? '' : html`<p>Reply to ${replyTo}</p>`}
    ${attachments.map(({ filename, bytes }) => html`<p>With ${filename}, ${bytes} bytes</p>`)}
    <pre>${text ?? markup ?? ''}</pre>
  </article>
`
