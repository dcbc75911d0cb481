import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { EdgeContext, EdgeEnv } from './app-env.ts'

/** Cookie of browsers with a recent write. It contains no identifier. */
const COOKIE = 'fresh'
/** Longer than the list cache keeps any list. */
const SECONDS = 10

/** Middleware for read-your-writes consistency: after a write, the browser's next reads bypass the cache in any isolate. */
export const readYourWrites = createMiddleware<EdgeEnv>(async (c, next) => {
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

/** Returns true if this browser has written something within the last seconds. */
export const hasJustWritten = (c: EdgeContext): boolean => getCookie(c, COOKIE) !== undefined
