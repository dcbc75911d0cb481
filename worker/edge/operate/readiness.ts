import type { Clock, Env } from '#worker/env.ts'
import { describeError } from '#worker/http/log.ts'
import { withTimeout } from '#worker/http/with-timeout.ts'
import type { Channels } from '#worker/realtime/channels.ts'

/** One part of the platform: resolves when it answers. What it answers does not matter. */
export type Ask = () => Promise<unknown>

export type PartState = {
  readonly ok: boolean
  /** Milliseconds until it answered or was given up. */
  readonly ms: number
  /** The failure, without addresses. */
  readonly error?: string
}

export type Readiness = { readonly ok: boolean; readonly parts: Readonly<Record<string, PartState>> }

export type ReadinessDeps = {
  /** By the name each is shown with. */
  readonly parts: Readonly<Record<string, Ask>>
  readonly clock: Clock
  readonly timeoutMs?: number
}

/**
 * The parts of the platform that the site depends on.
 *
 * @example
 * const readiness = new ReadinessService({ clock, parts: getPlatformParts(env, channels) })
 */
export const getPlatformParts = (env: Env, channels: Pick<Channels, 'crowd'>): ReadinessDeps['parts'] => ({
  database: async () => env.DB.prepare('select 1').first(),
  files: async () => env.FILES.head('ready'),
  gate: async () => env.GATE.get('ready'),
  // A channel that never was: it answers, and keeps nothing.
  objects: async () => channels.crowd('ready'),
})

/** A part that takes longer serves no page either. */
const TIMEOUT_MS = 5_000
/** Cache time of a result for others: the route is public, and each check costs four calls. */
const CACHE_MS = 5_000

/** Asks every part of the platform that the site depends on. */
export class ReadinessService {
  private readonly parts: Readonly<Record<string, Ask>>
  private readonly clock: Clock
  private readonly timeoutMs: number
  private last: { readonly at: number; readonly result: Promise<Readiness> } | null = null

  constructor({ parts, clock, timeoutMs = TIMEOUT_MS }: ReadinessDeps) {
    this.parts = parts
    this.clock = clock
    this.timeoutMs = timeoutMs
  }

  /** Asks all parts at once. Never rejects. */
  async ask(): Promise<Readiness> {
    const states = await Promise.all(
      Object.entries(this.parts).map(async ([name, part]) => [name, await checkPart(part, this.timeoutMs)] as const),
    )
    return { ok: states.every(([, { ok }]) => ok), parts: Object.fromEntries(states) }
  }

  /** At most one question of all parts in five seconds, however many callers there are. */
  recent(): Promise<Readiness> {
    if (this.last === null || this.clock() - this.last.at >= CACHE_MS)
      this.last = { at: this.clock(), result: this.ask() }
    return this.last.result
  }
}

async function checkPart(part: Ask, timeoutMs: number): Promise<PartState> {
  const started = performance.now()
  const getElapsedMs = () => Math.round(performance.now() - started)
  try {
    await withTimeout(timeoutMs, part())
    return { ok: true, ms: getElapsedMs() }
  } catch (thrown) {
    return { ok: false, ms: getElapsedMs(), error: describeError(thrown) }
  }
}
