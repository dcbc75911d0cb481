import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useKept } from '#web/hooks/hydrated.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { whenIdle } from '#web/data/when-idle.ts'
import { LISTS_KEY } from './cards.ts'
import { HALL, type LiveNews, type LivePlace, newsQuery, QUIET } from './live/news.ts'
import { loadWatch } from './load-watch.ts'

const PAUSED = 'live-paused'

/** The switch of this page. It has no data until it is used; then this browser's memory counts. */
const pausedQuery = queryOptions<boolean>({ queryKey: [PAUSED], queryFn: skipToken })

function useIsPaused(): boolean {
  const kept = useKept(PAUSED) !== null
  return useQuery(pausedQuery).data ?? kept
}

/**
 * Listens to a place while its screen is shown. What happens there is repaired into the cache: numbers change where
 * they stand, and nothing moves. Everything it needs is loaded once the page is idle.
 *
 * @param place null for nothing
 */
export function useLive(place: LivePlace | null): void {
  const platform = usePlatform()
  const cache = useQueryClient()
  const isPaused = useIsPaused()
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

/** True while live updates are paused, with its switch. This browser remembers it. */
export function usePause(): { isPaused: boolean; pause: (isPaused: boolean) => void } {
  const { memory } = usePlatform()
  const cache = useQueryClient()
  return {
    isPaused: useIsPaused(),
    pause(isPaused) {
      memory.set(PAUSED, isPaused ? 'yes' : null)
      cache.setQueryData(pausedQuery.queryKey, isPaused)
    },
  }
}

/** Puts what has arrived where it belongs. */
export async function updateOrder(cache: QueryClient): Promise<void> {
  cache.setQueryData(newsQuery(HALL).queryKey, (news = QUIET) => ({ ...news, arrived: [] }))
  await cache.invalidateQueries({ queryKey: LISTS_KEY })
}
