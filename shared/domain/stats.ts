import { STAT_ROLL_MAX, STAT_ROLL_MIN } from './limits.ts'
import type { Stats } from './stats-schema.ts'

export type { Stats } from './stats-schema.ts'
export type StatName = keyof Stats

/** In the order a card shows them. */
export const STATS = [
  { name: 'strength', label: 'Strength', short: 'STR' },
  { name: 'agility', label: 'Agility', short: 'AGI' },
  { name: 'touchdownPower', label: 'TD Power', short: 'TD' },
  { name: 'leadership', label: 'Leadership', short: 'LDR' },
  { name: 'accuracy', label: 'Accuracy', short: 'ACC' },
] as const satisfies readonly { name: StatName; label: string; short: string }[]

/** Builds five stats by asking once per stat. */
export function statsOf(value: (name: StatName) => number): Stats {
  return {
    strength: value('strength'),
    agility: value('agility'),
    touchdownPower: value('touchdownPower'),
    leadership: value('leadership'),
    accuracy: value('accuracy'),
  }
}

/** Five integers from 60 to 100, each equally likely. @param random uniform in [0, 1) */
export function rollStats(random: () => number = Math.random): Stats {
  return statsOf(() => STAT_ROLL_MIN + Math.floor(random() * (STAT_ROLL_MAX - STAT_ROLL_MIN + 1)))
}

/** The rounded mean, 0 to 100. */
export const overallOf = (stats: Stats): number =>
  Math.round(STATS.reduce((sum, { name }) => sum + stats[name], 0) / STATS.length)
