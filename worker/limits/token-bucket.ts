import { AppError } from '#shared/client/errors.ts'
import { retryAfterSeconds } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'
import { noteLimit } from '#worker/http/request-scope.ts'

/** So many tokens in so many seconds: all at once, then one at a time as the bucket fills again. */
export type Rate = { readonly times: number; readonly seconds: number }

/** An empty bucket, and in how many milliseconds it holds a token again. */
export type EmptyBucket = { readonly key: string; readonly waitMs: number }

export type TokenBucketsDeps = {
  db: D1Database
  clock: Clock
  /** What every rate is multiplied by. */
  factor: number
}

/** Of several keys all have a token, or none gives one. */
const TAKE = `insert into token_buckets (key, full_at) select value, ?2 + ?3 from json_each(?1)
  where not exists (select 1 from token_buckets where key in (select value from json_each(?1)) and full_at > ?4)
  on conflict (key) do update set full_at = max(full_at, ?2) + ?3`

const EMPTY = `select key, full_at from token_buckets where key in (select value from json_each(?1)) and full_at > ?2`

const GIVE_BACK = `update token_buckets set full_at = full_at - ?2 where key in (select value from json_each(?1))`

/**
 * Token buckets in D1, as GCRA (https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm): one row per key with the time
 * at which the bucket is full again. Taking is one conditional statement, so of any number of parallel calls exactly
 * the allowed ones pass.
 */
export function createTokenBuckets({ db, clock, factor }: TokenBucketsDeps) {
  const inMs = ({ times, seconds }: Rate) => {
    const windowMs = seconds * 1000
    const stepMs = Math.ceil(windowMs / (times * factor))
    return { stepMs, slackMs: windowMs - stepMs }
  }

  /** Takes one token of each key. @returns null, or the buckets that are empty: then nothing was taken */
  async function takeAll(keys: readonly string[], rate: Rate): Promise<readonly EmptyBucket[] | null> {
    const now = clock()
    const { stepMs, slackMs } = inMs(rate)
    const list = JSON.stringify(keys)
    const [empty] = await db.batch<{ key: string; full_at: number }>([
      db.prepare(EMPTY).bind(list, now + slackMs),
      db.prepare(TAKE).bind(list, now, stepMs, now + slackMs),
    ])
    const { results } = empty!
    if (results.length === 0) return null
    return results.map((row) => ({ key: row.key, waitMs: row.full_at - slackMs - now }))
  }

  return {
    takeAll,

    /** Takes one token. @returns null, or in how many milliseconds there is one */
    async take(key: string, rate: Rate): Promise<number | null> {
      const empty = await takeAll([key], rate)
      return empty === null ? null : empty[0]!.waitMs
    },

    /** Puts a token of each key back: what it was taken for did not happen, or needs none. */
    async giveBack(keys: readonly string[], rate: Rate): Promise<void> {
      await db.prepare(GIVE_BACK).bind(JSON.stringify(keys), inMs(rate).stepMs).run()
    },
  }
}

export type TokenBuckets = ReturnType<typeof createTokenBuckets>

/** Takes one token. @throws AppError `RATE_LIMITED`, with the default message of that code or another */
export async function requireToken(
  buckets: Pick<TokenBuckets, 'take'>,
  key: string,
  rate: Rate,
  message?: string,
): Promise<void> {
  const waitMs = await buckets.take(key, rate)
  if (waitMs === null) return
  noteLimit(limitOf(key))
  throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: retryAfterSeconds(waitMs) })
}

/** What a bucket may be kept for. What follows in its key says whose it is. */
const KEPT_FOR: ReadonlySet<string> = new Set(['all', 'network', 'account', 'guess', 'known'])

/** What a bucket limits, without whose it is: `contact:network` of `contact:network:…`. */
function limitOf(key: string): string {
  const [act, keptFor] = key.split(':')
  return keptFor !== undefined && KEPT_FOR.has(keptFor) ? `${act}:${keptFor}` : act!
}
