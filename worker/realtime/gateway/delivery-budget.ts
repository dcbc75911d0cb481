import type { Clock } from '#worker/env.ts'

const MEGABYTE = 1024 * 1024

/** Bytes that messages of one network, and those on one channel, are delivered with: at once, and per second after that. */
export const DELIVERED = { burst: 16 * MEGABYTE, perSecond: MEGABYTE } as const
/** Full budgets are forgotten when there are more than this. */
const MAX_BUDGETS = 1000

type Spent = { bytes: number; at: number }

/**
 * A message costs its bytes for every socket that gets it: small messages to a crowd are as dear as large ones to a few.
 * Leaky buckets in memory, which an eviction empties, as it does what was queued.
 */
export class DeliveryBudget {
  private readonly clock: Clock
  private readonly spent = new Map<string, Spent>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Takes the cost of a message from its sender's network and its channel. @returns false, and takes nothing, when one has none left */
  take({ network, channel }: { network: string; channel: string }, bytes: number, factor: number): boolean {
    const keys = [`network ${network}`, `channel ${channel}`]
    if (keys.some((key) => this.getSpent(key, factor) + bytes > DELIVERED.burst * factor)) return false
    if (this.spent.size > MAX_BUDGETS) this.forgetFull(factor)
    for (const key of keys) this.spent.set(key, { bytes: this.getSpent(key, factor) + bytes, at: this.clock() })
    return true
  }

  private getSpent(key: string, factor: number): number {
    const { bytes, at } = this.spent.get(key) ?? { bytes: 0, at: 0 }
    return Math.max(0, bytes - (Math.max(0, this.clock() - at) / 1000) * DELIVERED.perSecond * factor)
  }

  private forgetFull(factor: number): void {
    for (const key of this.spent.keys()) if (this.getSpent(key, factor) === 0) this.spent.delete(key)
  }
}
