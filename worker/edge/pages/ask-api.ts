import { Hono } from 'hono'
import { onError, onNotFound } from '#worker/http/errors.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import { cards } from '../cards/routes.ts'
import { teams } from '../cards/teams.ts'
import { config } from '../config-route.ts'

/** The headers that a request inside this Worker inherits from the one that caused it. */
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
  .route('/api/teams', teams)

/**
 * Asks the product's API on behalf of this visitor, without the network. Pages and downloads have the API's rules and
 * statuses, because they ask here.
 *
 * @param path with its query
 */
export function askApi(c: EdgeContext, path: string): Promise<Response> {
  const headers = new Headers(c.req.raw.headers)
  // It was said of the page: an answer without a body would leave it empty.
  headers.delete('if-none-match')
  const request = new Request(c.var.origin + path, { headers })
  inherited.set(request, c.var)
  return Promise.resolve(api.fetch(request, c.env, c.executionCtx))
}
