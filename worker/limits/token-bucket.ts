import { AppError } from '#shared/client/errors.ts'
import { retryAfterSeconds } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'
import { recordLimit } from '#worker/http/request-scope.ts'

/** `times` tokens per `seconds`. A full bucket allows them all at once and then refills continuously. */
export type Rate = { readonly times: number; readonly seconds: number }

/** An empty bucket, and the milliseconds until it has a token again. */
export type EmptyBucket = { readonly key: string; readonly waitMs: number }

export type TokenBucketsDeps = {
  db: D1Database
  clock: Clock
  /** Multiplies every rate. */
  factor: number
}

/** A token to take from a bucket with a given rate. */
export type Taking = { readonly key: string; readonly rate: Rate }

/** Selects the empty buckets among the takings `?1` at the time `?2`. */
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
 * Token-bucket rate limiter in D1, implemented as GCRA (https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm). One
 * row per key stores the time at which the bucket will be full. Taking is one conditional statement, so parallel calls
 * never exceed the limit.
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

  /** Takes one token from every bucket, or none. @returns null, or the empty buckets */
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

  /** Puts one token back into each bucket. */
  async refundEach(takings: readonly Taking[]): Promise<void> {
    await this.db.prepare(GIVE_BACK).bind(this.toJson(takings)).run()
  }

  /** Does the same as `takeEach` for buckets that share a rate. */
  takeAll(keys: readonly string[], rate: Rate): Promise<readonly EmptyBucket[] | null> {
    return this.takeEach(toTakings(keys, rate))
  }

  /** Takes one token. @returns null, or the milliseconds until there is one */
  async take(key: string, rate: Rate): Promise<number | null> {
    const empty = await this.takeAll([key], rate)
    return empty === null ? null : empty[0]!.waitMs
  }

  /** Puts one token back for each key, when the charged work did not happen or is free. */
  refund(keys: readonly string[], rate: Rate): Promise<void> {
    return this.refundEach(toTakings(keys, rate))
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

/** Takes one token. @throws AppError `RATE_LIMITED`, with `message` or the default one */
export async function requireToken(
  buckets: Pick<TokenBuckets, 'take'>,
  key: string,
  rate: Rate,
  message?: string,
): Promise<void> {
  const waitMs = await buckets.take(key, rate)
  if (waitMs !== null) throw toRateLimitError({ key, waitMs }, message)
}

/** Returns the error for an empty bucket, and notes its limit for the request log. */
export function toRateLimitError({ key, waitMs }: EmptyBucket, message?: string): AppError {
  recordLimit(getLimitName(key))
  return new AppError('RATE_LIMITED', message, { retryAfterSeconds: retryAfterSeconds(waitMs) })
}

/** Scopes that may follow the action in a bucket key. The rest of a key names the owner. */
const LIMIT_SCOPES: ReadonlySet<string> = new Set([
  'all',
  'strangers',
  'site',
  'network',
  'networks',
  'account',
  'guess',
  'known',
])

/** Returns a bucket key without its owner: `generation:network` for `generation:network:…`. */
function getLimitName(key: string): string {
  const [action, scope] = key.split(':')
  return scope !== undefined && LIMIT_SCOPES.has(scope) ? `${action}:${scope}` : action!
}
