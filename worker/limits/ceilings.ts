import { DAY_MS, SECOND_MS } from '#shared/time.ts'
import { toAppError } from '#worker/http/transient-error.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { Visitor } from '#worker/http/visitor.ts'
import { toRateLimitError, type Taking, type TokenBuckets } from './token-bucket.ts'

/**
 * Site-wide daily limits for rows and mail that need no account. They protect the database, the inbox and the mail
 * provider's quota from a distributed attack.
 */
export const CEILINGS = {
  contact: 2000,
  /** Contact messages that filled in the honeypot field. The table holds a thousand, so each stays at least two days. */
  trapped: 500,
  generation: 20_000,
  report: 5000,
  /** New leagues. One network gets 40 a day. */
  league: 2000,
  signUp: 5000,
  /** Links to sign in, reset a password or confirm an address. Known devices do not count. */
  signInMail: 20_000,
  /** Messages that visitors send to the site with the public key. */
  siteMail: 500,
} as const
export type Ceiling = keyof typeof CEILINGS

/** Maximum share of a ceiling for one customer's network (IPv4 address or IPv6 /48). */
export const NETWORK_PART = 0.02
/** Maximum share of a ceiling for visitors with a cookie younger than a day. The rest is reserved for known visitors. */
export const STRANGERS_PART = 0.5

/** The caller that reserves a place. */
export type CeilingCaller = Pick<Visitor, 'address' | 'site' | 'isKnown'>

export type CeilingDeps = {
  readonly buckets: Pick<TokenBuckets, 'takeEach' | 'refundEach'>
}

const perDay = (times: number) => ({ times, seconds: DAY_MS / SECOND_MS })

/** Returns true if the error is not the caller's fault. */
export const isOurFault = (thrown: unknown): boolean => toAppError(thrown).status >= 500

/** A reserved place below a ceiling. */
export type Place = {
  /**
   * Gives the place back site-wide. After a fault of ours, credits the caller's network too. Never rejects.
   *
   * @param why the error that the work threw; missing if there was nothing to do
   */
  refund(why?: unknown): Promise<void>
}

/** Logs that a site-wide limit is refusing people. A limit of 0 is an intended off switch, so it is not logged. */
export function logCeiling(kind: string, perDay: number): void {
  if (perDay > 0) log.error('ceiling reached', { kind, perDay })
}

/** Enforces the site-wide limits with token buckets per kind. */
export class Ceilings {
  private readonly buckets: Pick<TokenBuckets, 'takeEach' | 'refundEach'>

  constructor({ buckets }: CeilingDeps) {
    this.buckets = buckets
  }

  /**
   * Reserves one place before the work.
   *
   * @throws AppError `RATE_LIMITED`, with `message` or the default one
   */
  async reserve(kind: Ceiling, caller: CeilingCaller, message?: string): Promise<Place> {
    const all = CEILINGS[kind]
    const siteWide: Taking[] = [
      { key: `${kind}:all`, rate: perDay(all) },
      ...(caller.isKnown ? [] : [{ key: `${kind}:strangers`, rate: perDay(all * STRANGERS_PART) }]),
    ]
    const own = { key: `${kind}:site:${caller.site ?? caller.address}`, rate: perDay(all * NETWORK_PART) }
    const empty = await this.buckets.takeEach([...siteWide, own])
    if (empty !== null) {
      const [longest] = empty.toSorted((one, other) => other.waitMs - one.waitMs)
      const full = siteWide.find(({ key }) => empty.some((bucket) => bucket.key === key))
      if (full !== undefined) logCeiling(kind, full.rate.times)
      throw toRateLimitError(longest!, message)
    }
    return {
      refund: async (why) => {
        const isOurs = why !== undefined && isOurFault(why)
        await this.buckets.refundEach(isOurs ? [...siteWide, own] : siteWide).catch((cause: unknown) => {
          log.error('place below a ceiling not given back', { kind, cause: describeError(cause) })
        })
      },
    }
  }

  /**
   * Reserves one place, runs the work, and gives the place back if the work fails.
   *
   * @throws AppError `RATE_LIMITED`, or any error of the work
   */
  async hold<T>(kind: Ceiling, caller: CeilingCaller, work: () => Promise<T>, message?: string): Promise<T> {
    const place = await this.reserve(kind, caller, message)
    try {
      return await work()
    } catch (thrown) {
      await place.refund(thrown)
      throw thrown
    }
  }
}
