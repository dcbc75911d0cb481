import { useSearchParams } from 'react-router-dom'
import { type Board, boardOf } from '#shared/contracts/boards.ts'
import { getTeam, type Team } from '#shared/domain/team.ts'

/** Which board and which team the address names, so that links and Back work. What it gets wrong is left out. */
export function useBoardAddress(): { board: Board; team: Team | null } {
  const [params] = useSearchParams()
  return { board: boardOf(params), team: getTeam(params.get('team') ?? '') }
}
