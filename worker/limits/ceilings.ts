import { DAY_MS, SECOND_MS } from '#shared/time.ts'
import { toAppError } from '#worker/http/transient-error.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { Visitor } from '#worker/http/visitor.ts'
import { refusedBy, type Taking, type TokenBuckets } from './token-bucket.ts'

/**
 * Daily limits of all networks together, for rows and mail that need no account: many networks together fill no
 * database, no inbox and no mail provider's quota.
 */
export const CEILINGS = {
  contact: 2000,
  /** Contact messages with the hidden field filled, of which a thousand are kept: each stays for two days at least. */
  trapped: 500,
  generation: 20_000,
  report: 5000,
  /** New leagues: 40 a day from one network. */
  league: 2000,
  signUp: 5000,
  /** Links to sign in, to choose a password, to confirm an address; devices that are known are not counted. */
  signInMail: 20_000,
  /** Messages from visitors to the site, by the public key. */
  siteMail: 500,
} as const
export type Ceiling = keyof typeof CEILINGS

/** One customer's network (IPv4 address, IPv6 /48) gets at most this part of a ceiling. */
export const NETWORK_PART = 0.02
/** The part of a ceiling for visitors whose cookie is younger than a day. The rest is kept for those known longer. */
export const STRANGERS_PART = 0.5

/** The caller that takes a place below a ceiling. */
export type CeilingCaller = Pick<Visitor, 'address' | 'site' | 'isKnown'>

export type CeilingDeps = {
  readonly buckets: Pick<TokenBuckets, 'takeEach' | 'giveBackEach'>
}

const perDay = (times: number) => ({ times, seconds: DAY_MS / SECOND_MS })

/** True when work failed through no fault of the caller's. */
export const isOurFault = (thrown: unknown): boolean => toAppError(thrown).status >= 500

/** A place below a ceiling that is taken. */
export type Place = {
  /**
   * Gives the place back to everybody, and after a fault of ours to the caller's network too. Never rejects.
   *
   * @param why the work came to nothing: what it threw; missing: there was nothing to do
   */
  giveBack(why?: unknown): Promise<void>
}

/** Logs that a limit of all networks together refuses people. A limit of 0 is a switch. */
export function logCeiling(kind: string, perDay: number): void {
  if (perDay > 0) log.error('ceiling reached', { kind, perDay })
}

/** Site-wide limits: token buckets per kind. */
export class Ceilings {
  private readonly buckets: Pick<TokenBuckets, 'takeEach' | 'giveBackEach'>

  constructor({ buckets }: CeilingDeps) {
    this.buckets = buckets
  }

  /**
   * Takes one place before the work.
   *
   * @throws AppError `RATE_LIMITED`, with the default message of that code or another
   */
  async reserve(kind: Ceiling, caller: CeilingCaller, message?: string): Promise<Place> {
    const all = CEILINGS[kind]
    const everybodys: Taking[] = [
      { key: `${kind}:all`, rate: perDay(all) },
      ...(caller.isKnown ? [] : [{ key: `${kind}:strangers`, rate: perDay(all * STRANGERS_PART) }]),
    ]
    const own = { key: `${kind}:site:${caller.site ?? caller.address}`, rate: perDay(all * NETWORK_PART) }
    const empty = await this.buckets.takeEach([...everybodys, own])
    if (empty !== null) {
      const [longest] = empty.toSorted((one, other) => other.waitMs - one.waitMs)
      const full = everybodys.find(({ key }) => empty.some((bucket) => bucket.key === key))
      if (full !== undefined) logCeiling(kind, full.rate.times)
      throw refusedBy(longest!, message)
    }
    return {
      giveBack: async (why) => {
        const isOurs = why !== undefined && isOurFault(why)
        await this.buckets.giveBackEach(isOurs ? [...everybodys, own] : everybodys).catch((cause: unknown) => {
          log.error('place below a ceiling not given back', { kind, cause: describeError(cause) })
        })
      },
    }
  }

  /**
   * Takes one place and does the work, which has it only when it succeeds.
   *
   * @throws what `reserve` and the work throw
   */
  async hold<T>(kind: Ceiling, caller: CeilingCaller, work: () => Promise<T>, message?: string): Promise<T> {
    const place = await this.reserve(kind, caller, message)
    try {
      return await work()
    } catch (thrown) {
      await place.giveBack(thrown)
      throw thrown
    }
  }
}
