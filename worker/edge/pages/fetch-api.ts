import { Hono } from 'hono'
import { onError, onNotFound } from '#worker/http/errors.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import { cards } from '../cards/routes.ts'
import { teams } from '../cards/teams.ts'
import { config } from '../config-route.ts'
import { faceOff } from '../face-off/routes.ts'
import { leagues } from '../leagues/routes.ts'

/** The context that an internal request inherits from the request that caused it. */
const inherited = new WeakMap<Request, EdgeContext['var']>()

const api = new Hono<EdgeEnv>()
  .onError(onError)
  .notFound(onNotFound)
  .use(async (c, next) => {
    const { services, visitor, owner, origin } = inherited.get(c.req.raw)!
    c.set('services', services)
    c.set('visitor', visitor)
    c.set('owner', owner)
    c.set('origin', origin)
    await next()
  })
  .route('/api/config', config)
  .route('/api/cards', cards)
  .route('/api/leagues', leagues)
  .route('/api/face-off', faceOff)
  .route('/api/teams', teams)

/**
 * Calls the product's API on behalf of this visitor, without the network. Pages and downloads use it, so that they follow
 * the API's rules and statuses.
 *
 * @param path may include a query
 */
export function fetchApi(c: EdgeContext, path: string): Promise<Response> {
  const headers = new Headers(c.req.raw.headers)
  // The header is about the page. A 304 from the API would leave the page empty.
  headers.delete('if-none-match')
  const request = new Request(c.var.origin + path, { headers })
  inherited.set(request, c.var)
  return Promise.resolve(api.fetch(request, c.env, c.executionCtx))
}
