import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { log } from './log.ts'
import { currentScope, withScope } from './request-scope.ts'

/** The id that the lines and the answer of one request share. */
export const requestIdOf = (headers: Headers): string =>
  currentScope()?.id ?? headers.get('cf-ray') ?? crypto.randomUUID()

/**
 * One line of JSON for each request: its id, the pattern of the route that answered, method, status and milliseconds until
 * the answer began; of a failure its code, and of a refusal the limit's name. The pattern stands for the address, which
 * may hold an id, a mail address or a token; nothing else of the request is logged.
 */
export const logRequests: MiddlewareHandler = (c, next) =>
  withScope(requestIdOf(c.req.raw.headers), async (scope) => {
    const started = performance.now()
    await next()
    log.info('request', {
      id: scope.id,
      route: routePath(c),
      method: methodOf(c),
      status: c.res.status,
      ms: Math.round(performance.now() - started),
      ...(scope.failure !== null && { code: scope.failure }),
      ...(scope.limit !== null && { limit: scope.limit }),
    })
  })

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** A method is any token the caller likes. */
const methodOf = (c: Context): string => (METHODS.has(c.req.method) ? c.req.method : 'other')
