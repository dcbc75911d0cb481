import type { Config } from '#worker/config.ts'
import type { Env } from '#worker/env.ts'
import type { Mailer } from '#worker/mail/mailer.ts'
import type { AiService } from './ai/service.ts'
import type { AnalyticsService } from './analytics/service.ts'
import type { AuthService } from './auth/service.ts'
import type { Budgets } from './budgets.ts'
import type { Caller } from './caller.ts'
import type { DataService } from './data/service.ts'
import type { DbService } from './db/service.ts'
import type { NotificationService } from './notifications/service.ts'
import type { RealtimeService } from './realtime/service.ts'
import type { SqlService } from './db/sql-service.ts'
import type { OwnFiles } from './storage/own-files.ts'
import type { GetFileVisibility } from './storage/schema.ts'
import type { StorageService } from './storage/service.ts'

/** The services on `c.var.services` in the backend's routes. An interface, so that modules can extend it. */
export interface BackendServices {
  readonly config: Config
  readonly auth: AuthService
  readonly data: DataService
  readonly db: DbService
  readonly sql: SqlService
  readonly storage: StorageService
  readonly ownFiles: OwnFiles
  readonly realtime: RealtimeService
  readonly getFileVisibility: GetFileVisibility
  readonly ai: AiService
  readonly analytics: AnalyticsService
  readonly mail: Mailer
  readonly notifications: NotificationService
  readonly budgets: Budgets
}

/** The Hono environment of every backend route. */
export type BackendEnv = {
  Bindings: Env
  Variables: { caller: Caller; services: BackendServices }
}
