import { lookAtPhoto } from './artist/look.ts'
import { setWeights } from './artist/vision/nets.ts'
import { createWeightsLoader } from './artist/vision/served-weights.ts'
import { createBackendApp, createBackendRoutes } from './backend/app.ts'
import { sweepTasks } from './backend/sweep.ts'
import type { Config } from './config.ts'
import { createBackend } from './edge/backend.ts'
import { createListCache } from './edge/cards/list-cache.ts'
import type { GenerationJobBase } from './edge/generations/job.ts'
import { createGenerationJobs } from './edge/generations/jobs.ts'
import { createJobSteps } from './edge/generations/steps.ts'
import { createLive } from './edge/live/live.ts'
import { createReadiness } from './edge/operate/readiness.ts'
import { SITE_NAME } from './edge/pages/head.ts'
import { type DrawingDeps, createCardDrawing } from './edge/pictures/drawing.ts'
import { createPictures } from './edge/pictures/pictures.ts'
import { createPodiumPictures } from './edge/pictures/podium.ts'
import { readWaiting } from './edge/reports/waiting.ts'
import type { EdgeServices } from './edge/services.ts'
import type { Env } from './env.ts'
import { createContactCooldown } from './limits/contact-cooldown.ts'
import { createGenerationCharges, isKnownGeneration } from './limits/generation-charges.ts'
import { createTokenBuckets } from './limits/token-bucket.ts'
import { createOperations } from './operate/service.ts'
import { createTasks } from './operate/tasks.ts'
import { createSockets } from './realtime/gateway/sockets.ts'
import { type DrawFormat, drawFormat } from './render/formats/draw.ts'
import { drawPodium } from './render/formats/podium.ts'
import { composeBackend } from './compose/backend.ts'
import { composeBase } from './compose/base.ts'
import type { Overrides } from './compose/overrides.ts'

export type { Overrides } from './compose/overrides.ts'

export type Services = ReturnType<typeof compose>

/** The only place that sees both the environment and every service. */
export function compose(bindings: Env, overrides: Overrides = {}) {
  const base = composeBase(bindings, overrides)
  const { env, config, clock, defer, loadFont, denied, buckets, ceilings, counters, channels } = base
  setWeights(createWeightsLoader(env.ASSETS))
  const lists = createListCache({ clock, defer })
  const { cards, storage, services } = composeBackend(base, lists, overrides)
  const backendApp = createBackendApp(services)

  const backend = createBackend({
    config,
    guard: base.guard,
    local: async (request) => {
      overrides.watchBackend?.(request.clone())
      return backendApp.fetch(request, env)
    },
  })
  const draw: DrawFormat = (format, card) => drawFormat(format, card, { site: siteOf(config), loadFont })
  const drawing: DrawingDeps = {
    backend,
    clock,
    drawCardFile: base.drawCardFile,
    fingerprint: base.fingerprint,
  }
  const pictures = overrides.pictures ?? createPictures({ backend, drawFormat: overrides.drawFormat ?? draw })
  const charges = createGenerationCharges({ db: env.DB, clock, limits: config.generations })
  const tasks = createTasks({ db: env.DB, clock })
  const sweepsAt = (now: number) => sweepTasks(cards.sweeps, { db: env.DB, storage, clock: () => now })
  const operations = createOperations({
    clock,
    settings: config.operate,
    alerts: base.alerts,
    tasks,
    readReports: () => readWaiting(backend.service(config.publicUrl ?? 'http://localhost')),
    scheduled: sweepsAt,
  })
  const jobs = createGenerationJobs(env.JOBS as DurableObjectNamespace<GenerationJobBase>, (id) =>
    isKnownGeneration(env.DB, id),
  )
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
      cache: overrides.cache ?? caches.default,
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
    backendRoutes: createBackendRoutes(services),
    steps: createJobSteps({
      ...drawing,
      charges,
      lookAt: overrides.lookAt ?? lookAtPhoto,
      forget: jobs.forget,
    }),
    /** Takes away what has had its time. @param now for when the run is meant */
    sweep: (now = clock()) => tasks.runAll(sweepsAt(now)),
  }
}

/** The site's name as a person would type it. Only what is configured: a request may name any host it likes. */
const siteOf = ({ publicUrl }: Config): string => (publicUrl === null ? SITE_NAME : new URL(publicUrl).host)

const composed = new WeakMap<Env, Services>()

/** Services hold no request state, so one set serves the whole isolate. */
export function servicesFor(env: Env): Services {
  const services = composed.get(env) ?? compose(env)
  composed.set(env, services)
  return services
}
