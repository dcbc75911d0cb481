import { HOUR_MS } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'
import type { DenyCache } from './deny-cache.ts'
import type { Rate, TokenBuckets } from './token-bucket.ts'

export type ContactCooldownDeps = {
  /** Created with factor 1, because no mode relaxes the cooldown. */
  buckets: TokenBuckets
  denied: DenyCache
  clock: Clock
  cooldownMs: number
}

/**
 * The wait before a message may be sent. `isOfAnother` is true if a different message surely caused it. Otherwise the
 * message may be a retry of the one that caused it.
 */
export type Wait = { readonly waitMs: number; readonly isOfAnother: boolean }

/** Idempotency window: a message retried within it is neither stored nor mailed twice. */
const IDEMPOTENCY_MS = HOUR_MS

/** The senders of one message: the visitor, and the network, because new cookies are free. */
export type Senders = readonly string[]

/** The cached cause if the message has no idempotency key. */
const UNKNOWN_MESSAGE = '-'

/**
 * Allows each sender one message per cooldown. A deny cache in front of the token bucket refuses repeated attempts.
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
   * @param message the idempotency key of the message, or null if it has none
   * @returns null when all senders may pass, and starts their cooldowns; `sent` if the cache knows that this message has
   *   passed within the last hour; otherwise the wait
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
   * Caches the cooldown after the message is stored. From then on the cache refuses the next message and recognizes
   * retries of this one.
   *
   * @param at time at which it passed, in milliseconds since 1970
   */
  sent(senders: Senders, message: string | null, at: number): void {
    if (message !== null) this.denied.deny(getSentKey(message), at + IDEMPOTENCY_MS)
    for (const sender of senders)
      this.denied.deny(getCacheKey(sender), at + this.cooldownMs, message ?? UNKNOWN_MESSAGE)
  }

  /** Ends the cooldown of senders if their message could not be stored. */
  async leave(senders: Senders): Promise<void> {
    await this.buckets.refund(senders.map(getBucketKey), this.rate)
    // A parallel message may have been refused in the meantime and left a cached refusal.
    await this.denied.allow(senders.map(getCacheKey))
  }
}

const getBucketKey = (sender: string) => `contact:${sender}`

const getCacheKey = (sender: string) => `cd:${sender}`

const getSentKey = (message: string) => `cs:${message}`
