import { PRICES, type Unit } from './prices.ts'

/** What one act takes of each unit. */
export type Cost = Partial<Record<Unit, number>>

export type Act = {
  readonly name: string
  /** How often one visitor does it on average. An assumption. */
  readonly perVisitor: number
  readonly cost: Cost
  /** What stays in the database and in the files for good, in bytes. */
  readonly keeps?: { readonly database?: number; readonly files?: number }
  /** How long the one writing database works on it, in milliseconds. */
  readonly primaryMs?: number
}

export const DAYS_PER_MONTH = 30

/** What a month of so many visitors a day takes. */
export function usageOf(acts: readonly Act[], visitorsPerDay: number): Record<Unit, number> {
  const usage = Object.fromEntries(Object.keys(PRICES).map((unit) => [unit, 0])) as Record<Unit, number>
  for (const { perVisitor, cost, keeps } of acts) {
    const times = perVisitor * visitorsPerDay * DAYS_PER_MONTH
    for (const [unit, count] of Object.entries(cost)) usage[unit as Unit] += times * count
    // Of what is added evenly over a month, half is there on average; what is there after a month counts in full.
    usage.r2Gb += (times * (keeps?.files ?? 0)) / 1e9
  }
  return usage
}

/** Dollars a month for so much of a unit. */
export function dollarsFor(unit: Unit, used: number): number {
  const { dollars, per, included } = PRICES[unit]
  return (Math.max(0, used - included) / per) * dollars
}

/** Bytes that the database grows by in a day. */
export const databaseBytesPerDay = (acts: readonly Act[], visitorsPerDay: number): number =>
  acts.reduce((sum, { perVisitor, keeps }) => sum + perVisitor * visitorsPerDay * (keeps?.database ?? 0), 0)

/** How much of its one thread the database works at the busiest hour, 1 being all of it. */
export const primaryShare = (acts: readonly Act[], visitorsPerDay: number, busiestHour: number, msPerSecond: number) =>
  acts.reduce((sum, { perVisitor, primaryMs = 0 }) => sum + perVisitor * primaryMs, 0) *
  ((visitorsPerDay * busiestHour) / 3600 / msPerSecond)
