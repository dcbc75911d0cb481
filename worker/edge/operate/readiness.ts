import type { Clock, Env } from '#worker/env.ts'
import { describeError } from '#worker/http/log.ts'
import { withTimeout } from '#worker/http/with-timeout.ts'
import type { Channels } from '#worker/realtime/channels.ts'

/** Checks one part of the platform. Resolves when it responds, with any result. */
export type Probe = () => Promise<unknown>

export type PartState = {
  readonly ok: boolean
  /** Milliseconds until the response or the timeout. */
  readonly ms: number
  /** The error, without addresses. */
  readonly error?: string
}

export type Readiness = { readonly ok: boolean; readonly parts: Readonly<Record<string, PartState>> }

export type ReadinessDeps = {
  /** The parts by display name. */
  readonly parts: Readonly<Record<string, Probe>>
  readonly clock: Clock
  readonly timeoutMs?: number
}

/**
 * Returns the checks for the platform services that the site depends on.
 *
 * @example
 * const readiness = new ReadinessService({ clock, parts: getPlatformParts(env, channels) })
 */
export const getPlatformParts = (env: Env, channels: Pick<Channels, 'getCrowd'>): ReadinessDeps['parts'] => ({
  database: async () => env.DB.prepare('select 1').first(),
  files: async () => env.FILES.head('ready'),
  gate: async () => env.GATE.get('ready'),
  // This channel was never opened, so the object responds without storing anything.
  objects: async () => channels.getCrowd('ready'),
})

/** A part slower than this could not serve pages either. */
const TIMEOUT_MS = 5_000
/** Cache time of results for public callers, because each check costs four calls. */
const CACHE_MS = 5_000

/** Checks every platform service that the site depends on. */
export class ReadinessService {
  private readonly parts: Readonly<Record<string, Probe>>
  private readonly clock: Clock
  private readonly timeoutMs: number
  private last: { readonly at: number; readonly result: Promise<Readiness> } | null = null

  constructor({ parts, clock, timeoutMs = TIMEOUT_MS }: ReadinessDeps) {
    this.parts = parts
    this.clock = clock
    this.timeoutMs = timeoutMs
  }

  /** Checks all parts in parallel. Never rejects. */
  async ask(): Promise<Readiness> {
    const states = await Promise.all(
      Object.entries(this.parts).map(async ([name, part]) => [name, await checkPart(part, this.timeoutMs)] as const),
    )
    return { ok: states.every(([, { ok }]) => ok), parts: Object.fromEntries(states) }
  }

  /** Returns a result that is at most five seconds old, shared by all callers. */
  recent(): Promise<Readiness> {
    if (this.last === null || this.clock() - this.last.at >= CACHE_MS)
      this.last = { at: this.clock(), result: this.ask() }
    return this.last.result
  }
}

async function checkPart(part: Probe, timeoutMs: number): Promise<PartState> {
  const started = performance.now()
  const getElapsedMs = () => Math.round(performance.now() - started)
  try {
    await withTimeout(timeoutMs, part())
    return { ok: true, ms: getElapsedMs() }
  } catch (thrown) {
    return { ok: false, ms: getElapsedMs(), error: describeError(thrown) }
  }
}
