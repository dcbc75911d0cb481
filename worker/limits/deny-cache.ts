import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import { within } from '#worker/http/within.ts'

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
  /** How many milliseconds an answer waits for the store before the table alone decides. */
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
export function createDenyCache({ store, clock, later, patienceMs = PATIENCE_MS }: DenyCacheDeps) {
  async function put(key: string, until: number, cause: string | null = null): Promise<void> {
    const value = cause === null ? String(until) : `${until} ${cause}`
    const expirationTtl = Math.ceil(Math.max((until - clock()) / 1000, MIN_TTL_SECONDS))
    try {
      await within(WRITE_MS, store.put(key, value, { expirationTtl }))
    } catch (thrown) {
      log.info('deny cache not writable', { cause: describeError(thrown) })
    }
  }

  async function read(keys: readonly string[]): Promise<Map<string, string | null>> {
    try {
      return await within(patienceMs, store.get([...keys]))
    } catch (thrown) {
      log.info('deny cache not readable', { cause: describeError(thrown) })
      return new Map()
    }
  }

  return {
    /** @returns the refusals whose deadlines lie ahead, by key, in the order of `keys` */
    async denialsOf(keys: readonly string[]): Promise<ReadonlyMap<string, Denial>> {
      const values = await read(keys)
      const now = clock()
      return new Map(
        keys.map((key) => [key, denialOf(values.get(key) ?? '0')] as const).filter(([, { until }]) => until > now),
      )
    },

    /** Stores a deadline after the answer. Losing it costs one more look into the table, nothing else. */
    deny(key: string, until: number, cause: string | null = null): void {
      later(put(key, until, cause))
    },

    /** Takes refusals back. */
    async allow(keys: readonly string[]): Promise<void> {
      await Promise.all(keys.map((key) => put(key, 0)))
    },
  }
}

function denialOf(value: string): Denial {
  const [until, cause = null] = value.split(' ')
  return { until: Number(until), cause }
}

export type DenyCache = ReturnType<typeof createDenyCache>
