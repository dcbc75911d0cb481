import { overallOf, type Stats } from './stats.ts'

/** From common to rare. Of all rolls 17 % are Rookie, 32 % Starter, 33 % Captain, 15 % Star and 3 % Legend. */
export const TIERS = ['Rookie', 'Starter', 'Captain', 'Star', 'Legend'] as const
export type Tier = (typeof TIERS)[number]

/** The tier of a card with these stats. It follows when they are edited. */
export function tierOf(stats: Stats): Tier {
  const overall = overallOf(stats)
  if (overall >= 90) return 'Legend'
  if (overall >= 85) return 'Star'
  if (overall >= 80) return 'Captain'
  if (overall >= 75) return 'Starter'
  return 'Rookie'
}
