import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import type { BackendEnv } from '../app-env.ts'
import { requireService } from '../caller.ts'
import { ofThisProject } from '../project.ts'
import { standingOf } from '../standing.ts'
import { outboxPage } from './outbox-page.ts'
import { EMAIL_BODY_MAX_BYTES, EmailRequest } from './schema.ts'

/** Mail at `/api/notifications/:projectId`. */
export const notificationRoutes = new Hono<BackendEnv>()
  .use(ofThisProject)
  .post('/email', async (c) => {
    const { caller, services } = c.var
    const standing = standingOf(caller)
    const request = parseInput(EmailRequest, await readJson(c, EMAIL_BODY_MAX_BYTES[standing]))
    const { storage } = services
    const { origin } = new URL(c.req.url)
    const { messageId } = await services.notifications.email(request, {
      standing,
      spend: () => services.budgets.spend('emails', caller.visitor.address),
      async readFile(url, maxBytes) {
        const path = storage.pathOfUrl(url, origin)
        return path === null ? null : ((await storage.read(path, maxBytes))?.bytes ?? null)
      },
    })
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
