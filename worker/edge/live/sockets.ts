import { createMiddleware } from 'hono/factory'
import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { noteLimit } from '#worker/http/request-scope.ts'
import { sign } from '#worker/http/signature.ts'
import { getSiteNetwork, readVisitor } from '#worker/http/visitor.ts'
import { getBearer } from '#worker/http/bearer.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import { siteOrigin } from '../origin.ts'
import { holdsServiceKey } from '../service-key.ts'

/** Query parameter by which a client asks for several messages in one frame. */
const FRAMES_PARAMETER = 'frames'

/** The query parameter for the public key of a browser, which cannot set headers of a socket. */
const KEY_PARAMETER = 'apikey'

/** True with any key of the project; a socket without one does the same, with shorter messages. */
function holdsAnyKey(c: EdgeContext): boolean {
  const { publicKey } = c.var.services.config
  const given = [c.req.query(KEY_PARAMETER), c.req.header('apikey'), getBearer(c.req.raw.headers)]
  return given.includes(publicKey) || holdsServiceKey(c)
}

/** A page may be asked for at the same address. */
const forSockets = createMiddleware<EdgeEnv>(async (c, next) => {
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') return next()
  const { config, sockets } = c.var.services
  if (c.req.query('project_id') !== config.projectId) throw new AppError('NOT_FOUND', 'Unknown project.')
  const origin = c.req.header('origin')
  const isAllowed = origin === undefined || [siteOrigin(c), ...config.auth.allowedOrigins].includes(origin)
  if (!isAllowed) throw new AppError('FORBIDDEN', 'This origin may not connect.')
  const { id } = await readVisitor(c, config.accepted.visitorSecrets)
  // A pseudonym for other subscribers: two tabs of one visitor share it, and it reveals nothing that the visitor owns.
  const identity = (await sign(config.visitorSecret, `presence:${id}`)).slice(0, 32)
  const takesMany = c.req.query(FRAMES_PARAMETER) === 'many'
  const hasKey = holdsAnyKey(c)
  const response = await sockets.open({ identity, takesMany, hasKey }, await getSiteNetwork(c, config.visitorSecret))
  if (response.status !== 101) noteLimit(response.status === 429 ? 'sockets:network' : 'sockets:all')
  if (response.status === 429)
    throw new AppError('RATE_LIMITED', 'Too many connections from your network.', { retryAfterSeconds: 60 })
  if (response.status !== 101)
    throw new AppError('RATE_LIMITED', 'Too many people are connected.', { status: 503, retryAfterSeconds: 5 })
  return response
})

/**
 * The socket of the realtime channels: at the host's root, with `project_id` and no token. What is not let in is
 * refused before the upgrade: a client that is closed after it comes back for ever.
 */
export const sockets = new Hono<EdgeEnv>().get('/', forSockets)
