import type { Pair } from '#shared/design/palette.ts'
import { teamScope } from '#shared/design/team-scope.ts'
import { getTeam } from '#shared/domain/team.ts'

/** A pair of colors and their computed partners, as the value of a `style` attribute. */
export const styleOf = (team: Pair): string =>
  Object.entries(teamScope(team))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

/** The same of a team's name; empty when there is no such team. */
export function teamStyle(name: string): string {
  const team = getTeam(name)
  return team === null ? '' : styleOf(team)
}
