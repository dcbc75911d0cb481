import type { Pair } from './pair.ts'
import { paletteOf } from './palette.ts'

/** A team's colors and their computed partners as the styles know them, for an element and everything in it. */
export function teamScope(team: Pair): Record<`--${string}`, string> {
  const { c1, c2, on1, on2, plate, trim, glow, lit, litLight } = paletteOf(team)
  return {
    '--c1': c1,
    '--c2': c2,
    '--on1': on1,
    '--on2': on2,
    '--plate': plate,
    '--trim': trim,
    '--glow': glow,
    '--lit-d': lit,
    '--lit-l': litLight,
  }
}
