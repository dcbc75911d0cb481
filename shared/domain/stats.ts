import { STAT_ROLL_MAX, STAT_ROLL_MIN } from './limits.ts'
import type { Stats } from './stats-schema.ts'

export type { Stats } from './stats-schema.ts'
export type StatName = keyof Stats

/** The stats in display order. */
export const STATS = [
  { name: 'strength', label: 'Strength', short: 'STR' },
  { name: 'agility', label: 'Agility', short: 'AGI' },
  { name: 'touchdownPower', label: 'TD Power', short: 'TD' },
  { name: 'leadership', label: 'Leadership', short: 'LDR' },
  { name: 'accuracy', label: 'Accuracy', short: 'ACC' },
] as const satisfies readonly { name: StatName; label: string; short: string }[]

/** Builds the five stats by calling `value` for each. */
export function createStats(value: (name: StatName) => number): Stats {
  return {
    strength: value('strength'),
    agility: value('agility'),
    touchdownPower: value('touchdownPower'),
    leadership: value('leadership'),
    accuracy: value('accuracy'),
  }
}

/** Rolls five integers from 60 to 100, uniformly distributed. @param random uniform in [0, 1) */
export function rollStats(random: () => number = Math.random): Stats {
  return createStats(() => STAT_ROLL_MIN + Math.floor(random() * (STAT_ROLL_MAX - STAT_ROLL_MIN + 1)))
}

/** Returns the rounded mean, 0 to 100. */
export const getOverall = (stats: Stats): number =>
  Math.round(STATS.reduce((sum, { name }) => sum + stats[name], 0) / STATS.length)
