import type { MiddlewareHandler, Context } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { hasBody } from './read-body.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Media types of this site's forms. Every other write is JSON. */
const FORMS = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/**
 * Returns true if a browser sends this request for another site's page, by its `Origin` or `Sec-Fetch-Site` header. A
 * request with neither comes from a program, or is an old browser's GET.
 *
 * @param allowed origins that are not cross-site
 */
export function isCrossSite(headers: Headers, allowed: readonly string[]): boolean {
  const origin = headers.get('origin')
  if (origin !== null) return !allowed.includes(origin)
  return headers.get('sec-fetch-site') === 'cross-site'
}

/**
 * Middleware against cross-site request forgery (CSRF). It covers requests without a cookie too, because those act for
 * the client's network. A body must state its media type: without a CORS preflight, another site can only send
 * `text/plain` and forms.
 *
 * @param getAllowed returns the origins whose pages may write
 * @throws AppError `FORBIDDEN`; `VALIDATION_ERROR` with 415 for a body of another type
 */
export const csrfProtection =
  (getAllowed: (c: Context) => readonly string[]): MiddlewareHandler =>
  async (c, next) => {
    if (READS.has(c.req.method)) return next()
    if (isCrossSite(c.req.raw.headers, getAllowed(c))) throw new AppError('FORBIDDEN')
    const type = c.req.header('content-type') ?? ''
    // Admin forms check their own type, and answer with a page.
    if (hasBody(c.req.raw) && !c.req.path.startsWith('/admin') && !FORMS.test(type) && !JSON_TYPE.test(type))
      throw new AppError('VALIDATION_ERROR', 'Send the body as application/json.', { status: 415 })
    return next()
  }
