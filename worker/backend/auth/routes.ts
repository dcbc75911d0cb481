import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import type { BackendEnv } from '../app-env.ts'
import { accountRoutes } from './account-routes.ts'
import { emailRoutes, magicRoutes, passwordRoutes } from './mail-routes.ts'
import { manageRoutes } from './manage-routes.ts'

/** Identity at `/api/auth`. No cookie is ever asked for: only a token grants anything, and none travels by itself. */
export const authRoutes = new Hono<BackendEnv>()
  .use(async (c, next) => {
    await next()
    c.res.headers.set('cache-control', 'no-store')
  })
  .route('/', accountRoutes)
  .route('/account', manageRoutes)
  .route('/password', passwordRoutes)
  .route('/email', emailRoutes)
  .route('/signin/magic', magicRoutes)
  .all('/*', () => {
    throw new AppError('NOT_FOUND')
  })
