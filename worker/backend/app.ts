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

/** Pages for people of this site alone, without CORS. */
const PAGES = ['/auth/*', '/dev/*']
/** Routes that read no keys and tokens: identity checks them itself, and counting needs none. */
const WITHOUT_CALLER = new Set(['/auth/*', '/api/auth/*', '/api/analytics/*'])

/**
 * CORS for every origin: the backend trusts keys and tokens, and none of them is sent by a browser by itself (no CSRF).
 */
const preflight = cors({ origin: '*', maxAge: 7200 })
const EXPOSED = 'content-range,content-disposition,location,preference-applied,retry-after,etag'

/** Says so with an answer that is there already: with none yet, each header would cost a whole response. */
const anyOrigin = createMiddleware<BackendEnv>(async (c, next) => {
  if (c.req.method === 'OPTIONS') return preflight(c, next)
  await next()
  c.res.headers.set('access-control-allow-origin', '*')
  c.res.headers.set('access-control-expose-headers', EXPOSED)
})

/** The embedded backend's routes, for an app that says what becomes of what they throw. */
export function createBackendRoutes(services: BackendServices) {
  const app = new Hono<BackendEnv>()
  for (const path of PATHS) app.use(path, anyOrigin)
  for (const path of [...PATHS, ...PAGES]) {
    app.use(path, async (c, next) => {
      c.set('services', services)
      // An expired token is not an invalid key.
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

/** The embedded backend: the routes of the backend client's protocol, on this platform's own services. */
export const createBackendApp = (services: BackendServices) =>
  new Hono<BackendEnv>().onError(onError).notFound(onNotFound).route('/', createBackendRoutes(services))
