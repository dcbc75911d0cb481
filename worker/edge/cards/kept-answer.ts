import type { EdgeContext } from '../app-env.ts'
import type { KeptList } from './list-cache.ts'

/** Answers what the list cache holds, or 304 to a browser that has it already (RFC 9110, section 13.1.2). */
export function answerKept(c: EdgeContext, { body, etag }: KeptList): Response {
  c.header('etag', etag)
  c.header('cache-control', 'private, no-cache')
  const known = c.req
    .header('if-none-match')
    ?.split(',')
    .map((tag) => tag.trim())
  if (known?.includes(etag)) return c.body(null, 304)
  return c.body(body, 200, { 'content-type': 'application/json' })
}
