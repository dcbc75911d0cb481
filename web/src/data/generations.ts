import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Generation, GenerationForm } from '#shared/contracts/generations.ts'
import { isFaceQuestion, isLaterThan, isWaiting } from '#shared/contracts/generation-states.ts'
import type { Stats } from '#shared/domain/stats.ts'
import { isMissing } from '#web/lib/failure.ts'
import { type Memory, type Platform, usePlatform } from '#web/lib/platform.tsx'
import { cardQuery } from './cards.ts'
import { configQuery } from './config.ts'
import { getLeagueKeys, getManagedIds, getManageToken } from './manage-tokens.ts'

const POLL_MS = 700
/** Poll interval while progress is pushed, in case a message was lost. */
const SLOW_POLL_MS = 5_000
/** Key prefix of every generation. A cached generation includes its card. */
export const GENERATION_KEY = ['generation'] as const

/** Storage key of the generations whose cards the visitor has seen, newest first. */
export const SEEN_KEY = 'generation-seen'

/** Generations whose progress is currently pushed, so they are polled less often. */
export const pushedJobs = new Set<string>()

/**
 * A generation's status. Polls while it is pending, even after network failures.
 *
 * @param options.mayArrive the form may still be uploading, so a 404 is not final
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
      // A question about the face refunds the card.
      if (isFaceQuestion(generation.error?.code)) void client.invalidateQueries({ queryKey: configQuery(api).queryKey })
      return generation
    },
    retry: false,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state: { data, error } }) => {
      if (isMissing(error)) return mayArrive ? POLL_MS : false
      if (data && !isWaiting(data.state)) return false
      return pushedJobs.has(id) && data ? SLOW_POLL_MS : POLL_MS
    },
    staleTime: POLL_MS,
  })

const CARDS_KEY = 'generation-cards'
/** More than one tab ever redraws. */
const MAX_CARDS = 20
/** Time that a fetched card stays fresh while its redraw may still arrive. */
const CARD_FRESH_MS = 15_000

type TokenStore = Pick<Platform, 'memory' | 'tabMemory'>

/** Returns the manage link's token for the card of a generation, or null. */
export function getGenerationToken(platform: TokenStore, id: string): string | null {
  const cardId = getCardId(platform, id)
  return cardId === undefined ? null : getManageToken(platform.memory, cardId)
}

const getCardId = ({ tabMemory }: TokenStore, id: string): string | undefined =>
  readCards(tabMemory).find(([storedId]) => storedId === id)?.[1]

/** Remembers which card a generation draws, across reloads of this tab. */
function keepCard({ tabMemory }: TokenStore, id: string, cardId: string) {
  const others = readCards(tabMemory).filter(([storedId]) => storedId !== id)
  tabMemory.set(CARDS_KEY, JSON.stringify([...others, [id, cardId]].slice(-MAX_CARDS)))
}

function readCards(tabMemory: Memory): [id: string, cardId: string][] {
  try {
    return JSON.parse(tabMemory.get(CARDS_KEY) ?? '[]') as [string, string][]
  } catch {
    return []
  }
}

/**
 * Searches the cards whose manage links this browser has for a generation.
 *
 * @returns whether a token was found
 */
async function findToken(
  platform: TokenStore & Pick<Platform, 'api' | 'account'>,
  cache: QueryClient,
  id: string,
): Promise<boolean> {
  if (getGenerationToken(platform, id) !== null) return false
  for (const cardId of getManagedIds(platform.memory)) {
    const query = { ...cardQuery(platform, cardId), staleTime: CARD_FRESH_MS }
    const card = await cache.fetchQuery(query).catch(() => null)
    if (card?.generationId !== id) continue
    keepCard(platform, id, cardId)
    return true
  }
  return false
}

/** Mutations of generations. Each returns the updated generation and caches it. */
export function useGenerationCalls() {
  const platform = usePlatform()
  const { api } = platform
  const cache = useQueryClient()
  const put = (generation: Generation) =>
    cache.setQueryData(generationQuery(platform, generation.id).queryKey, generation)

  /**
   * Caches a response, unless newer progress was pushed meanwhile.
   *
   * @returns true, because the generation exists
   */
  function learn(generation: Generation) {
    const { queryKey } = generationQuery(platform, generation.id)
    const { data: cached, isInvalidated } = cache.getQueryState<Generation>(queryKey) ?? {}
    if (!cached || !isLaterThan(generation.state, cached.state)) put(generation)
    // Its end was pushed, but without the card.
    if (isInvalidated) void cache.invalidateQueries({ queryKey })
    return true
  }

  return {
    create: useMutation({
      mutationFn: ({ fields, photo }: { fields: GenerationForm; photo: Blob }) => {
        const { id, adjusts, like } = fields
        const cardId = adjusts && getCardId(platform, adjusts)
        if (cardId && id) keepCard(platform, id, cardId)
        const token = getGenerationToken(platform, adjusts ?? like ?? '')
        const keys = fields.league ? getLeagueKeys(platform.memory, fields.league) : null
        return api.generations.create(fields, photo, token, keys)
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
    /** Caches a generation that came from another screen, or whose card was shared or saved. */
    learn,
  }
}
