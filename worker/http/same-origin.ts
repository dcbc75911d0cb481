import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '#shared/client/errors.ts'

/**
 * Lets a form be sent by this site's own pages only: another site could sign a visitor in to another account (login CSRF). Browsers say
 * with every POST where it comes from; a request without either header is not a browser's.
 *
 * @param originOf this site's origin, as the visitor sees it
 * @throws AppError `FORBIDDEN`
 */
export const fromOwnPages = (originOf: (c: Context) => string) =>
  createMiddleware(async (c, next) => {
    if (c.req.method === 'POST' && c.req.header('origin') !== originOf(c)) throw new AppError('FORBIDDEN')
    await next()
  })
