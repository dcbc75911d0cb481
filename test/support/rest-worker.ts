import { Hono } from 'hono'
import { createAnalyticsService } from '#worker/backend/analytics/service.ts'
import type { BackendServices } from '#worker/backend/app-env.ts'
import { createBackendRoutes } from '#worker/backend/app.ts'
import { createAuthService } from '#worker/backend/auth/service.ts'
import { createBudgets } from '#worker/backend/budgets.ts'
import { createDbService } from '#worker/backend/db/service.ts'
import { createSchemaCache } from '#worker/backend/db/schema.ts'
import { createSqlService } from '#worker/backend/db/sql-service.ts'
import { createNotificationService } from '#worker/backend/notifications/service.ts'
import { createStorageService } from '#worker/backend/storage/service.ts'
import { createStandingOf } from '#worker/backend/storage/withheld.ts'
import { readConfig } from '#worker/config.ts'
import type { Env } from '#worker/env.ts'
import { onError, onNotFound } from '#worker/http/errors.ts'
import { createAttempts } from '#worker/limits/attempts.ts'
import { createMailer } from '#worker/mail/mailer.ts'
import { plainRoutes } from './plain-routes.ts'

const apps = new WeakMap<Env, Hono>()

/** The embedded backend's tables, files, sign-in, mail and counts and nothing beside them, and the same answers written by hand below `/plain`. */
function appFor(env: Env): Hono {
  const config = readConfig(env)
  const schema = createSchemaCache(env.DB, Date.now)
  const db = createDbService({ db: env.DB, schema, clock: Date.now, votes: config.votes })
  const storage = createStorageService({
    files: env.FILES,
    clock: Date.now,
    projectId: config.projectId,
    publicUrl: null,
    cleanPhoto: () => Promise.reject(new Error('no photos here')),
  })
  const sql = createSqlService(env.DB, schema)
  const mail = createMailer({ db: env.DB, clock: Date.now, mode: { kind: 'capture' } })
  const auth = createAuthService({
    config,
    db: env.DB,
    clock: Date.now,
    mail,
    attempts: createAttempts({ db: env.DB, clock: Date.now, factor: config.auth.limitsFactor }),
    removeFiles: storage.remove,
  })
  const standingOf = createStandingOf(env.DB)
  const { projectId, adminEmail, visitorSecret: secret } = config
  const notifications = createNotificationService({ mail, adminEmail, mailFrom: config.mail.from })
  const budgets = createBudgets({ db: env.DB, clock: Date.now, raw: config.raw, data: config.data.perHour })
  const analytics = createAnalyticsService({ db: env.DB, clock: Date.now, projectId, secret, dataset: undefined })
  const own = { analytics, auth, budgets, config, db, mail, notifications, sql, standingOf, storage }
  const services = own as Partial<BackendServices> as BackendServices
  const app = new Hono()
    .onError(onError)
    .notFound(onNotFound)
    .route('/plain', plainRoutes)
    .route('/', createBackendRoutes(services))
  apps.set(env, app)
  return app
}

export default {
  fetch: (request, env, ctx) => (apps.get(env) ?? appFor(env)).fetch(request, env, ctx),
} satisfies ExportedHandler<Env>
