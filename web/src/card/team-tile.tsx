import type { Team } from '#shared/domain/team.ts'
import { teamStyle } from './team-style.ts'

/** What stands in a picker's tile for a team: both colors, its name, and the colors in words. */
export const TeamTile = ({ team }: { team: Team }) => (
  <>
    <span className="sw" style={teamStyle(team)} />
    <span className="tx">
      <b>{team.name}</b>
      <span>{team.description}</span>
    </span>
  </>
)

/** @param query in lower case */
export const isTeamFound = ({ name, description, division }: Team, query: string): boolean =>
  `${name} ${description} ${division}`.toLowerCase().includes(query)
