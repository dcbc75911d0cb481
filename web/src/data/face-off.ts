import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FaceOff, type FaceOffPair, type FaceOffPick, FaceOffResult } from '#shared/contracts/face-off.ts'
import { isUnreachable } from '#web/lib/failure.ts'
import { type Platform, usePlatform } from '#web/lib/platform.tsx'

const PATH = '/api/face-off'

/** Query for the caller's current pair. */
export const faceOffQuery = ({ api }: Pick<Platform, 'api'>) =>
  queryOptions({
    queryKey: ['face-off'],
    queryFn: ({ signal }) => api.ask({ path: PATH, output: async () => FaceOff, signal }),
  })

/** A counted pick, with both cards' ratings after it. */
export type Picked = { pair: FaceOffPair; winner: FaceOffPick['winner']; ratings: FaceOffResult['ratings'] }

/** Returns the current pair and the pick mutation. The response to a pick contains the next pair. */
export function useFaceOff() {
  const platform = usePlatform()
  const { api } = platform
  const cache = useQueryClient()
  const { queryKey } = faceOffQuery(platform)
  const dealt = useQuery(faceOffQuery(platform))
  const pick = useMutation({
    mutationFn: async ({ pair, winner }: { pair: FaceOffPair; winner: FaceOffPick['winner'] }) => {
      const json = { token: pair.token, winner }
      const { ratings, next } = await api.ask({ path: PATH, json, output: async () => FaceOffResult })
      return { picked: { pair, winner, ratings } satisfies Picked, next }
    },
    onSuccess: ({ next }) => cache.setQueryData(queryKey, next),
    onError: (thrown) => {
      // The server rejected the pair, so fetches another one.
      if (!isUnreachable(thrown)) void cache.invalidateQueries({ queryKey })
    },
  })
  return { ...dealt, pick }
}
