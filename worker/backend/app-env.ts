import type { Config } from '#worker/config.ts'
import type { Env } from '#worker/env.ts'
import type { Caller } from './caller.ts'
import type { DbService } from './db/request.ts'

/** What the backend's routes find on `c.var.services`. An interface: each module adds its own service to it. */
export interface BackendServices {
  readonly config: Config
  readonly db: DbService
}

/** What every route of the embedded backend may rely on. */
export type BackendEnv = {
  Bindings: Env
  Variables: { caller: Caller; services: BackendServices }
}
