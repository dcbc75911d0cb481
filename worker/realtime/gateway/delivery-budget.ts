import type { Clock } from '#worker/env.ts'

const MEGABYTE = 1024 * 1024

/** Delivered bytes per network and per channel: burst, and refill per second. */
export const DELIVERED = { burst: 16 * MEGABYTE, perSecond: MEGABYTE } as const
/** Above this number of budgets, unused ones are dropped. */
const MAX_BUDGETS = 1000

type Spent = { bytes: number; at: number }

/**
 * Budgets for delivered bytes. A message costs its size times the number of recipients, so small messages to a crowd
 * cost as much as large ones to a few. The leaky buckets are in memory. An eviction resets them, and the queues too.
 */
export class DeliveryBudget {
  private readonly clock: Clock
  private readonly spent = new Map<string, Spent>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Charges the sender's network and the channel. @returns false, without a charge, if one lacks the budget */
  take({ network, channel }: { network: string; channel: string }, bytes: number, factor: number): boolean {
    const keys = [`network ${network}`, `channel ${channel}`]
    if (keys.some((key) => this.getSpent(key, factor) + bytes > DELIVERED.burst * factor)) return false
    if (this.spent.size > MAX_BUDGETS) this.dropUnused(factor)
    for (const key of keys) this.spent.set(key, { bytes: this.getSpent(key, factor) + bytes, at: this.clock() })
    return true
  }

  private getSpent(key: string, factor: number): number {
    const { bytes, at } = this.spent.get(key) ?? { bytes: 0, at: 0 }
    return Math.max(0, bytes - (Math.max(0, this.clock() - at) / 1000) * DELIVERED.perSecond * factor)
  }

  private dropUnused(factor: number): void {
    for (const key of this.spent.keys()) if (this.getSpent(key, factor) === 0) this.spent.delete(key)
  }
}
