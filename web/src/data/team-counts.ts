import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Team, TEAMS } from '#shared/domain/team.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { type Api, lazyParser } from '#web/lib/api.ts'
import { TEAMS_KEY } from './cards.ts'

/** The number of public cards per team. */
export const teamsQuery = (api: Api) =>
  queryOptions({
    queryKey: TEAMS_KEY,
    queryFn: async ({ signal }) =>
      (await api.ask({ path: '/api/teams', output: lazyParser((all) => all.TeamsResponse), signal })).cards,
    meta: { quietFailure: 'Could not load team counts' },
  })

/** The teams of the Hall's filter. */
export type CountedTeams = {
  /** Teams with cards first. */
  teams: readonly Team[]
  /** A team's public cards; null while the counts are unknown. */
  getCount: (team: Team) => number | null
}

export function useCountedTeams(): CountedTeams {
  const { api } = usePlatform()
  const { data: counts } = useQuery(teamsQuery(api))
  const getCount = (team: Team) => (counts === undefined ? null : (counts[team.name] ?? 0))
  const teams = [...TEAMS].sort((one, other) => Number(getCount(one) === 0) - Number(getCount(other) === 0))
  return { teams, getCount }
}
