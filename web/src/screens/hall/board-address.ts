import { useSearchParams } from 'react-router-dom'
import { getLeaderboard, type LeaderboardKind } from '#shared/contracts/leaderboards.ts'
import { getTeam, type Team } from '#shared/domain/team.ts'

/** Returns the URL's board and team, so that links and Back work. Ignores invalid values. */
export function useBoardAddress(): { board: LeaderboardKind; team: Team | null } {
  const [params] = useSearchParams()
  return { board: getLeaderboard(params), team: getTeam(params.get('team') ?? '') }
}
