import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { log } from './log.ts'
import { currentScope, withScope } from './request-scope.ts'

/** Returns the id that a request's log lines and response share. */
export const getRequestId = (headers: Headers): string =>
  currentScope()?.id ?? headers.get('cf-ray') ?? crypto.randomUUID()

/**
 * Logs one JSON line per request: id, route pattern, method, status and milliseconds until the response began, plus an
 * error's code and the name of the limit that refused it. The pattern replaces the URL, which may contain an id, an email
 * address or a token. Nothing else of the request is logged.
 */
export const logRequests: MiddlewareHandler = (c, next) =>
  withScope(getRequestId(c.req.raw.headers), async (scope) => {
    const started = performance.now()
    await next()
    log.info('request', {
      id: scope.id,
      route: routePath(c),
      method: getMethod(c),
      status: c.res.status,
      ms: Math.round(performance.now() - started),
      ...(scope.failure !== null && { code: scope.failure }),
      ...(scope.limit !== null && { limit: scope.limit }),
    })
  })

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Callers may send any token as a method, so unknown ones are not logged. */
const getMethod = (c: Context): string => (METHODS.has(c.req.method) ? c.req.method : 'other')
