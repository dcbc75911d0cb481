import type { Config } from '#worker/config.ts'
import type { Clock } from '#worker/env.ts'
import type { Ceilings } from '#worker/limits/ceilings.ts'
import type { ContactCooldown } from '#worker/limits/contact-cooldown.ts'
import type { ListCache } from './cards/list-cache.ts'
import type { GenerationCharges } from '#worker/limits/generation-charges.ts'
import type { TokenBuckets } from '#worker/limits/token-bucket.ts'
import type { WindowCounters } from '#worker/limits/window-counter.ts'
import type { Operations } from '#worker/operate/service.ts'
import type { Sockets } from '#worker/realtime/gateway/sockets.ts'
import type { DrawDuel } from '#worker/render/formats/league/duel.ts'
import type { DrawAwarded } from '#worker/render/formats/awarded.ts'
import type { Backend } from './backend.ts'
import type { DrawCard, DrawingDeps } from './pictures/drawing.ts'
import type { GenerationJobs } from './generations/jobs.ts'
import type { ReadinessService } from './operate/readiness.ts'
import type { Pictures } from './pictures/pictures.ts'
import type { LeaguePrints } from './leagues/prints.ts'
import type { PodiumPictures } from './pictures/podium.ts'
import type { Live } from './live/live.ts'

/** The services of the edge's routes. */
export type EdgeServices = {
  config: Config
  clock: Clock
  backend: Backend
  sockets: Sockets
  jobs: GenerationJobs
  live: Live
  lists: ListCache
  pictures: Pictures
  podium: PodiumPictures
  leaguePrints: LeaguePrints
  drawCard: DrawCard
  drawAwarded: DrawAwarded
  drawDuel: DrawDuel
  contactCooldown: ContactCooldown
  buckets: TokenBuckets
  ceilings: Ceilings
  counters: WindowCounters
  charges: GenerationCharges
  readiness: ReadinessService
  /** Scheduled tasks and alert emails to the operators. */
  operations: Operations
  /** Computes the keyed hash that identifies a picture. */
  fingerprint: DrawingDeps['fingerprint']
}
