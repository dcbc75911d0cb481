import * as z from 'zod/mini'
import { STAT_MAX, STAT_MIN } from './limits.ts'

const Stat = z.int().check(z.minimum(STAT_MIN), z.maximum(STAT_MAX))

/** The five stats of a card, each an integer from 0 to 100. */
export const Stats = z.strictObject({
  strength: Stat,
  agility: Stat,
  touchdownPower: Stat,
  leadership: Stat,
  accuracy: Stat,
})
export type Stats = z.infer<typeof Stats>
