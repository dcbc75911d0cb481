import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import type { BackendEnv } from '../app-env.ts'
import { requireService } from '../caller.ts'
import { ofThisProject } from '../project.ts'
import { standingOf } from '../standing.ts'
import { outboxPage } from './outbox-page.ts'
import { EmailRequest } from './schema.ts'

/** Mail at `/api/notifications/:projectId`. Strangers reach the site's admin and nobody else: this is no open relay. */
export const notificationRoutes = new Hono<BackendEnv>()
  .use(ofThisProject)
  .post('/email', async (c) => {
    const { caller, services } = c.var
    const { to, subject, html, text } = parseInput(EmailRequest, await readJson(c))
    if (standingOf(caller) === 'raw') {
      const admin = services.config.adminEmail?.toLowerCase()
      if (to.some((address) => address.toLowerCase() !== admin))
        throw new AppError('FORBIDDEN', 'Without the service key only the site can be written to.')
      await services.budgets.spend('emails', caller.visitor.address)
    }
    const { messageId } = await services.mail.send({ to, subject, html: html ?? null, text: text ?? null })
    return c.json({ success: true, messageId })
  })
  .get('/outbox', async (c) => {
    requireService(c.var.caller)
    return c.json({ messages: await c.var.services.mail.captured(c.req.query('to') ?? null) })
  })

/** Pages at `/dev`, for people who develop this; deployed they do not exist. */
export const devRoutes = new Hono<BackendEnv>().get('/outbox', async (c) => {
  if (!c.var.services.config.local) throw new AppError('NOT_FOUND')
  c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
  c.header('cache-control', 'no-store')
  return c.html(outboxPage(await c.var.services.mail.captured(c.req.query('to') ?? null)))
})
