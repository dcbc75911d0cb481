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
  /** Takes work that no answer waits for. */
  later: (work: Promise<unknown>) => void
  /** Milliseconds that an answer waits for the store before the table alone decides. */
  patienceMs?: number
}

/** KV answers a read in tens of milliseconds; one that hangs must not hold every vote and message up. */
const PATIENCE_MS = 500
/** A write is not waited for, but work after the answer ends some time. */
const WRITE_MS = 10_000

/** KV keeps nothing for less than a minute. */
const MIN_TTL_SECONDS = 60

/** A refusal that is cached. */
export type Denial = {
  /** Milliseconds since 1970. */
  readonly until: number
  /** The request that caused it, where known: a repeat of the very same is not a second one. */
  readonly cause: string | null
}

/**
 * Negative cache (KV) in front of a table that decides: one key per refusal, its value the deadline in milliseconds
 * since 1970 and, behind a blank, its cause. It can let too much through but never refuses wrongly: stale, empty, down
 * or slow, the answer of the table stays exact. A repeat costs one read of KV and none of the database.
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

  /** @returns the refusals whose deadlines lie ahead, by key, in the order of `keys` */
  async getDenials(keys: readonly string[]): Promise<ReadonlyMap<string, Denial>> {
    const values = await this.read(keys)
    const now = this.clock()
    return new Map(
      keys.map((key) => [key, parseDenial(values.get(key) ?? '0')] as const).filter(([, { until }]) => until > now),
    )
  }

  /** Stores a deadline after the answer. Losing it costs one more look into the table, nothing else. */
  deny(key: string, until: number, cause: string | null = null): void {
    this.later(this.put(key, until, cause))
  }

  /** Takes refusals back. */
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
