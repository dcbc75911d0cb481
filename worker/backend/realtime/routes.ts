import { Hono } from 'hono'
import { Publish } from '#shared/contracts/speech.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import { siteNetworkOf } from '#worker/http/visitor.ts'
import type { BackendEnv } from '../app-env.ts'
import { ofThisProject } from '../project.ts'
import { MessagesQuery, PresenceQuery } from './schema.ts'

/** Realtime channels by HTTP at `/api/realtime/:projectId`, for a client that publishes or reads once and does not subscribe. */
export const realtimeRoutes = new Hono<BackendEnv>()
  .use(ofThisProject)
  .use(async (c, next) => {
    c.header('cache-control', 'no-store')
    await next()
  })
  .post('/publish', async (c) => {
    const message = parseInput(Publish, await readJson(c, BODY_BYTES.small))
    const { services, caller } = c.var
    const network = await siteNetworkOf(c, services.config.visitorSecret)
    return c.json(await services.realtime.publish(message, caller, network))
  })
  .get('/presence', async (c) => {
    const { channel } = parseInput(PresenceQuery, c.req.query())
    return c.json(await c.var.services.realtime.presence(channel, c.var.caller))
  })
  .get('/messages', async (c) => {
    const query = parseInput(MessagesQuery, c.req.query())
    return c.json(await c.var.services.realtime.messages(query, c.var.caller))
  })
