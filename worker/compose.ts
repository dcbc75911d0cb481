import { createArtist } from './artist/index.ts'
import { cleanPhoto } from './artist/photo/clean-photo.ts'
import { createAiService } from './backend/ai/service.ts'
import type { Artist } from './backend/ai/service.ts'
import { createBackendApp, createBackendRoutes } from './backend/app.ts'
import { createBudgets } from './backend/budgets.ts'
import { createDbService } from './backend/db/service.ts'
import { createSqlService } from './backend/db/sql-service.ts'
import { createStorageService } from './backend/storage/service.ts'
import { createSweeper } from './backend/sweep.ts'
import { type Config, readConfig } from './config.ts'
import { createBackend } from './edge/backend.ts'
import type { GenerationJobBase } from './edge/generations/job.ts'
import { createGenerationJobs } from './edge/generations/jobs.ts'
import { createJobSteps } from './edge/generations/steps.ts'
import type { EdgeServices } from './edge/services.ts'
import type { Clock, Env } from './env.ts'
import { createContactGate } from './limits/contact-gate.ts'
import { createGenerationQuota } from './limits/generation-quota.ts'
import { createVoteGate, type GateStore } from './limits/vote-gate.ts'
import { createMailer, type MailMode } from './mail/mailer.ts'
import { renderCard } from './render/card.ts'

export type Services = ReturnType<typeof compose>

/** What a test may bring instead of the real thing. */
export type Overrides = {
  clock?: Clock
  gateStore?: GateStore
  artist?: Artist
  /** Sees every request the edge makes to the backend in this isolate. */
  watchBackend?: (request: Request) => void
}

/** The only place that sees both the environment and every service. */
export function compose(env: Env, overrides: Overrides = {}) {
  const config = readConfig(env)
  const { projectId, publicUrl } = config
  const clock = overrides.clock ?? Date.now
  const store: GateStore = overrides.gateStore ?? env.GATE
  const artist = overrides.artist ?? createArtist()

  const voteGate = createVoteGate(store, clock)
  const storage = createStorageService({ files: env.FILES, clock, projectId, publicUrl, cleanPhoto })
  const backendServices = {
    config,
    db: createDbService({ db: env.DB, clock, votes: config.votes, gate: voteGate }),
    sql: createSqlService(env.DB),
    storage,
    ai: createAiService({ storage, artist }),
    mail: createMailer({ db: env.DB, clock, mode: mailMode(env, config) }),
    budgets: createBudgets({ db: env.DB, clock, raw: config.raw }),
  }
  const backendApp = createBackendApp(backendServices)

  const backend = createBackend({
    config,
    local: async (request) => {
      overrides.watchBackend?.(request.clone())
      return backendApp.fetch(request, env)
    },
  })
  const edge: EdgeServices = {
    config,
    clock,
    backend,
    voteGate,
    contactGate: createContactGate({ db: env.DB, store, clock, cooldownMs: config.contact.cooldownMs }),
    quota: createGenerationQuota({ db: env.DB, clock, perDay: config.generations.perVisitorPerDay }),
    jobs: createGenerationJobs(env.JOBS as DurableObjectNamespace<GenerationJobBase>),
  }
  return {
    edge,
    backendRoutes: createBackendRoutes(backendServices),
    steps: createJobSteps({ backend, clock, renderCard }),
    sweeper: createSweeper({ db: env.DB, storage, clock }),
  }
}

/** Captured locally, sent where there is a sender and an address to send from, else not configured. */
function mailMode({ MAIL: sender }: Env, { local, mailFrom: from }: Config): MailMode {
  if (local) return { kind: 'capture' }
  return sender !== undefined && from !== null ? { kind: 'send', sender, from } : { kind: 'none' }
}

const composed = new WeakMap<Env, Services>()

/** Services hold no request state, so one set serves the whole isolate. */
export function servicesFor(env: Env): Services {
  const services = composed.get(env) ?? compose(env)
  composed.set(env, services)
  return services
}
