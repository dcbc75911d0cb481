import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Memory, usePlatform } from '#web/lib/platform.tsx'
import { whenIdle } from '#web/lib/when-idle.ts'
import { LISTS_KEY } from './cards.ts'
import { loadWatch } from './load-watch.ts'

/** What a screen listens to: the Hall, one card, or one generation. */
export type LivePlace = { kind: 'hall' | 'card' | 'job'; id: string }

export const HALL: LivePlace = { kind: 'hall', id: '' }

/** What is known of a place beside what it changes in other queries. */
export type LiveNews = {
  /** How many are there, this visitor included; null while unknown. */
  fans: number | null
  /** Cards that have come and that no list shows yet. */
  arrived: readonly string[]
  /** Whether it is heard as it happens; otherwise it is asked for now and then. */
  isHeard: boolean
}

export const QUIET: LiveNews = { fans: null, arrived: [], isHeard: false }

const PAUSED = 'live-paused'

export const newsQuery = ({ kind, id }: LivePlace) =>
  queryOptions({ queryKey: ['live', kind, id], queryFn: skipToken, initialData: QUIET })

const pausedQuery = (memory: Memory) =>
  queryOptions({ queryKey: [PAUSED], queryFn: skipToken, initialData: () => memory.get(PAUSED) !== null })

/**
 * Listens to a place while its screen is shown. What happens there is repaired into the cache: numbers change where
 * they stand, and nothing moves. Everything it needs is loaded once the page is idle.
 *
 * @param place null for nothing
 */
export function useLive(place: LivePlace | null): void {
  const platform = usePlatform()
  const cache = useQueryClient()
  const { data: isPaused } = useQuery(pausedQuery(platform.memory))
  const { kind, id = null } = place ?? {}

  useEffect(() => {
    if (kind === undefined || id === null || isPaused) return
    const life = new AbortController()
    const { signal } = life
    whenIdle(() => void loadWatch({ kind, id }, { platform, cache, signal }), signal)
    return () => life.abort()
  }, [kind, id, isPaused, platform, cache])
}

export const useLiveNews = (place: LivePlace): LiveNews => useQuery(newsQuery(place)).data ?? QUIET

/** Whether live updates are paused, and the switch; this browser remembers it. */
export function usePause(): { isPaused: boolean; pause: (isPaused: boolean) => void } {
  const { memory } = usePlatform()
  const cache = useQueryClient()
  const query = pausedQuery(memory)
  return {
    isPaused: useQuery(query).data ?? false,
    pause(isPaused) {
      memory.set(PAUSED, isPaused ? 'yes' : null)
      cache.setQueryData(query.queryKey, isPaused)
    },
  }
}

/** Puts what has arrived where it belongs. */
export async function updateOrder(cache: QueryClient): Promise<void> {
  cache.setQueryData(newsQuery(HALL).queryKey, (news = QUIET) => ({ ...news, arrived: [] }))
  await cache.invalidateQueries({ queryKey: LISTS_KEY })
}
