import type { MiddlewareHandler } from 'hono'
import { AppError } from '#shared/client/errors.ts'

/** Paths that programs call. A redirect could drop the method, body or credentials, or hide a wrong base URL. */
const FOR_PROGRAMS = ['/api/', '/rest/', '/functions/']

export type KnownHost = {
  /** The site's origin. Null accepts any host (local only). */
  readonly publicUrl: string | null
  /** Other hosts that are served over HTTPS without a redirect, such as previews. */
  readonly allowedHosts: readonly string[]
  readonly local: boolean
}

/**
 * Middleware that serves only the site's own host. The client controls `Host`, so trusting it would store URLs of other
 * hosts and mail links to them. Redirects a GET over plain HTTP or at another host to the site's origin. Rejects every
 * other request with 421 (RFC 9110, section 15.5.20).
 *
 * @throws AppError `MISDIRECTED`
 */
export function knownHost({ publicUrl, allowedHosts, local }: KnownHost): MiddlewareHandler {
  return async (c, next) => {
    if (publicUrl === null || local) return next()
    const url = new URL(c.req.url)
    const isKnown = url.origin === publicUrl || (url.protocol === 'https:' && allowedHosts.includes(url.host))
    if (!isKnown) {
      const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
      const isForPrograms = FOR_PROGRAMS.some((path) => url.pathname.startsWith(path))
      if (!isRead || isForPrograms || c.req.header('upgrade') !== undefined) throw new AppError('MISDIRECTED')
      return c.redirect(publicUrl + url.pathname + url.search, 301)
    }
    return next()
  }
}
