import { setWeights } from './artist/vision/nets.ts'
import { createWeightsLoader } from './artist/vision/served-weights.ts'
import { Calls } from './backend/ai/calls.ts'
import { createPaidSearch } from './backend/ai/paid-search.ts'
import { createProviderFetch } from './backend/ai/provider-fetch.ts'
import { AiService } from './backend/ai/service.ts'
import { Spending } from './backend/ai/spending.ts'
import { AnalyticsService } from './backend/analytics/service.ts'
import { createBackendApp, createBackendRoutes } from './backend/app.ts'
import { AuthService } from './backend/auth/service.ts'
import { joinHoldings } from './backend/auth/user.ts'
import { Budgets } from './backend/budgets.ts'
import { CardEvents } from './backend/cards/card-events.ts'
import { createCardsModule } from './backend/cards/module.ts'
import { DataService } from './backend/data/service.ts'
import { SchemaCache } from './backend/db/schema.ts'
import { DbService } from './backend/db/service.ts'
import { SqlService } from './backend/db/sql-service.ts'
import { forgetPerson } from './backend/forget-person.ts'
import { createLeaguesModule } from './backend/leagues/module.ts'
import { NotificationService } from './backend/notifications/service.ts'
import { RealtimeService } from './backend/realtime/service.ts'
import { OwnFiles } from './backend/storage/own-files.ts'
import { StorageService } from './backend/storage/service.ts'
import { sweepTasks } from './backend/sweep.ts'
import { type Overrides, withDefaults } from './compose/overrides.ts'
import { readConfig } from './config.ts'
import { Backend } from './edge/backend.ts'
import { ListCache } from './edge/cards/list-cache.ts'
import type { GenerationJobBase } from './edge/generations/job.ts'
import { GenerationJobs } from './edge/generations/jobs.ts'
import { GenerationSteps } from './edge/generations/steps.ts'
import { createLeaguePrints } from './edge/leagues/prints.ts'
import { Live } from './edge/live/live.ts'
import { getPlatformParts, ReadinessService } from './edge/operate/readiness.ts'
import { drawEdition } from './edge/pictures/drawing.ts'
import { CardPictures } from './edge/pictures/pictures.ts'
import { PodiumPictures } from './edge/pictures/podium.ts'
import { readWaiting } from './edge/reports/waiting.ts'
import type { EdgeServices } from './edge/services.ts'
import type { Env } from './env.ts'
import { readArtMetadata } from './graphics/metadata/art-metadata.ts'
import { Guard } from './http/outbound/guarded-fetch.ts'
import { Ceilings } from './limits/ceilings.ts'
import { ContactCooldown } from './limits/contact-cooldown.ts'
import { DenyCache } from './limits/deny-cache.ts'
import { GenerationCharges, isKnownGeneration } from './limits/generation-charges.ts'
import { isAllowedNickname } from './limits/nickname-filter.ts'
import { TokenBuckets } from './limits/token-bucket.ts'
import { WindowCounters } from './limits/window-counter.ts'
import { getMailMode } from './mail/mail-mode.ts'
import { Mailer } from './mail/mailer.ts'
import { Alerts } from './operate/alerts.ts'
import { Operations } from './operate/service.ts'
import { Tasks } from './operate/tasks.ts'
import { ChannelCap } from './realtime/channel-cap.ts'
import { Channels } from './realtime/channels.ts'
import { Sockets } from './realtime/gateway/sockets.ts'

export type { Overrides } from './compose/overrides.ts'

export type Services = ReturnType<typeof compose>

/** The only place that sees both the environment and every service. */
export function compose(env: Env, overrides: Overrides = {}) {
  const base = composeBase(env, overrides)
  setWeights(createWeightsLoader(env.ASSETS))
  const { services, ...core } = composeBackend(base)
  const backendApp = createBackendApp(services)
  const backend = new Backend({
    ...base,
    local: async (request) => {
      overrides.watchBackend?.(request.clone())
      return backendApp.fetch(request, env)
    },
  })
  return {
    ...composeEdge({ ...base, ...core, backend }, overrides),
    backendRoutes: createBackendRoutes(services),
  }
}

type Base = ReturnType<typeof composeBase>

/** Composes the shared services: settings, time, limits, mail and outgoing requests. */
function composeBase(env: Env, overrides: Overrides) {
  const config = readConfig(env)
  const parts = withDefaults(overrides, env, config)
  const { clock, defer, send, resolve } = parts
  const { projectId, publicUrl, data, operate } = config
  const { allowLoopback } = data
  const context = { db: env.DB, clock, defer }
  const buckets = new TokenBuckets({ ...context, factor: config.auth.limitsFactor })
  const counters = new WindowCounters(context)
  const mail = new Mailer({ ...context, mode: getMailMode(env, config) })
  return {
    ...parts,
    ...context,
    env,
    config,
    projectId,
    publicUrl,
    buckets,
    counters,
    mail,
    ceilings: new Ceilings({ buckets }),
    budgets: new Budgets({ counters, clock, raw: config.raw, data: data.perHour }),
    denied: new DenyCache({ store: parts.denyStore, clock, later: defer }),
    guard: new Guard({ send, resolve, allowLoopback }),
    reach: createProviderFetch({ send, resolve, allowLoopback }),
    alerts: new Alerts({ ...context, mail, to: operate.alertEmails, link: `${publicUrl ?? ''}/admin` }),
    channels: new Channels(env.CHANNELS),
    channelCap: new ChannelCap(context),
    lists: new ListCache(context),
  }
}

/** Composes the services of the backend, with the product's rules for its cards and leagues. */
function composeBackend(base: Base) {
  const { env, config, db, clock, defer, lists, budgets, lookAt } = base
  const cleanPhoto = async (bytes: Uint8Array) => (await import('./photo/clean-photo.ts')).cleanPhoto(bytes)
  const storage = new StorageService({ ...base, files: env.FILES, cleanPhoto })
  const ownFiles = new OwnFiles({ db, storage, limits: config.ownFiles })
  const cards = createCardsModule({
    ...base,
    votes: config.votes,
    allowsName: isAllowedNickname,
    reviewsFaceless: config.reviewsFaceless,
    events: new CardEvents(base),
    art: { ...base, files: storage, budget: budgets.forKind('saves') },
  })
  const leagues = createLeaguesModule(base)
  const tables = { ...cards.tables, ...leagues.tables }
  const schema = new SchemaCache(db, clock, tables)
  const data = new DataService({ ...base, settings: config.data, storage, browsers: env.BROWSER })
  const { getFileVisibility } = cards
  const services = {
    config,
    data,
    storage,
    ownFiles,
    getFileVisibility,
    mail: base.mail,
    budgets,
    auth: new AuthService({
      ...base,
      removeFiles: (paths) => storage.remove(paths),
      async forget(userId) {
        lists.clear()
        await forgetPerson({ db, schema, removeFiles: (id) => ownFiles.removeAll(id) }, userId)
      },
      holdings: joinHoldings([cards.holdings, leagues.holdings]),
    }),
    db: new DbService({ ...base, schema, tables, handlers: cards.handlers, reads: budgets.forRows() }),
    sql: new SqlService(db, schema),
    realtime: new RealtimeService({
      ...base,
      factor: config.realtime.limitsFactor,
      isCard: cards.exists,
      isLeague: leagues.exists,
      isGeneration: (id) => isKnownGeneration(db, id),
    }),
    ai: new AiService({
      ...base,
      storage,
      getFileVisibility,
      readArtMetadata,
      showsOneFace: async (photo) => (await import('./artist/look.ts')).showsOneFace(lookAt, photo),
      settings: config.ai,
      calls: new Calls({
        spending: new Spending({ ...base, perDay: config.ai.perDay, generations: config.generations }),
        timeoutMs: config.ai.timeoutMs,
        defer,
      }),
      providers: {
        reach: base.reach,
        run: env.AI === undefined ? null : (model, input) => env.AI!.run(model, input),
      },
      web: createPaidSearch(data.search, budgets),
    }),
    analytics: new AnalyticsService({ ...base, secret: config.visitorSecret, dataset: env.ANALYTICS }),
    notifications: new NotificationService({ ...base, adminEmail: config.adminEmail, mailFrom: config.mail.from }),
  }
  return { services, storage, sweeps: { ...cards.sweeps, ...leagues.sweeps } }
}

type EdgeBase = Base & Omit<ReturnType<typeof composeBackend>, 'services'> & { readonly backend: Backend }

/** Composes the services of the edge's routes, of generations and of scheduled tasks. */
function composeEdge(base: EdgeBase, overrides: Overrides) {
  const { env, config, db, clock, backend, storage, sweeps, publicUrl } = base
  const { socketsPerGateway: capacity, socketsPerNetwork: perNetwork, limitsFactor: factor } = config.realtime
  const pictures = overrides.pictures ?? new CardPictures(base)
  const charges = new GenerationCharges({ ...base, limits: config.generations })
  const jobs = new GenerationJobs(env.JOBS as DurableObjectNamespace<GenerationJobBase>, (id) =>
    isKnownGeneration(db, id),
  )
  const tasks = new Tasks(base)
  const scheduled = (now: number) => sweepTasks(sweeps, { db, storage, clock: () => now })
  const readReports = () => readWaiting(backend.service(publicUrl ?? 'http://localhost'))
  const edge: EdgeServices = {
    config,
    clock,
    backend,
    lists: base.lists,
    fingerprint: base.fingerprint,
    buckets: base.buckets,
    ceilings: base.ceilings,
    counters: base.counters,
    charges,
    jobs,
    pictures,
    live: new Live(base),
    sockets: new Sockets({ clock, gateways: env.GATEWAYS, capacity, perNetwork, factor }),
    contactCooldown: new ContactCooldown({
      ...base,
      // No mode relaxes the cooldown.
      buckets: new TokenBuckets({ db, clock, factor: 1 }),
      cooldownMs: config.contact.cooldownMs,
    }),
    podium: new PodiumPictures({ ...base, pictures }),
    leaguePrints: createLeaguePrints({ ...base, pictures, draw: base.drawLeaguePrint }),
    drawCard: (order) => drawEdition(base, order),
    drawAwarded: base.drawAwarded,
    drawDuel: base.drawDuel,
    operations: new Operations({ ...base, settings: config.operate, tasks, readReports, scheduled }),
    readiness: new ReadinessService({ clock, parts: getPlatformParts(env, base.channels) }),
  }
  return {
    edge,
    steps: new GenerationSteps({ ...base, charges, forget: (id) => jobs.forget(id) }),
    /** Runs the cleanup tasks of the cron trigger. @param now the time for which the run is scheduled */
    sweep: (now = clock()) => tasks.runAll(scheduled(now)),
  }
}

const composed = new WeakMap<Env, Services>()

/** Services hold no request state, so one set serves the whole isolate. */
export function servicesFor(env: Env): Services {
  const services = composed.get(env) ?? compose(env)
  composed.set(env, services)
  return services
}
