import { HOUR_MS } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'
import type { DenyCache } from './deny-cache.ts'
import type { TokenBuckets } from './token-bucket.ts'

export type ContactCooldownDeps = {
  /** With a factor of 1: the cooldown is the same in every mode. */
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

/** For this long a message that is sent again is known by the cache, and is neither stored nor mailed twice. */
const REPEATED_WITHIN_MS = HOUR_MS

/** The senders of one message: the visitor, and the network behind which cookies are free. */
export type Senders = readonly string[]

/** The cause of a wait for a message that is sent once. */
const UNNAMED = '-'

/**
 * One message per cooldown for each of its senders: a token bucket of one, behind a deny cache that refuses repeats by
 * itself.
 */
export function createContactCooldown({ buckets, denied, clock, cooldownMs }: ContactCooldownDeps) {
  const rate = { times: 1, seconds: cooldownMs / 1000 }
  const bucketOf = (sender: string) => `contact:${sender}`
  const cacheKeyOf = (sender: string) => `cd:${sender}`
  const sentKeyOf = (message: string) => `cs:${message}`

  return {
    /**
     * @param message the name that all requests with it share; null: it is sent once
     * @returns null when all senders may pass, and their cooldowns start; `sent` when this very message has passed
     *   within the last hour, as far as the cache knows; else in how many milliseconds they may
     */
    async enter(senders: Senders, message: string | null): Promise<Wait | 'sent' | null> {
      const now = clock()
      const sentKeys = message === null ? [] : [sentKeyOf(message)]
      const denials = await denied.denialsOf([...sentKeys, ...senders.map(cacheKeyOf)])
      const known = [...denials.values()]
      if (message !== null && (denials.has(sentKeyOf(message)) || known.some(({ cause }) => cause === message)))
        return 'sent'
      if (known.length > 0) {
        const waitMs = Math.max(...known.map(({ until }) => until)) - now
        return { waitMs, isOfAnother: known.every(({ cause }) => cause !== null) }
      }
      const empty = await buckets.takeAll(senders.map(bucketOf), rate)
      if (empty === null) return null
      for (const sender of senders) {
        const wait = empty.find(({ key }) => key === bucketOf(sender))
        if (wait !== undefined) denied.deny(cacheKeyOf(sender), now + wait.waitMs)
      }
      return { waitMs: Math.max(...empty.map(({ waitMs }) => waitMs)), isOfAnother: false }
    },

    /**
     * Their message is stored: the cache alone refuses the next one, and knows this one again.
     *
     * @param at when it passed, in milliseconds since 1970
     */
    sent(senders: Senders, message: string | null, at: number): void {
      if (message !== null) denied.deny(sentKeyOf(message), at + REPEATED_WITHIN_MS)
      for (const sender of senders) denied.deny(cacheKeyOf(sender), at + cooldownMs, message ?? UNNAMED)
    },

    /** Ends the cooldown of senders whose message could not be stored after all. */
    async leave(senders: Senders): Promise<void> {
      await buckets.giveBack(senders.map(bucketOf), rate)
      // A parallel message may have been refused meanwhile, and that refusal cached.
      await denied.allow(senders.map(cacheKeyOf))
    },
  }
}

export type ContactCooldown = ReturnType<typeof createContactCooldown>
