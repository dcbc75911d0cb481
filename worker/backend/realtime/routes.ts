import { Hono } from 'hono'
import { Publish } from '#shared/contracts/speech.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { siteNetworkOf } from '#worker/http/visitor.ts'
import type { BackendEnv } from '../app-env.ts'
import { ofThisProject } from '../project.ts'
import { MessagesQuery, PresenceQuery } from './schema.ts'

/** More than a message may be, in any spelling. */
const PUBLISH_MAX_BYTES = 128 * 1024

/** Realtime channels by HTTP at `/api/realtime/:projectId`, for a client that publishes or reads once and does not subscribe. */
export const realtimeRoutes = new Hono<BackendEnv>()
  .use(ofThisProject)
  .use(async (c, next) => {
    c.header('cache-control', 'no-store')
    await next()
  })
  .post('/publish', async (c) => {
    const message = parseInput(Publish, await readJson(c, PUBLISH_MAX_BYTES))
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
