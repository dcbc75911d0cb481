import type { EdgeContext } from '../app-env.ts'
import type { CachedList } from './list-cache.ts'

/** Responds with a cached list, or with 304 if the browser has it already (RFC 9110, section 13.1.2). */
export function respondFromCache(c: EdgeContext, { body, etag }: CachedList): Response {
  c.header('etag', etag)
  c.header('cache-control', 'private, no-cache')
  const known = c.req
    .header('if-none-match')
    ?.split(',')
    .map((tag) => tag.trim())
  if (known?.includes(etag)) return c.body(null, 304)
  return c.body(body, 200, { 'content-type': 'application/json' })
}
