import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Generation, GenerationForm } from '#shared/contracts/generations.ts'
import { isFaceQuestion, isLaterThan, isWaiting } from '#shared/contracts/generation-states.ts'
import type { Stats } from '#shared/domain/stats.ts'
import type { Api } from '#web/lib/api.ts'
import { isMissing } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { configQuery } from './config.ts'

const POLL_MS = 700
/** While progress is pushed: for what the push may have left out. */
const SLOW_POLL_MS = 5_000
/** Of every generation: what is kept of one shows its card too. */
export const GENERATION_KEY = ['generation'] as const

/** Generations whose progress is pushed at the moment, so that they are not polled. */
export const heardJobs = new Set<string>()

/**
 * Where a generation stands. Asks again while it waits; a lost network only delays the next answer.
 *
 * @param options.mayArrive its form may be on its way yet: that the server does not know it is no last word
 */
export const generationQuery = (api: Api, id: string, { mayArrive = false } = {}) =>
  queryOptions({
    queryKey: [...GENERATION_KEY, id],
    queryFn: async ({ signal, client }) => {
      const generation = await api.generations.get(id, signal)
      // A question has given its card back.
      if (isFaceQuestion(generation.error?.code)) void client.invalidateQueries({ queryKey: configQuery(api).queryKey })
      return generation
    },
    retry: false,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data, error } }) => {
      if (isMissing(error)) return mayArrive ? POLL_MS : false
      if (data && !isWaiting(data.state)) return false
      return heardJobs.has(id) && data ? SLOW_POLL_MS : POLL_MS
    },
    staleTime: POLL_MS,
  })

/** Each of these answers the generation as it now is, and the cache learns it. */
export function useGenerationCalls() {
  const { api } = usePlatform()
  const cache = useQueryClient()
  const put = (generation: Generation) => cache.setQueryData(generationQuery(api, generation.id).queryKey, generation)

  /**
   * An answer says how it stood then: what has been pushed since is newer.
   *
   * @returns true: it is there
   */
  function learn(generation: Generation) {
    const { queryKey } = generationQuery(api, generation.id)
    const { data: known, isInvalidated } = cache.getQueryState<Generation>(queryKey) ?? {}
    if (!known || !isLaterThan(generation.state, known.state)) put(generation)
    // Its end was pushed, without the card.
    if (isInvalidated) void cache.invalidateQueries({ queryKey })
    return true
  }

  return {
    create: useMutation({
      mutationFn: ({ fields, photo }: { fields: GenerationForm; photo: Blob }) => api.generations.create(fields, photo),
      onSuccess: learn,
      onSettled: () => cache.invalidateQueries({ queryKey: configQuery(api).queryKey }),
    }),
    cancel: useMutation({ mutationFn: (id: string) => api.generations.cancel(id), onSuccess: put }),
    editStats: useMutation({
      mutationFn: ({ id, stats }: { id: string; stats: Stats }) => api.generations.editStats(id, stats),
      onSuccess: put,
    }),
    /** What was asked for elsewhere, or changed of a card that was shared or saved. */
    learn,
  }
}
