import { createMiddleware } from 'hono/factory'
import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { recordLimit } from '#worker/http/request-scope.ts'
import { sign } from '#worker/http/signature.ts'
import { getSiteNetwork, readVisitor } from '#worker/http/visitor.ts'
import { getBearer } from '#worker/http/bearer.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import { siteOrigin } from '../origin.ts'
import { holdsServiceKey } from '../service-key.ts'

/** Query parameter with which a client opts in to several messages per frame. */
const FRAMES_PARAMETER = 'frames'

/** Query parameter for the public key, because browsers cannot set headers on a WebSocket. */
const KEY_PARAMETER = 'apikey'

/** Returns true for any key of the project. Without a key, a socket can send only shorter messages. */
function holdsAnyKey(c: EdgeContext): boolean {
  const { publicKey } = c.var.services.config
  const given = [c.req.query(KEY_PARAMETER), c.req.header('apikey'), getBearer(c.req.raw.headers)]
  return given.includes(publicKey) || holdsServiceKey(c)
}

/** Handles WebSocket upgrades. Passes other requests on, because the home page has the same path. */
const forSockets = createMiddleware<EdgeEnv>(async (c, next) => {
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') return next()
  const { config, sockets } = c.var.services
  if (c.req.query('project_id') !== config.projectId) throw new AppError('NOT_FOUND', 'Unknown project.')
  const origin = c.req.header('origin')
  const isAllowed = origin === undefined || [siteOrigin(c), ...config.auth.allowedOrigins].includes(origin)
  if (!isAllowed) throw new AppError('FORBIDDEN', 'This origin may not connect.')
  const { id } = await readVisitor(c, config.accepted.visitorSecrets)
  // Other subscribers see this pseudonym. All tabs of a visitor share it, and it does not reveal the visitor's id.
  const identity = (await sign(config.visitorSecret, `presence:${id}`)).slice(0, 32)
  const takesMany = c.req.query(FRAMES_PARAMETER) === 'many'
  const hasKey = holdsAnyKey(c)
  const response = await sockets.open({ identity, takesMany, hasKey }, await getSiteNetwork(c, config.visitorSecret))
  if (response.status !== 101) recordLimit(response.status === 429 ? 'sockets:network' : 'sockets:all')
  if (response.status === 429)
    throw new AppError('RATE_LIMITED', 'Too many connections from your network.', { retryAfterSeconds: 60 })
  if (response.status !== 101)
    throw new AppError('RATE_LIMITED', 'Too many people are connected.', { status: 503, retryAfterSeconds: 5 })
  return response
})

/**
 * Serves the realtime WebSocket at the root path, with `project_id` and no token. Refusals come before the upgrade,
 * because a client closed after the upgrade would reconnect forever.
 */
export const sockets = new Hono<EdgeEnv>().get('/', forSockets)
