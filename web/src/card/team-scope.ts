import { getTeam, type Team } from '#shared/domain/team.ts'

/** Sets a team's colors and their computed partners on an element and everything in it; styles/teams.css has them. */
export function inTeam(team: Team | string | null): { 'data-team'?: string } {
  const known = typeof team === 'string' ? getTeam(team) : team
  return known === null ? {} : { 'data-team': known.id }
}
