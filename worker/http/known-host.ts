import type { MiddlewareHandler } from 'hono'
import { AppError } from '#shared/client/errors.ts'

/** Programs call these: a redirect would lose their method, body or credentials, or hide a wrong setting. */
const FOR_PROGRAMS = ['/api/', '/rest/', '/functions/']

export type KnownHost = {
  /** Null: any host is answered (only locally). */
  readonly publicUrl: string | null
  /** Other hosts that are answered as they are asked, over HTTPS: previews. */
  readonly allowedHosts: readonly string[]
  readonly local: boolean
}

/**
 * Answers only at the site's own address. `Host` is chosen by the caller: trusting it stores foreign addresses and
 * mails links to them. Over plain HTTP or at another host, GET leads to the same path at the site's address; everything
 * else is misdirected (RFC 9110, section 15.5.20).
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
