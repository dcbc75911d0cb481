import type { MiddlewareHandler, Context } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { hasBody } from './read-body.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Forms that pages of this site send; anything else that changes something is JSON and says so. */
const FORMS = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/**
 * True if a browser sends this for a page of another site, as it says itself by `Origin` or `Sec-Fetch-Site`. A request
 * with neither is not a browser's, or an old one's GET.
 *
 * @param allowed origins whose pages may
 */
export function isCrossSite(headers: Headers, allowed: readonly string[]): boolean {
  const origin = headers.get('origin')
  if (origin !== null) return !allowed.includes(origin)
  return headers.get('sec-fetch-site') === 'cross-site'
}

/**
 * CSRF: no other site's page acts here, not even with its reader's network alone, which counts as a person where there
 * is no cookie. A body is labelled as what it is: a page elsewhere sends only `text/plain` and forms unasked.
 *
 * @param allowedOf origins whose pages may act
 * @throws AppError `FORBIDDEN`; `VALIDATION_ERROR` with 415 for a body of another type
 */
export const forOwnPages =
  (allowedOf: (c: Context) => readonly string[]): MiddlewareHandler =>
  async (c, next) => {
    if (READS.has(c.req.method)) return next()
    if (isCrossSite(c.req.raw.headers, allowedOf(c))) throw new AppError('FORBIDDEN')
    const type = c.req.header('content-type') ?? ''
    // The admin's forms judge their own type, and say so on a page.
    if (hasBody(c.req.raw) && !c.req.path.startsWith('/admin') && !FORMS.test(type) && !JSON_TYPE.test(type))
      throw new AppError('VALIDATION_ERROR', 'Send the body as application/json.', { status: 415 })
    return next()
  }
