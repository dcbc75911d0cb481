import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import { withTimeout } from '#worker/http/with-timeout.ts'

/** The part of KV that a deny cache uses. */
export type DenyStore = {
  get(keys: string[]): Promise<Map<string, string | null>>
  put(key: string, value: string, options: { expirationTtl: number }): Promise<void>
}

export type DenyCacheDeps = {
  store: DenyStore
  clock: Clock
  /** Runs work after the response (`waitUntil`). */
  later: (work: Promise<unknown>) => void
  /** Timeout of a read in milliseconds. After it, the table alone decides. */
  patienceMs?: number
}

/** KV reads take tens of milliseconds. A hanging read must not delay every vote and message. */
const PATIENCE_MS = 500
/** No response waits for a write, but background work needs a timeout too. */
const WRITE_MS = 10_000

/** KV accepts no TTL below a minute. */
const MIN_TTL_SECONDS = 60

/** A cached refusal. */
export type Denial = {
  /** Milliseconds since 1970. */
  readonly until: number
  /** The request that caused it, if known. It lets the caller recognize a retry of that request. */
  readonly cause: string | null
}

/**
 * Negative cache in KV in front of an authoritative table. Each key is one refusal. Its value is the deadline in
 * milliseconds since 1970 and, after a space, the cause. A stale or unavailable cache never refuses wrongly, because the
 * table then decides. A repeated request costs one KV read and no database read.
 */
export class DenyCache {
  private readonly store: DenyStore
  private readonly clock: Clock
  private readonly later: (work: Promise<unknown>) => void
  private readonly patienceMs: number

  constructor({ store, clock, later, patienceMs = PATIENCE_MS }: DenyCacheDeps) {
    this.store = store
    this.clock = clock
    this.later = later
    this.patienceMs = patienceMs
  }

  /** @returns the active refusals by key, in the order of `keys` */
  async getDenials(keys: readonly string[]): Promise<ReadonlyMap<string, Denial>> {
    const values = await this.read(keys)
    const now = this.clock()
    return new Map(
      keys.map((key) => [key, parseDenial(values.get(key) ?? '0')] as const).filter(([, { until }]) => until > now),
    )
  }

  /** Stores a deadline after the response. A lost write costs only another read of the table. */
  deny(key: string, until: number, cause: string | null = null): void {
    this.later(this.put(key, until, cause))
  }

  /** Revokes refusals. */
  async allow(keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.put(key, 0)))
  }

  private async put(key: string, until: number, cause: string | null = null): Promise<void> {
    const value = cause === null ? String(until) : `${until} ${cause}`
    const expirationTtl = Math.ceil(Math.max((until - this.clock()) / 1000, MIN_TTL_SECONDS))
    try {
      await withTimeout(WRITE_MS, this.store.put(key, value, { expirationTtl }))
    } catch (thrown) {
      log.info('deny cache not writable', { cause: describeError(thrown) })
    }
  }

  private async read(keys: readonly string[]): Promise<Map<string, string | null>> {
    try {
      return await withTimeout(this.patienceMs, this.store.get([...keys]))
    } catch (thrown) {
      log.info('deny cache not readable', { cause: describeError(thrown) })
      return new Map()
    }
  }
}

function parseDenial(value: string): Denial {
  const [until, cause = null] = value.split(' ')
  return { until: Number(until), cause }
}
