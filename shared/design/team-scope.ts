import type { Pair } from './pair.ts'
import { toPalette } from './palette.ts'

/** Returns a team's palette as CSS custom properties. */
export function teamScope(team: Pair): Record<`--${string}`, string> {
  const { c1, c2, on1, on2, plate, trim, glow, lit, litLight } = toPalette(team)
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
