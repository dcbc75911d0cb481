import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { EdgeContext, EdgeEnv } from './app-env.ts'

/** Marks a browser that has just changed something, and carries no identifier. */
const COOKIE = 'fresh'
/** Longer than any list is kept. */
const SECONDS = 10

/**
 * Read-your-writes: after a change, this browser's next pages and lists are read past the cache, wherever they are
 * answered.
 */
export const afterOwnWrites = createMiddleware<EdgeEnv>(async (c, next) => {
  await next()
  if (c.req.method === 'GET' || c.req.method === 'HEAD' || c.res.status >= 400) return
  setCookie(c, COOKIE, '1', {
    httpOnly: true,
    secure: c.req.url.startsWith('https:'),
    sameSite: 'Lax',
    path: '/',
    maxAge: SECONDS,
  })
})

/** True if this browser has changed something within the last seconds. */
export const hasJustWritten = (c: EdgeContext): boolean => getCookie(c, COOKIE) !== undefined
