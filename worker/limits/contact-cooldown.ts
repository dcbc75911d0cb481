import { HOUR_MS } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'
import type { DenyCache } from './deny-cache.ts'
import type { Rate, TokenBuckets } from './token-bucket.ts'

export type ContactCooldownDeps = {
  /** The factor is 1: the cooldown is the same in every mode. */
  buckets: TokenBuckets
  denied: DenyCache
  clock: Clock
  cooldownMs: number
}

/**
 * The wait before a message may be sent. `isOfAnother`: surely because of another one; else it may be this very one,
 * sent again.
 */
export type Wait = { readonly waitMs: number; readonly isOfAnother: boolean }

/** Time for which the cache recognizes a retried message, which is neither stored nor mailed twice. */
const REPEATED_WITHIN_MS = HOUR_MS

/** The senders of one message: the visitor, and the network behind which cookies are free. */
export type Senders = readonly string[]

/** The cause of a wait for a message that is sent once. */
const UNNAMED = '-'

/**
 * One message per cooldown for each of its senders: a token bucket of one, behind a deny cache that refuses repeats by
 * itself.
 */
export class ContactCooldown {
  private readonly buckets: TokenBuckets
  private readonly denied: DenyCache
  private readonly clock: Clock
  private readonly cooldownMs: number
  private readonly rate: Rate

  constructor({ buckets, denied, clock, cooldownMs }: ContactCooldownDeps) {
    this.buckets = buckets
    this.denied = denied
    this.clock = clock
    this.cooldownMs = cooldownMs
    this.rate = { times: 1, seconds: cooldownMs / 1000 }
  }

  /**
   * @param message the name that all requests with it share; null: it is sent once
   * @returns null when all senders may pass, and their cooldowns start; `sent` when this very message has passed
   *   within the last hour, as far as the cache knows; else in how many milliseconds they may
   */
  async enter(senders: Senders, message: string | null): Promise<Wait | 'sent' | null> {
    const now = this.clock()
    const sentKeys = message === null ? [] : [getSentKey(message)]
    const denials = await this.denied.getDenials([...sentKeys, ...senders.map(getCacheKey)])
    const known = [...denials.values()]
    if (message !== null && (denials.has(getSentKey(message)) || known.some(({ cause }) => cause === message)))
      return 'sent'
    if (known.length > 0) {
      const waitMs = Math.max(...known.map(({ until }) => until)) - now
      return { waitMs, isOfAnother: known.every(({ cause }) => cause !== null) }
    }
    const empty = await this.buckets.takeAll(senders.map(getBucketKey), this.rate)
    if (empty === null) return null
    for (const sender of senders) {
      const wait = empty.find(({ key }) => key === getBucketKey(sender))
      if (wait !== undefined) this.denied.deny(getCacheKey(sender), now + wait.waitMs)
    }
    return { waitMs: Math.max(...empty.map(({ waitMs }) => waitMs)), isOfAnother: false }
  }

  /**
   * Their message is stored: the cache alone refuses the next one, and knows this one again.
   *
   * @param at when it passed, in milliseconds since 1970
   */
  sent(senders: Senders, message: string | null, at: number): void {
    if (message !== null) this.denied.deny(getSentKey(message), at + REPEATED_WITHIN_MS)
    for (const sender of senders) this.denied.deny(getCacheKey(sender), at + this.cooldownMs, message ?? UNNAMED)
  }

  /** Ends the cooldown of senders whose message could not be stored after all. */
  async leave(senders: Senders): Promise<void> {
    await this.buckets.giveBack(senders.map(getBucketKey), this.rate)
    // A parallel message may have been refused meanwhile, and that refusal cached.
    await this.denied.allow(senders.map(getCacheKey))
  }
}

const getBucketKey = (sender: string) => `contact:${sender}`

const getCacheKey = (sender: string) => `cd:${sender}`

const getSentKey = (message: string) => `cs:${message}`
