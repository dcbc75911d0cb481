import { waitUntil } from 'cloudflare:workers'
import { DEFAULT_SEARCH_LANGUAGE } from '#shared/domain/limits.ts'
import { createArtist } from './artist/index.ts'
import { cleanPhoto } from './artist/photo/clean-photo.ts'
import { createCalls } from './backend/ai/calls.ts'
import { createProviderFetch } from './backend/ai/provider-fetch.ts'
import { createPurse } from './backend/ai/purse.ts'
import { type Artist, createAiService } from './backend/ai/service.ts'
import { createAnalyticsService } from './backend/analytics/service.ts'
import { createBackendApp, createBackendRoutes } from './backend/app.ts'
import type { DeriveKey } from './backend/auth/passwords.ts'
import { createAuthService } from './backend/auth/service.ts'
import { createBudgets } from './backend/budgets.ts'
import { createDataService } from './backend/data/service.ts'
import { createDbService } from './backend/db/service.ts'
import { createSchemaCache } from './backend/db/schema.ts'
import { createSqlService } from './backend/db/sql-service.ts'
import { createNotificationService } from './backend/notifications/service.ts'
import { createCardNews } from './backend/realtime/card-news.ts'
import { createRealtimeService } from './backend/realtime/service.ts'
import { createStorageService } from './backend/storage/service.ts'
import { createStandingOf } from './backend/storage/withheld.ts'
import { createSweeper } from './backend/sweep.ts'
import { type Config, readConfig } from './config.ts'
import { createBackend } from './edge/backend.ts'
import { createCardDrawing, type DrawingDeps } from './edge/drawing.ts'
import type { GenerationJobBase } from './edge/generations/job.ts'
import { createGenerationJobs } from './edge/generations/jobs.ts'
import { createJobSteps } from './edge/generations/steps.ts'
import { createPictures, type Pictures } from './edge/pictures/pictures.ts'
import { SITE_NAME } from './edge/pages/head.ts'
import { createLive } from './edge/live.ts'
import type { EdgeServices } from './edge/services.ts'
import type { Clock, Env } from './env.ts'
import { createGuard } from './http/outbound/guarded-fetch.ts'
import { createHostResolver, type ResolveHost } from './http/outbound/resolve-host.ts'
import { createAttempts } from './limits/attempts.ts'
import { createContactGate } from './limits/contact-gate.ts'
import { createGenerationQuota } from './limits/generation-quota.ts'
import { isAllowedNickname } from './limits/nickname-filter.ts'
import { createRedrawQuota } from './limits/redraw-quota.ts'
import { createVoteGate, type GateStore } from './limits/vote-gate.ts'
import { createMailer, type MailMode } from './mail/mailer.ts'
import { sendByBinding } from './mail/senders/binding.ts'
import { sendByResend } from './mail/senders/resend.ts'
import { renderCard } from './render/card.ts'
import { createChannels } from './realtime/channels.ts'
import { createSockets } from './realtime/sockets.ts'
import { drawFormat, type DrawFormat } from './render/formats/draw.ts'
import { createFontLoader } from './render/script-fonts.ts'

export type Services = ReturnType<typeof compose>

/** What a test may bring instead of the real thing. */
export type Overrides = {
  clock?: Clock
  gateStore?: GateStore
  artist?: Artist
  /** Reaches other people's services. */
  fetch?: typeof fetch
  /** Knows the addresses of their names. */
  resolveHost?: ResolveHost
  drawFormat?: DrawFormat
  pictures?: Pictures
  /** Makes a key of a password. */
  deriveKey?: DeriveKey
  /** Takes work that no answer waits for. */
  defer?: (work: Promise<unknown>) => void
  /** Sees every request the edge makes to the backend in this isolate. */
  watchBackend?: (request: Request) => void
}

/** How models look things up. */
const SEARCH_OF_MODELS = { kind: 'web', hl: DEFAULT_SEARCH_LANGUAGE, num: 10 } as const

/** The only place that sees both the environment and every service. */
export function compose(env: Env, overrides: Overrides = {}) {
  const config = readConfig(env)
  const { projectId, publicUrl } = config
  const clock = overrides.clock ?? Date.now
  const store: GateStore = overrides.gateStore ?? env.GATE
  const artist = overrides.artist ?? createArtist()
  const loadFont = createFontLoader(env.ASSETS)

  const schema = createSchemaCache(env.DB, clock)
  const voteGate = createVoteGate(store, clock)
  const channels = createChannels(env.CHANNELS)
  const defer = overrides.defer ?? waitUntil
  const storage = createStorageService({ files: env.FILES, clock, projectId, publicUrl, cleanPhoto })
  const mail = createMailer({ db: env.DB, clock, mode: mailMode(env, config) })
  const attempts = createAttempts({ db: env.DB, clock, factor: config.auth.limitsFactor })
  const budgets = createBudgets({ db: env.DB, clock, raw: config.raw, data: config.data.perHour })
  const send: typeof fetch = overrides.fetch ?? ((input, init) => fetch(input, init))
  const resolve = overrides.resolveHost ?? createHostResolver(config.data.resolverUrl, send)
  const data = createDataService({
    settings: config.data,
    storage,
    send,
    resolve,
    browsers: env.BROWSER,
    clock,
    defer,
  })
  const standingOf = createStandingOf(env.DB)
  const backendServices = {
    config,
    auth: createAuthService({
      config,
      db: env.DB,
      clock,
      mail,
      attempts,
      removeFiles: storage.remove,
      derive: overrides.deriveKey,
    }),
    data,
    db: createDbService({
      db: env.DB,
      schema,
      clock,
      votes: config.votes,
      gate: voteGate,
      allowsName: isAllowedNickname,
      news: createCardNews({ channels, defer }),
    }),
    sql: createSqlService(env.DB, schema),
    realtime: createRealtimeService(channels, budgets),
    storage,
    standingOf,
    ai: createAiService({
      storage,
      standingOf,
      guard: createGuard({ send, resolve, allowLoopback: config.data.allowLoopback }),
      artist,
      settings: config.ai,
      calls: createCalls({
        purse: createPurse({ db: env.DB, clock, perDay: config.ai.perDay, generations: config.generations }),
        timeoutMs: config.ai.timeoutMs,
        defer,
      }),
      providers: {
        reach: createProviderFetch({ send, resolve, allowLoopback: config.data.allowLoopback }),
        run: env.AI === undefined ? null : (model, input) => env.AI!.run(model, input),
      },
      web: {
        require: data.search.require,
        find: async (q, payer) => {
          if (payer !== null) await budgets.payForData(payer)
          return (await data.search.find({ ...SEARCH_OF_MODELS, q })).organic_results
        },
      },
      clock,
    }),
    analytics: createAnalyticsService({
      db: env.DB,
      clock,
      projectId,
      secret: config.visitorSecret,
      dataset: env.ANALYTICS,
    }),
    mail,
    notifications: createNotificationService({ mail, adminEmail: config.adminEmail, mailFrom: config.mail.from }),
    budgets,
  }
  const backendApp = createBackendApp(backendServices)

  const backend = createBackend({
    config,
    local: async (request) => {
      overrides.watchBackend?.(request.clone())
      return backendApp.fetch(request, env)
    },
  })
  const draw: DrawFormat = (format, card) => drawFormat(format, card, { site: siteOf(config), loadFont })
  const drawing: DrawingDeps = {
    backend,
    clock,
    renderCard: (picture) => renderCard(picture, loadFont),
  }
  const edge: EdgeServices = {
    config,
    clock,
    backend,
    live: createLive({ backend, defer }),
    sockets: createSockets({
      gateways: env.GATEWAYS,
      clock,
      capacity: config.realtime.socketsPerGateway,
      factor: config.realtime.limitsFactor,
    }),
    voteGate,
    attempts,
    contactGate: createContactGate({ db: env.DB, store, clock, cooldownMs: config.contact.cooldownMs }),
    quota: createGenerationQuota({ db: env.DB, clock, perDay: config.generations.perVisitorPerDay }),
    networkQuota:
      config.generations.perNetworkPerDay === null
        ? null
        : createGenerationQuota({ db: env.DB, clock, perDay: config.generations.perNetworkPerDay }),
    redraws: createRedrawQuota({ db: env.DB, clock, perHour: config.redraws.perVisitorPerHour }),
    jobs: createGenerationJobs(env.JOBS as DurableObjectNamespace<GenerationJobBase>),
    pictures: overrides.pictures ?? createPictures({ backend, drawFormat: overrides.drawFormat ?? draw }),
    drawCard: createCardDrawing(drawing),
  }
  return {
    edge,
    backendRoutes: createBackendRoutes(backendServices),
    steps: createJobSteps(drawing),
    sweeper: createSweeper({ db: env.DB, storage, clock }),
  }
}

/** The site's name as a person would type it. Only what is configured: a request may name any host it likes. */
const siteOf = ({ publicUrl }: Config): string => (publicUrl === null ? SITE_NAME : new URL(publicUrl).host)

/** Sent by the service whose key is set, else captured locally, else sent by the binding, else not configured. */
function mailMode({ MAIL: binding }: Env, { local, mail: { from, resend } }: Config): MailMode {
  if (resend !== null && from !== null) return { kind: 'send', send: sendByResend(resend), from }
  if (local) return { kind: 'capture' }
  return binding !== undefined && from !== null
    ? { kind: 'send', send: sendByBinding(binding), from }
    : { kind: 'none' }
}

const composed = new WeakMap<Env, Services>()

/** Services hold no request state, so one set serves the whole isolate. */
export function servicesFor(env: Env): Services {
  const services = composed.get(env) ?? compose(env)
  composed.set(env, services)
  return services
}
