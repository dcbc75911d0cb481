import { Hono } from 'hono'
import { Publish } from '#shared/contracts/speech.ts'
import { describeCall, ok } from '#worker/http/openapi/describe.ts'
import { jsonBody, query } from '#worker/http/openapi/validate.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import { getSiteNetwork } from '#worker/http/visitor.ts'
import type { BackendEnv } from '../app-env.ts'
import { requireProject } from '../project.ts'
import { Messages, Presence, Published } from './responses.ts'
import { MessagesQuery, PresenceQuery } from './schema.ts'

const key = ['public', 'user', 'service'] as const

/** Realtime over HTTP at `/api/realtime/:project`, for clients that publish or read without a WebSocket. */
export const realtimeRoutes = new Hono<BackendEnv>()
  .use(requireProject)
  .use(async (c, next) => {
    c.header('cache-control', 'no-store')
    await next()
  })
  .post(
    '/publish',
    describeCall('Publishes a message to a channel', {
      key,
      responses: ok('Published', Published),
      errors: [401, 403, 404, 429],
    }),
    jsonBody('Publish', Publish, BODY_BYTES.small),
    async (c) => {
      const { services, caller } = c.var
      const network = await getSiteNetwork(c, services.config.visitorSecret)
      return c.json(await services.realtime.publish(c.req.valid('json'), caller, network))
    },
  )
  .get(
    '/presence',
    describeCall('Lists the members of a channel', { key, responses: ok('Presence', Presence), errors: [401, 404] }),
    query(PresenceQuery, { channel: 'The channel.' }),
    async (c) => c.json(await c.var.services.realtime.presence(c.req.valid('query').channel, c.var.caller)),
  )
  .get(
    '/messages',
    describeCall('Returns a page of a channel’s history', {
      key,
      responses: ok('Messages', Messages),
      errors: [401, 404],
    }),
    query(MessagesQuery, {
      channel: 'The channel.',
      limit: 'Maximum number of messages. Default: 50.',
      start: 'The first message: an id, a time in milliseconds, or `-`.',
      end: 'The last message: an id, a time in milliseconds, or `+`.',
    }),
    async (c) => c.json(await c.var.services.realtime.messages(c.req.valid('query'), c.var.caller)),
  )
