import type { ErrorHandler, NotFoundHandler } from 'hono'
import { routePath } from 'hono/route'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError, bodyOf } from '#shared/client/errors.ts'
import { headersOfAnswers } from './answer-headers.ts'
import { describeError, log } from './log.ts'
import { toAppError } from './passing-failure.ts'
import { requestIdOf } from './request-log.ts'
import { noteFailure } from './request-scope.ts'

/**
 * An unknown address is the caller's mistake, not our failure. A refusal under load has to cost little, and the
 * line of the request names it.
 */
const UNREMARKABLE: ReadonlySet<string> = new Set(['NOT_IMPLEMENTED', 'OVERLOADED'])

/** The only place that makes an HTTP status of something thrown. Causes are logged with the request id, never sent. */
export const onError: ErrorHandler = (thrown, c) => {
  const error = toAppError(thrown)
  noteFailure(error.code)
  const requestId = requestIdOf(c.req.raw.headers)
  if (error.status >= 500 && !UNREMARKABLE.has(error.code))
    log.error('request failed', {
      requestId,
      method: c.req.method,
      route: routePath(c),
      code: error.code,
      cause: describeError(error),
    })
  if (error.retryAfterSeconds !== null) c.header('retry-after', String(error.retryAfterSeconds))
  c.header('cache-control', 'no-store')
  return c.json(bodyOf(error, requestId), error.status as ContentfulStatusCode)
}

/** The same for what happens outside of an app: while it is put together. */
export function failureAnswer(thrown: unknown, url: string): Response {
  const error = toAppError(thrown)
  const requestId = crypto.randomUUID()
  log.error('request failed', { requestId, code: error.code, cause: describeError(error) })
  return Response.json(bodyOf(error, requestId), {
    status: error.status,
    headers: { 'cache-control': 'no-store', ...headersOfAnswers(url) },
  })
}

export const onNotFound: NotFoundHandler = () => {
  throw new AppError('NOT_FOUND')
}
