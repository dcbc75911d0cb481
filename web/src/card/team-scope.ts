import { getTeam, type Team } from '#shared/domain/team.ts'

/** Returns the attribute that applies a team's palette (styles/teams.css) to an element and its descendants. */
export function teamAttribute(team: Team | string | null): { 'data-team'?: string } {
  const found = typeof team === 'string' ? getTeam(team) : team
  return found === null ? {} : { 'data-team': found.id }
}
