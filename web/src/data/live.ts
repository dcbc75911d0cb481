import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useStored } from '#web/hooks/hydrated.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { whenIdle } from '#web/data/when-idle.ts'
import { LISTS_KEY } from './cards.ts'
import { HALL, type LiveNews, type LivePlace, newsQuery, QUIET } from './live/news.ts'
import { loadWatch } from './load-watch.ts'

const PAUSED = 'live-paused'

/** This page's pause switch. Until it has data, the stored preference applies. */
const pausedQuery = queryOptions<boolean>({ queryKey: [PAUSED], queryFn: skipToken })

function useIsPaused(): boolean {
  const stored = useStored(PAUSED) !== null
  return useQuery(pausedQuery).data ?? stored
}

/**
 * Subscribes to live updates while a screen is mounted and applies them to the cache. Numbers change in place, and
 * nothing is reordered. The code loads once the page is idle.
 *
 * @param place null for no subscription
 */
export function useLive(place: LivePlace | null): void {
  const platform = usePlatform()
  const cache = useQueryClient()
  const isPaused = useIsPaused()
  const { kind, id = null } = place ?? {}

  useEffect(() => {
    if (kind === undefined || id === null || isPaused) return
    const controller = new AbortController()
    const { signal } = controller
    whenIdle(() => void loadWatch({ kind, id }, { platform, cache, signal }), signal)
    return () => controller.abort()
  }, [kind, id, isPaused, platform, cache])
}

export const useLiveNews = (place: LivePlace): LiveNews => useQuery(newsQuery(place)).data ?? QUIET

/** The setting that pauses live updates. This browser remembers it. */
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

/** Reloads the lists, so that new cards appear in order. */
export async function updateOrder(cache: QueryClient): Promise<void> {
  cache.setQueryData(newsQuery(HALL).queryKey, (news = QUIET) => ({ ...news, arrived: [] }))
  await cache.invalidateQueries({ queryKey: LISTS_KEY })
}
