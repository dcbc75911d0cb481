import { waitUntil } from 'cloudflare:workers'
import { DEFAULT_SEARCH_LANGUAGE } from '#shared/client/limits.ts'
import { createArtist } from './artist/index.ts'
import { type LookAtPhoto, lookAtPhoto } from './artist/look.ts'
import { cleanPhoto } from './photo/clean-photo.ts'
import { setWeights } from './artist/vision/nets.ts'
import { createWeightsLoader } from './artist/vision/served-weights.ts'
import { createCalls } from './backend/ai/calls.ts'
import { createProviderFetch } from './backend/ai/provider-fetch.ts'
import { type Artist, createAiService } from './backend/ai/service.ts'
import { createSpending } from './backend/ai/spending.ts'
import { createAnalyticsService } from './backend/analytics/service.ts'
import { createBackendApp, createBackendRoutes } from './backend/app.ts'
import type { DeriveKey } from './backend/auth/passwords.ts'
import { createAuthService } from './backend/auth/service.ts'
import { createBudgets, EVERYBODY } from './backend/budgets.ts'
import { createCardEvents } from './backend/cards/card-events.ts'
import { createCardsModule } from './backend/cards/module.ts'
import { createDataService } from './backend/data/service.ts'
import { createDbService } from './backend/db/service.ts'
import { createSchemaCache } from './backend/db/schema.ts'
import { createSqlService } from './backend/db/sql-service.ts'
import { createForgetPerson } from './backend/forget-person.ts'
import { createNotificationService } from './backend/notifications/service.ts'
import { createRealtimeService } from './backend/realtime/service.ts'
import { createOwnFiles } from './backend/storage/own-files.ts'
import { createStorageService } from './backend/storage/service.ts'
import { sweepTasks } from './backend/sweep.ts'
import { type Config, readConfig } from './config.ts'
import { createBackend } from './edge/backend.ts'
import { createCardDrawing, type DrawingDeps } from './edge/pictures/drawing.ts'
import { createListCache } from './edge/cards/list-cache.ts'
import type { GenerationJobBase } from './edge/generations/job.ts'
import { createGenerationJobs } from './edge/generations/jobs.ts'
import { createJobSteps } from './edge/generations/steps.ts'
import { createReadiness } from './edge/operate/readiness.ts'
import { createPictures, type Pictures } from './edge/pictures/pictures.ts'
import { createPodiumPictures } from './edge/pictures/podium.ts'
import { SITE_NAME } from './edge/pages/head.ts'
import { readWaiting } from './edge/reports/waiting.ts'
import { createLive } from './edge/live/live.ts'
import type { EdgeServices } from './edge/services.ts'
import type { Clock, Env } from './env.ts'
import { countedBindings } from './http/counted-bindings.ts'
import { createGuard } from './http/outbound/guarded-fetch.ts'
import { createHostResolver, type ResolveHost } from './http/outbound/resolve-host.ts'
import { createCeilings } from './limits/ceilings.ts'
import { createContactCooldown } from './limits/contact-cooldown.ts'
import { createDenyCache, type DenyStore } from './limits/deny-cache.ts'
import { createGenerationCharges } from './limits/generation-charges.ts'
import { isAllowedNickname } from './limits/nickname-filter.ts'
import { countSubrequest } from './http/request-scope.ts'
import { fingerprintOf } from './http/signature.ts'
import { createTokenBuckets } from './limits/token-bucket.ts'
import { createWindowCounters } from './limits/window-counter.ts'
import { createMailer, type MailMode } from './mail/mailer.ts'
import { sendByBinding } from './mail/senders/binding.ts'
import { sendByResend } from './mail/senders/resend.ts'
import { createAlerts } from './operate/alerts.ts'
import { createCeilingAlert } from './operate/ceiling-alert.ts'
import { createRequestCounter } from './operate/count-requests.ts'
import { createCounts } from './operate/counts.ts'
import { measureStorage } from './operate/measure-storage.ts'
import { createOperations } from './operate/service.ts'
import { createTasks } from './operate/tasks.ts'
import { renderCard } from './render/card/card.ts'
import { createChannelCap } from './realtime/channel-cap.ts'
import { createChannels } from './realtime/channels.ts'
import { createSockets } from './realtime/gateway/sockets.ts'
import { drawFormat, type DrawFormat } from './render/formats/draw.ts'
import { drawPodium, type DrawPodium } from './render/formats/podium.ts'
import { markOf } from './graphics/metadata/mark.ts'
import { createFontLoader } from './graphics/script-fonts.ts'

export type Services = ReturnType<typeof compose>

/** What a test may bring instead of the real thing. */
export type Overrides = {
  clock?: Clock
  denyStore?: DenyStore
  artist?: Artist
  lookAt?: LookAtPhoto
  /** Reaches other people's services. */
  fetch?: typeof fetch
  /** Knows the addresses of their names. */
  resolveHost?: ResolveHost
  drawFormat?: DrawFormat
  pictures?: Pictures
  drawPodium?: DrawPodium
  /** Makes a key of a password. */
  deriveKey?: DeriveKey
  /** Takes work that no answer waits for. */
  defer?: (work: Promise<unknown>) => void
  /** Says when what was counted is written. */
  scheduleCounts?: (flush: () => Promise<void>) => void
  /** Sees every request the edge makes to the backend in this isolate. */
  watchBackend?: (request: Request) => void
}

/** For so long counts are kept in memory, so that a busy isolate writes them by one statement. */
const COUNTS_KEPT_MS = 10_000

/** How models look things up. */
const SEARCH_OF_MODELS = { kind: 'web', hl: DEFAULT_SEARCH_LANGUAGE, num: 10 } as const

/** The only place that sees both the environment and every service. */
export function compose(bindings: Env, overrides: Overrides = {}) {
  const env = countedBindings(bindings)
  const config = readConfig(env)
  const { projectId, publicUrl } = config
  const clock = overrides.clock ?? Date.now
  setWeights(createWeightsLoader(env.ASSETS))
  const artist = overrides.artist ?? createArtist()
  const loadFont = createFontLoader(env.ASSETS)

  const defer = overrides.defer ?? waitUntil
  const denied = createDenyCache({ store: overrides.denyStore ?? env.GATE, clock, later: defer })
  const later = (flush: () => Promise<void>) =>
    defer(new Promise((resolve) => setTimeout(resolve, COUNTS_KEPT_MS)).then(flush))
  const counts = createCounts({ db: env.DB, clock, schedule: overrides.scheduleCounts ?? later })
  const mail = createMailer({
    db: env.DB,
    clock,
    mode: mailMode(env, config),
    count: (outcome) => counts.add('mails', outcome),
  })
  const buckets = createTokenBuckets({ db: env.DB, clock, factor: config.auth.limitsFactor })
  const counters = createWindowCounters({ db: env.DB, clock })
  const alerts = createAlerts({
    db: env.DB,
    clock,
    mail,
    to: config.operate.alertEmails,
    link: `${publicUrl ?? ''}/admin/operations`,
  })
  const alert = createCeilingAlert({ alerts })
  const channels = createChannels(env.CHANNELS)
  const channelCap = createChannelCap({ db: env.DB, clock })
  const lists = createListCache({ clock, defer })
  const cardEvents = createCardEvents({ channels, defer })
  const cards = createCardsModule({
    db: env.DB,
    clock,
    votes: config.votes,
    denied,
    allowsName: isAllowedNickname,
    reviewsFaceless: config.reviewsFaceless,
    alert: (perDay) => defer(alert('vote', perDay)),
    events: {
      voted(vote) {
        lists.changed()
        cardEvents.voted(vote)
      },
      published(id) {
        lists.clear()
        cardEvents.published(id)
      },
    },
  })
  const schema = createSchemaCache(env.DB, clock, cards.tables)
  const storage = createStorageService({ files: env.FILES, clock, projectId, publicUrl, cleanPhoto })
  const ownFiles = createOwnFiles({ db: env.DB, storage, limits: config.ownFiles })
  const ceilings = createCeilings({ buckets, alert, later: defer })
  const budgets = createBudgets({ counters, clock, raw: config.raw, data: config.data.perHour })
  const reach: typeof fetch = overrides.fetch ?? ((input, init) => fetch(input, init))
  const send: typeof fetch = (input, init) => {
    countSubrequest()
    return reach(input, init)
  }
  const resolve = overrides.resolveHost ?? createHostResolver(config.data.resolverUrl, send)
  const guard = createGuard({ send, resolve, allowLoopback: config.data.allowLoopback })
  const data = createDataService({
    settings: config.data,
    storage,
    send,
    guard,
    browsers: env.BROWSER,
    clock,
    defer,
  })
  const forgetPerson = createForgetPerson({ db: env.DB, schema, removeFiles: ownFiles.removeAll })
  const backendServices = {
    config,
    auth: createAuthService({
      config,
      db: env.DB,
      clock,
      mail,
      buckets,
      ceilings,
      removeFiles: storage.remove,
      async forget(userId) {
        lists.clear()
        await forgetPerson(userId)
      },
      holdings: cards.holdings,
      derive: overrides.deriveKey,
    }),
    data,
    db: createDbService({
      db: env.DB,
      schema,
      projectId,
      clock,
      tables: cards.tables,
      acts: cards.acts,
      reads: {
        require: async (network) => {
          await budgets.requireLeft('rows', network)
          await budgets.requireLeft('allRows', EVERYBODY)
        },
        charge: (network, rows) => budgets.charge('rows', network, 'allRows', rows),
      },
    }),
    sql: createSqlService(env.DB, schema),
    realtime: createRealtimeService({
      channels,
      budgets,
      openChannel: async (network, channel) =>
        (await channels.isOpen(channel)) ? null : channelCap.take(network, channel, config.realtime.limitsFactor),
    }),
    storage,
    ownFiles,
    standingOf: cards.standingOf,
    ai: createAiService({
      storage,
      standingOf: cards.standingOf,
      guard,
      artist,
      markOf,
      settings: config.ai,
      calls: createCalls({
        spending: createSpending({
          db: env.DB,
          clock,
          counters,
          perDay: config.ai.perDay,
          alert: (kind, perDay) => defer(alert(kind, perDay)),
          generations: config.generations,
        }),
        timeoutMs: config.ai.timeoutMs,
        defer,
        bought: (kind, units) => counts.add('bought', kind, units),
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
    notifications: createNotificationService({
      mail,
      adminEmail: config.adminEmail,
      mailFrom: config.mail.from,
      ceilings,
    }),
    budgets,
  }
  const backendApp = createBackendApp(backendServices)

  const backend = createBackend({
    config,
    guard,
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
    fingerprint: (bytes) => fingerprintOf(config.visitorSecret, bytes as Uint8Array<ArrayBuffer>),
  }
  const pictures = overrides.pictures ?? createPictures({ backend, drawFormat: overrides.drawFormat ?? draw })
  const charges = createGenerationCharges({ db: env.DB, clock, limits: config.generations })
  const tasks = createTasks({ db: env.DB, clock })
  const sweepsAt = (now: number) => sweepTasks(cards.sweeps, { db: env.DB, storage, clock: () => now })
  const operations = createOperations({
    db: env.DB,
    clock,
    settings: config.operate,
    alerts,
    tasks,
    counts,
    readReports: () => readWaiting(backend.service(publicUrl ?? 'http://localhost')),
    scheduled: (now) => ({
      ...sweepsAt(now),
      storage: measureStorage({ db: env.DB, files: env.FILES, clock: () => now }),
    }),
  })
  const jobs = createGenerationJobs(env.JOBS as DurableObjectNamespace<GenerationJobBase>)
  const edge: EdgeServices = {
    config,
    clock,
    backend,
    live: createLive({ backend, lists, defer }),
    lists,
    fingerprint: drawing.fingerprint,
    sockets: createSockets({
      gateways: env.GATEWAYS,
      clock,
      capacity: config.realtime.socketsPerGateway,
      perNetwork: config.realtime.socketsPerNetwork,
      factor: config.realtime.limitsFactor,
    }),
    buckets,
    ceilings,
    counters,
    contactCooldown: createContactCooldown({
      // No mode relaxes it.
      buckets: createTokenBuckets({ db: env.DB, clock, factor: 1 }),
      denied,
      clock,
      cooldownMs: config.contact.cooldownMs,
    }),
    charges,
    jobs,
    pictures,
    podium: createPodiumPictures({
      backend,
      clock,
      pictures,
      drawPodium: overrides.drawPodium ?? drawPodium,
      cache: caches.default,
    }),
    drawCard: createCardDrawing(drawing),
    operations,
    readiness: createReadiness({
      clock,
      parts: {
        database: async () => env.DB.prepare('select 1').first(),
        files: async () => env.FILES.head('ready'),
        gate: async () => env.GATE.get('ready'),
        // A channel that never was: it answers, and keeps nothing.
        objects: async () => channels.crowd('ready'),
      },
    }),
  }
  return {
    edge,
    backendRoutes: createBackendRoutes(backendServices),
    countRequest: createRequestCounter({ counts, clock }),
    counts,
    steps: createJobSteps({
      ...drawing,
      charges,
      lookAt: overrides.lookAt ?? lookAtPhoto,
      counts,
      engine: config.ai.tasks.image.provider ?? 'embedded',
      forget: jobs.forget,
    }),
    /** Takes away what has had its time. @param now for when the run is meant */
    sweep: (now = clock()) => tasks.runAll(sweepsAt(now)),
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
