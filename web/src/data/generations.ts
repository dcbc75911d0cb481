import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Generation, GenerationForm } from '#shared/contracts/generations.ts'
import { isFaceQuestion, isLaterThan, isWaiting } from '#shared/contracts/generation-states.ts'
import type { Stats } from '#shared/domain/stats.ts'
import { isMissing } from '#web/lib/failure.ts'
import { type Memory, type Platform, usePlatform } from '#web/lib/platform.tsx'
import { cardQuery } from './cards.ts'
import { configQuery } from './config.ts'
import { managedIds, manageTokenOf } from './manage-tokens.ts'

const POLL_MS = 700
/** While progress is pushed: for what the push may have left out. */
const SLOW_POLL_MS = 5_000
/** The key of every generation. A cached generation shows its card too. */
export const GENERATION_KEY = ['generation'] as const

/** Generations whose progress is pushed at the moment, so that they are not polled. */
export const heardJobs = new Set<string>()

/**
 * Where a generation stands. Asks again while it waits; a lost network only delays the next answer.
 *
 * @param options.mayArrive its form may be on its way yet: that the server does not know it is no last word
 */
export const generationQuery = (
  platform: Pick<Platform, 'api' | 'memory' | 'tabMemory' | 'account'>,
  id: string,
  { mayArrive = false } = {},
) =>
  queryOptions({
    queryKey: [...GENERATION_KEY, id],
    queryFn: async ({ signal, client }) => {
      const { api } = platform
      const get = () => api.generations.get(id, getGenerationToken(platform, id), signal)
      const generation = await get().catch(async (thrown: unknown) => {
        if (!isMissing(thrown) || !(await findToken(platform, client, id))) throw thrown
        return get()
      })
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

const CARDS_KEY = 'generation-cards'
/** More generations than one tab redraws. */
const KEPT = 20
/** The time for which a look at a card counts while its redraw may still arrive. */
const LOOKED_MS = 15_000

type TokenStore = Pick<Platform, 'memory' | 'tabMemory'>

/** Returns the token of the manage link of a card that another browser made, by the card's generation, or null. */
export function getGenerationToken(platform: TokenStore, id: string): string | null {
  const cardId = getCardId(platform, id)
  return cardId === undefined ? null : manageTokenOf(platform.memory, cardId)
}

const getCardId = ({ tabMemory }: TokenStore, id: string): string | undefined =>
  readCards(tabMemory).find(([kept]) => kept === id)?.[1]

/** Keeps which card a generation draws, over a reload of this tab. */
function keepCard({ tabMemory }: TokenStore, id: string, cardId: string) {
  const others = readCards(tabMemory).filter(([kept]) => kept !== id)
  tabMemory.set(CARDS_KEY, JSON.stringify([...others, [id, cardId]].slice(-KEPT)))
}

function readCards(tabMemory: Memory): [id: string, cardId: string][] {
  try {
    return JSON.parse(tabMemory.get(CARDS_KEY) ?? '[]') as [string, string][]
  } catch {
    return []
  }
}

/**
 * Looks for a generation among the cards whose manage link this browser holds.
 *
 * @returns whether its token is known now
 */
async function findToken(
  platform: TokenStore & Pick<Platform, 'api' | 'account'>,
  cache: QueryClient,
  id: string,
): Promise<boolean> {
  if (getGenerationToken(platform, id) !== null) return false
  for (const cardId of managedIds(platform.memory)) {
    const query = { ...cardQuery(platform, cardId), staleTime: LOOKED_MS }
    const card = await cache.fetchQuery(query).catch(() => null)
    if (card?.generationId !== id) continue
    keepCard(platform, id, cardId)
    return true
  }
  return false
}

/** Each of these answers the generation as it now is, and the cache learns it. */
export function useGenerationCalls() {
  const platform = usePlatform()
  const { api } = platform
  const cache = useQueryClient()
  const put = (generation: Generation) =>
    cache.setQueryData(generationQuery(platform, generation.id).queryKey, generation)

  /**
   * An answer says how it stood then: what has been pushed since is newer.
   *
   * @returns true: it is there
   */
  function learn(generation: Generation) {
    const { queryKey } = generationQuery(platform, generation.id)
    const { data: known, isInvalidated } = cache.getQueryState<Generation>(queryKey) ?? {}
    if (!known || !isLaterThan(generation.state, known.state)) put(generation)
    // Its end was pushed, without the card.
    if (isInvalidated) void cache.invalidateQueries({ queryKey })
    return true
  }

  return {
    create: useMutation({
      mutationFn: ({ fields, photo }: { fields: GenerationForm; photo: Blob }) => {
        const { id, adjusts, like } = fields
        const cardId = adjusts && getCardId(platform, adjusts)
        if (cardId && id) keepCard(platform, id, cardId)
        return api.generations.create(fields, photo, getGenerationToken(platform, adjusts ?? like ?? ''))
      },
      onSuccess: learn,
      onSettled: () => cache.invalidateQueries({ queryKey: configQuery(api).queryKey }),
    }),
    cancel: useMutation({
      mutationFn: (id: string) => api.generations.cancel(id, getGenerationToken(platform, id)),
      onSuccess: put,
    }),
    editStats: useMutation({
      mutationFn: ({ id, stats }: { id: string; stats: Stats }) =>
        api.generations.editStats(id, stats, getGenerationToken(platform, id)),
      onSuccess: put,
    }),
    /** Requested on another screen, or changed on a card that was shared or saved. */
    learn,
  }
}
