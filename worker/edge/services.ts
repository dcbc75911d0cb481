import type { Config } from '#worker/config.ts'
import type { Clock } from '#worker/env.ts'
import type { Attempts } from '#worker/limits/attempts.ts'
import type { ContactGate } from '#worker/limits/contact-gate.ts'
import type { GenerationQuota } from '#worker/limits/generation-quota.ts'
import type { RedrawQuota } from '#worker/limits/redraw-quota.ts'
import type { VoteGate } from '#worker/limits/vote-gate.ts'
import type { Sockets } from '#worker/realtime/sockets.ts'
import type { Backend } from './backend.ts'
import type { DrawCard } from './drawing.ts'
import type { GenerationJobs } from './generations/jobs.ts'
import type { Pictures } from './pictures/pictures.ts'
import type { Live } from './live.ts'

/** What the edge's routes work with. */
export type EdgeServices = {
  config: Config
  clock: Clock
  backend: Backend
  sockets: Sockets
  jobs: GenerationJobs
  live: Live
  pictures: Pictures
  drawCard: DrawCard
  voteGate: VoteGate
  contactGate: ContactGate
  attempts: Attempts
  quota: GenerationQuota
  /** Of a network instead of a visitor; null while a card costs nothing. */
  networkQuota: GenerationQuota | null
  redraws: RedrawQuota
}
