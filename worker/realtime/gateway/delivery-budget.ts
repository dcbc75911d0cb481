import type { Clock } from '#worker/env.ts'

const MEGABYTE = 1024 * 1024

/** Bytes that messages of one network, and those on one channel, are delivered with: at once, and per second after that. */
export const DELIVERED = { burst: 16 * MEGABYTE, perSecond: MEGABYTE } as const
/** Full budgets are forgotten when there are more than this. */
const KEPT = 1000

type Spent = { bytes: number; at: number }

export type DeliveryBudget = ReturnType<typeof createDeliveryBudget>

/**
 * A message costs its bytes for every socket that gets it: small messages to a crowd are as dear as large ones to a few.
 * Leaky buckets in memory, which an eviction empties, as it does what was queued.
 */
export function createDeliveryBudget(clock: Clock) {
  const spent = new Map<string, Spent>()

  function spentOf(key: string, factor: number): number {
    const { bytes, at } = spent.get(key) ?? { bytes: 0, at: 0 }
    return Math.max(0, bytes - (Math.max(0, clock() - at) / 1000) * DELIVERED.perSecond * factor)
  }

  function forgetFull(factor: number): void {
    for (const key of spent.keys()) if (spentOf(key, factor) === 0) spent.delete(key)
  }

  return {
    /** Takes the cost of a message from its sender's network and its channel. @returns false, and takes nothing, when one has none left */
    take({ network, channel }: { network: string; channel: string }, bytes: number, factor: number): boolean {
      const keys = [`network ${network}`, `channel ${channel}`]
      if (keys.some((key) => spentOf(key, factor) + bytes > DELIVERED.burst * factor)) return false
      if (spent.size > KEPT) forgetFull(factor)
      for (const key of keys) spent.set(key, { bytes: spentOf(key, factor) + bytes, at: clock() })
      return true
    },
  }
}
