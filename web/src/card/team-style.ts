import type { CSSProperties } from 'react'
import { teamScope } from '#shared/design/team-scope.ts'
import { getTeam, type Team } from '#shared/domain/team.ts'

/** Sets a team's colors and their computed partners on an element and everything in it. */
export function teamStyle(team: Team | string | null): CSSProperties {
  const known = typeof team === 'string' ? getTeam(team) : team
  return known === null ? {} : teamScope(known)
}
