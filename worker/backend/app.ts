import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import { onError, onNotFound } from '#worker/http/errors.ts'
import { aiRoutes } from './ai/routes.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import type { BackendEnv, BackendServices } from './app-env.ts'
import { authPages } from './auth/page/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { readCaller } from './caller.ts'
import { dataRoutes } from './data/routes.ts'
import { dbRoutes, restRoutes } from './db/routes.ts'
import { sqlRoutes } from './db/sql-routes.ts'
import { devRoutes, notificationRoutes } from './notifications/routes.ts'
import { backendOpenApi } from './openapi.ts'
import { realtimeRoutes } from './realtime/routes.ts'
import { storageFiles } from './storage/files.ts'
import { storageRoutes } from './storage/routes.ts'

const PATHS = [
  '/rest/v1/*',
  '/api/db/*',
  '/api/storage/*',
  '/storage/*',
  '/api/ai/*',
  '/api/data/*',
  '/api/analytics/*',
  '/api/auth/*',
  '/api/notifications/*',
  '/api/realtime/*',
]

/** HTML pages of this site. They need no CORS. */
const PAGES = ['/auth/*', '/dev/*']
/** Routes that skip `readCaller`: auth checks its own tokens, and analytics needs none. */
const WITHOUT_CALLER = new Set(['/auth/*', '/api/auth/*', '/api/analytics/*'])

/**
 * CORS for every origin. The backend trusts only keys and tokens, which browsers never attach on their own, so CSRF
 * is not possible.
 */
const preflight = cors({ origin: '*', maxAge: 7200 })
const EXPOSED = 'content-range,content-disposition,location,preference-applied,retry-after,etag'

/** Sets CORS headers after `next()`. Setting them earlier makes Hono rebuild the response once per header. */
const allowAnyOrigin = createMiddleware<BackendEnv>(async (c, next) => {
  if (c.req.method === 'OPTIONS') return preflight(c, next)
  await next()
  c.res.headers.set('access-control-allow-origin', '*')
  c.res.headers.set('access-control-expose-headers', EXPOSED)
})

/** Returns the backend's routes without error handlers, for apps that install their own. */
export function createBackendRoutes(services: BackendServices) {
  const app = new Hono<BackendEnv>()
  for (const path of PATHS) app.use(path, allowAnyOrigin)
  for (const path of [...PATHS, ...PAGES]) {
    app.use(path, async (c, next) => {
      c.set('services', services)
      // Auth and analytics must work with an expired token, which `readCaller` rejects.
      if (!WITHOUT_CALLER.has(path))
        c.set(
          'caller',
          await readCaller(c, { ...services.config, readAccess: (token) => services.auth.readAccess(token) }),
        )
      await next()
    })
  }
  app
    .route('/rest/v1', restRoutes)
    .route('/api/db/:project/rest/v1', dbRoutes)
    .route('/api/db/:project', sqlRoutes)
    .route('/api/storage/:project', storageRoutes)
    .route('/storage/:project', storageFiles)
    .route('/api/ai/:project', aiRoutes)
    .route('/api/data/:project', dataRoutes)
    .route('/api/analytics/:project', analyticsRoutes)
    .route('/api/auth', authRoutes)
    .route('/auth', authPages)
    .route('/api/notifications/:project', notificationRoutes)
    .route('/api/realtime/:project', realtimeRoutes)
    .route('/dev', devRoutes)
  return app.route('/', backendOpenApi(app, services))
}

/** Returns the complete backend app: all routes plus the shared error handlers. */
export const createBackendApp = (services: BackendServices) =>
  new Hono<BackendEnv>().onError(onError).notFound(onNotFound).route('/', createBackendRoutes(services))
