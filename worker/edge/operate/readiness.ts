import type { Clock } from '#worker/env.ts'
import { describeError } from '#worker/http/log.ts'
import { within } from '#worker/http/within.ts'

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

/** A part that takes longer serves no page either. */
const TIMEOUT_MS = 5_000
/** How long a result is given to others: the route is public, and each check costs four calls. */
const KEPT_MS = 5_000

/** Asks every part of the platform that the site depends on. */
export function createReadiness({ parts, clock, timeoutMs = TIMEOUT_MS }: ReadinessDeps) {
  let last: { readonly at: number; readonly result: Promise<Readiness> } | null = null

  /** Asks all parts at once. Never rejects. */
  async function ask(): Promise<Readiness> {
    const states = await Promise.all(
      Object.entries(parts).map(async ([name, part]) => [name, await stateOf(part, timeoutMs)] as const),
    )
    return { ok: states.every(([, { ok }]) => ok), parts: Object.fromEntries(states) }
  }

  return {
    ask,
    /** At most one question of all parts in five seconds, however many callers there are. */
    recent(): Promise<Readiness> {
      if (last === null || clock() - last.at >= KEPT_MS) last = { at: clock(), result: ask() }
      return last.result
    },
  }
}

export type ReadinessService = ReturnType<typeof createReadiness>

async function stateOf(part: Ask, timeoutMs: number): Promise<PartState> {
  const started = performance.now()
  const msOf = () => Math.round(performance.now() - started)
  try {
    await within(timeoutMs, part())
    return { ok: true, ms: msOf() }
  } catch (thrown) {
    return { ok: false, ms: msOf(), error: describeError(thrown) }
  }
}
