import type { ErrorHandler, NotFoundHandler } from 'hono'
import { routePath } from 'hono/route'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError, toErrorBody } from '#shared/client/errors.ts'
import { getSecurityHeaders } from './security-headers.ts'
import { describeError, log } from './log.ts'
import { toAppError } from './transient-error.ts'
import { getRequestId } from './request-log.ts'
import { recordFailure } from './request-scope.ts'

/**
 * Codes of 5xx errors that are not logged. An unknown route is the caller's mistake. Load shedding has to be cheap, and
 * the request log names it.
 */
const NOT_LOGGED: ReadonlySet<string> = new Set(['NOT_IMPLEMENTED', 'OVERLOADED'])

/** Maps everything that is thrown to a response. Causes are logged with the request id, and never sent. */
export const onError: ErrorHandler = (thrown, c) => {
  const error = toAppError(thrown)
  recordFailure(error.code)
  const requestId = getRequestId(c.req.raw.headers)
  if (error.status >= 500 && !NOT_LOGGED.has(error.code))
    log.error('request failed', {
      requestId,
      method: c.req.method,
      route: routePath(c),
      code: error.code,
      cause: describeError(error),
    })
  if (error.retryAfterSeconds !== null) c.header('retry-after', String(error.retryAfterSeconds))
  c.header('cache-control', 'no-store')
  return c.json(toErrorBody(error, requestId), error.status as ContentfulStatusCode)
}

/** Maps an error outside of the app to a response: one that is thrown while the app is created. */
export function toErrorResponse(thrown: unknown, url: string): Response {
  const error = toAppError(thrown)
  const requestId = crypto.randomUUID()
  log.error('request failed', { requestId, code: error.code, cause: describeError(error) })
  return Response.json(toErrorBody(error, requestId), {
    status: error.status,
    headers: { 'cache-control': 'no-store', ...getSecurityHeaders(url) },
  })
}

export const onNotFound: NotFoundHandler = () => {
  throw new AppError('NOT_FOUND')
}
