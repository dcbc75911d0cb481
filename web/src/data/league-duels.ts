import { useMutation, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { DuelNow, type LeagueDuel } from '#shared/contracts/league-duels.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { toKeyHeader } from './league-keys.ts'
import { toPath } from './leagues.ts'
import { useOpening } from './opening.ts'

const output = z.pipe(
  DuelNow,
  z.transform(({ now, duel }) => ({ now, part: duel })),
)
const countOpen = ({ rounds }: LeagueDuel): number => rounds.length

/** Returns the revealed part of a duel and follows it to its end. @param known the duel in an API response */
export function useDuel(code: string, known: LeagueDuel): { duel: LeagueDuel; nextAt: number | null } {
  const { part: duel, nextAt } = useOpening(code, known, { path: `/duels/${known.number}`, output, countOpen })
  return { duel, nextAt }
}

/** Fetches a duel that the league's page no longer lists. @param listed the listed duel; null starts the request */
export function useEarlierDuel(code: string, number: number, listed: LeagueDuel | null | undefined) {
  const { api, memory } = usePlatform()
  return useQuery({
    queryKey: ['league-duel', code, number],
    queryFn: ({ signal }) =>
      api.ask({
        path: `${toPath(code)}/duels/${number}`,
        headers: toKeyHeader(memory, code),
        output: async () => DuelNow,
        signal,
      }),
    enabled: listed === null,
  })
}

/** Challenges another seat's card with the caller's. Idempotent while their duel runs. */
export function useChallenge(code: string) {
  const { api, memory } = usePlatform()
  return useMutation({
    mutationFn: (seat: number) =>
      api.ask({
        path: `${toPath(code)}/seats/${seat}/duels`,
        json: {},
        headers: toKeyHeader(memory, code),
        output: async () => DuelNow,
      }),
  })
}
