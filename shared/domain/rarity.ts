import { getOverall, type Stats } from './stats.ts'

/** Lowest to highest. 17% of rolls are Rookie, 32% Starter, 33% Captain, 15% Star and 3% Legend. */
export const TIERS = ['Rookie', 'Starter', 'Captain', 'Star', 'Legend'] as const
export type Tier = (typeof TIERS)[number]

/** Returns the tier for these stats. */
export function getTier(stats: Stats): Tier {
  const overall = getOverall(stats)
  if (overall >= 90) return 'Legend'
  if (overall >= 85) return 'Star'
  if (overall >= 80) return 'Captain'
  if (overall >= 75) return 'Starter'
  return 'Rookie'
}
