import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { onError, onNotFound } from '#worker/http/errors.ts'
import { aiRoutes } from './ai/routes.ts'
import type { BackendEnv, BackendServices } from './app-env.ts'
import { authRoutes } from './auth/routes.ts'
import { readCaller } from './caller.ts'
import { dbRoutes, restRoutes } from './db/routes.ts'
import { sqlRoutes } from './db/sql-routes.ts'
import { devRoutes, notificationRoutes } from './notifications/routes.ts'
import { storageFiles } from './storage/files.ts'
import { storageRoutes } from './storage/routes.ts'

const PATHS = [
  '/rest/v1/*',
  '/api/db/*',
  '/api/storage/*',
  '/storage/*',
  '/api/ai/*',
  '/api/auth/*',
  '/api/notifications/*',
  '/dev/*',
]

/** Browsers of other sites may speak to the backend: it trusts keys and tokens, and none of them travels by itself. */
const anyOrigin = cors({
  origin: '*',
  exposeHeaders: ['content-range', 'content-disposition', 'retry-after', 'etag'],
  maxAge: 7200,
})

/** The embedded backend: what the backend client's wire asks for, on this platform's own parts. */
export function createBackendApp(services: BackendServices) {
  const { publicKey, serviceKey, visitorSecret } = services.config
  const app = new Hono<BackendEnv>().onError(onError).notFound(onNotFound)
  for (const path of PATHS) {
    // The captured mail is for whoever sits at this machine, not for pages they happen to visit.
    if (path !== '/dev/*') app.use(path, anyOrigin)
    app.use(path, async (c, next) => {
      c.set('services', services)
      // Identity judges tokens itself: one that has ended is not a key that nobody issued.
      if (path !== '/api/auth/*') c.set('caller', await readCaller(c, { publicKey, serviceKey, visitorSecret }))
      await next()
    })
  }
  return app
    .route('/rest/v1', restRoutes)
    .route('/api/db/:projectId/rest/v1', dbRoutes)
    .route('/api/db/:projectId', sqlRoutes)
    .route('/api/storage/:projectId', storageRoutes)
    .route('/storage/:projectId', storageFiles)
    .route('/api/ai/:projectId', aiRoutes)
    .route('/api/auth', authRoutes)
    .route('/api/notifications/:projectId', notificationRoutes)
    .route('/dev', devRoutes)
}
