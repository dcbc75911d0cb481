import { AppError } from '#shared/client/errors.ts'
import { retryAfterSeconds } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'
import { noteLimit } from '#worker/http/request-scope.ts'

/** Number of tokens per number of seconds: all at once, then one at a time as the bucket fills again. */
export type Rate = { readonly times: number; readonly seconds: number }

/** An empty bucket, and in how many milliseconds it holds a token again. */
export type EmptyBucket = { readonly key: string; readonly waitMs: number }

export type TokenBucketsDeps = {
  db: D1Database
  clock: Clock
  /** The factor of every rate. */
  factor: number
}

/** A token to take: of which bucket, and the bucket's rate. */
export type Taking = { readonly key: string; readonly rate: Rate }

/** Takings that have no token, with the time at which their bucket is full. `?1`: the takings, `?2`: now. */
const EMPTY = `select bucket.key, bucket.full_at, taking.value ->> 'slack' as slack
  from json_each(?1) taking join token_buckets bucket on bucket.key = taking.value ->> 'key'
  where bucket.full_at > ?2 + (taking.value ->> 'slack')`

/** Takes one token from every key, or none (atomic). */
const TAKE = `insert into token_buckets (key, full_at)
  select value ->> 'key', ?2 + (value ->> 'step') from json_each(?1) where not exists (${EMPTY})
  on conflict (key) do update set full_at = max(token_buckets.full_at, ?2) + excluded.full_at - ?2`

const GIVE_BACK = `update token_buckets set full_at = full_at - (
    select value ->> 'step' from json_each(?1) where value ->> 'key' = token_buckets.key)
  where key in (select value ->> 'key' from json_each(?1))`

/**
 * The rate limiter (rate limiting by token bucket): buckets in D1, as GCRA (https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm): one row
 * per key with the time at which the bucket is full again. Taking is one conditional statement, so of any number of
 * parallel calls exactly the allowed ones pass.
 */
export class TokenBuckets {
  private readonly db: D1Database
  private readonly clock: Clock
  private readonly factor: number

  constructor({ db, clock, factor }: TokenBucketsDeps) {
    this.db = db
    this.clock = clock
    this.factor = factor
  }

  /** Takes one token of each bucket. @returns null, or the buckets that are empty: then nothing was taken */
  async takeEach(takings: readonly Taking[]): Promise<readonly EmptyBucket[] | null> {
    const now = this.clock()
    const list = this.toJson(takings)
    const [empty] = await this.db.batch<{ key: string; full_at: number; slack: number }>([
      this.db.prepare(EMPTY).bind(list, now),
      this.db.prepare(TAKE).bind(list, now),
    ])
    const { results } = empty!
    if (results.length === 0) return null
    return results.map((row) => ({ key: row.key, waitMs: row.full_at - row.slack - now }))
  }

  /** Puts a token of each bucket back. */
  async giveBackEach(takings: readonly Taking[]): Promise<void> {
    await this.db.prepare(GIVE_BACK).bind(this.toJson(takings)).run()
  }

  /** The same as `takeEach`, for buckets of one rate. */
  takeAll(keys: readonly string[], rate: Rate): Promise<readonly EmptyBucket[] | null> {
    return this.takeEach(toTakings(keys, rate))
  }

  /** Takes one token. @returns null, or in how many milliseconds there is one */
  async take(key: string, rate: Rate): Promise<number | null> {
    const empty = await this.takeAll([key], rate)
    return empty === null ? null : empty[0]!.waitMs
  }

  /** Puts a token of each key back: what it was taken for did not happen, or needs none. */
  giveBack(keys: readonly string[], rate: Rate): Promise<void> {
    return this.giveBackEach(toTakings(keys, rate))
  }

  private inMs({ times, seconds }: Rate) {
    const windowMs = seconds * 1000
    const stepMs = Math.ceil(windowMs / (times * this.factor))
    return { stepMs, slackMs: windowMs - stepMs }
  }

  private toJson(takings: readonly Taking[]) {
    return JSON.stringify(
      takings.map(({ key, rate }) => {
        const { stepMs, slackMs } = this.inMs(rate)
        return { key, step: stepMs, slack: slackMs }
      }),
    )
  }
}

const toTakings = (keys: readonly string[], rate: Rate): Taking[] => keys.map((key) => ({ key, rate }))

/** Takes one token. @throws AppError `RATE_LIMITED`, with the default message of that code or another */
export async function requireToken(
  buckets: Pick<TokenBuckets, 'take'>,
  key: string,
  rate: Rate,
  message?: string,
): Promise<void> {
  const waitMs = await buckets.take(key, rate)
  if (waitMs !== null) throw refusedBy({ key, waitMs }, message)
}

/** The error for an empty bucket, whose limit is noted. */
export function refusedBy({ key, waitMs }: EmptyBucket, message?: string): AppError {
  noteLimit(getLimitName(key))
  return new AppError('RATE_LIMITED', message, { retryAfterSeconds: retryAfterSeconds(waitMs) })
}

/** The purposes of buckets. The rest of a key names the owner. */
const RETENTIONS: ReadonlySet<string> = new Set([
  'all',
  'strangers',
  'site',
  'network',
  'networks',
  'account',
  'guess',
  'known',
])

/** Returns the name of a bucket's limit without its owner: `generation:network` of `generation:network:…`. */
function getLimitName(key: string): string {
  const [action, retention] = key.split(':')
  return retention !== undefined && RETENTIONS.has(retention) ? `${action}:${retention}` : action!
}
