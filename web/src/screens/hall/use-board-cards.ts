import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Team } from '#shared/domain/team.ts'
import { cardsQuery } from '#web/data/cards.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import type { Board } from './board-address.ts'

/** The cards of a board. A team's are those already here of all teams, until its own list has come. */
export function useBoardCards({ list }: Board, team: Team | null) {
  const { api } = usePlatform()
  const cache = useQueryClient()
  const all = cardsQuery(api, list)
  const query = useQuery({
    ...cardsQuery(api, list, team?.name ?? null),
    placeholderData: () => {
      const known = team === null ? [] : (cache.getQueryData(all.queryKey) ?? [])
      const ofTeam = known.filter((card) => card.teamColors === team?.name)
      return ofTeam.length > 0 ? ofTeam : undefined
    },
  })
  const { data: cards = [], isPending, isError, refetch } = query
  return { cards, isPending, isError, refetch }
}
