import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '#shared/client/errors.ts'

/**
 * Middleware that accepts forms from this site's own pages only. Otherwise another site could sign a visitor in to a
 * different account (login CSRF). Browsers send `Origin` with every POST.
 *
 * @param getOrigin returns this site's origin, as the visitor sees it
 * @throws AppError `FORBIDDEN`
 */
export const requireSameOrigin = (getOrigin: (c: Context) => string) =>
  createMiddleware(async (c, next) => {
    if (c.req.method === 'POST' && c.req.header('origin') !== getOrigin(c)) throw new AppError('FORBIDDEN')
    await next()
  })
