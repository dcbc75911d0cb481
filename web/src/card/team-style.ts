import type { CSSProperties } from 'react'
import { paletteOf } from '#shared/design/palette.ts'
import { getTeam, type Team } from '#shared/domain/team.ts'

/** Sets a team's colors and their computed partners on an element and everything in it. */
export function teamStyle(team: Team | string | null): CSSProperties {
  const known = typeof team === 'string' ? getTeam(team) : team
  if (!known) return {}
  const { c1, c2, on1, on2, plate, trim, glow, lit, litLight } = paletteOf(known)
  const scope: Record<`--${string}`, string> = {
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
  return scope
}
