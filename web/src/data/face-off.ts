import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FaceOff, type FaceOffPair, type FaceOffPick, FaceOffResult } from '#shared/contracts/face-off.ts'
import { isUnreachable } from '#web/lib/failure.ts'
import { type Platform, usePlatform } from '#web/lib/platform.tsx'

const PATH = '/api/face-off'

/** The caller's next pair. */
export const faceOffQuery = ({ api }: Pick<Platform, 'api'>) =>
  queryOptions({
    queryKey: ['face-off'],
    queryFn: ({ signal }) => api.ask({ path: PATH, output: async () => FaceOff, signal }),
  })

/** A pick that counted, with the ratings that both cards have now. */
export type Picked = { pair: FaceOffPair; winner: FaceOffPick['winner']; ratings: FaceOffResult['ratings'] }

/** Returns the pair to pick from, and the pick. The next pair comes with the answer. */
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
      // The pair can be picked from no more, so another one is asked for.
      if (!isUnreachable(thrown)) void cache.invalidateQueries({ queryKey })
    },
  })
  return { ...dealt, pick }
}
