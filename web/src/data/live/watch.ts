import type { QueryClient } from '@tanstack/react-query'
import { cardChannel, HALL_CHANNEL, jobChannel } from '#shared/contracts/live.ts'
import type { LiveListener } from '#web/lib/live.ts'
import type { Platform } from '#web/lib/platform.tsx'
import { configQuery } from '../config.ts'
import { pushedJobs } from '../generations.ts'
import { type LiveNews, type LivePlace, newsQuery, QUIET } from './news.ts'
import { createRepair } from './cache-updates.ts'

export type WatchOptions = { platform: Platform; cache: QueryClient; signal: AbortSignal }

/** Poll interval without a connection. Generations have their own. */
const POLL_MS = 20_000
/** Shorter for leagues, whose members wait for each other's cards. */
const LEAGUE_POLL_MS = 12_000
const RETRY_MS = 30_000
/** Data older than this is refetched when the subscription starts: after a pause, or on a page that loaded slowly. */
const STALE_MS = 3_000

const CHANNELS: Record<LivePlace['kind'], (id: string) => string> = {
  hall: () => HALL_CHANNEL,
  card: cardChannel,
  job: jobChannel,
  league: (channel) => channel,
}

/** Subscribes to live updates until the signal aborts. Falls back to polling without a connection. */
export function watch(place: LivePlace, { platform, cache, signal }: WatchOptions): void {
  const { queryKey } = newsQuery(place)
  const change = (part: Partial<LiveNews>) => {
    if (!signal.aborted) cache.setQueryData(queryKey, (news = QUIET) => ({ ...news, ...part }))
  }
  const repair = createRepair(place, { platform, cache, change })
  let isHeard = false
  /** True after the first connection. Each later one may have missed updates. */
  let hasConnected = false

  const listener: LiveListener = {
    onMessage: repair.apply,
    onPresence: place.kind === 'job' ? null : (fans) => change({ fans }),
    onState(isOn) {
      isHeard = isOn
      if (place.kind === 'job') pushedJobs[isOn ? 'add' : 'delete'](place.id)
      if (isOn && (hasConnected || repair.getOldestUpdate() < Date.now() - STALE_MS)) repair.ask()
      hasConnected ||= isOn
      change(isOn ? { isHeard } : { isHeard, fans: null })
    },
    onMissed: repair.ask,
  }

  async function open() {
    const config = await cache.ensureQueryData(configQuery(platform.api))
    const live = await platform.openLive(config)
    if (signal.aborted) return
    const stop = live.listen(CHANNELS[place.kind](place.id), listener)
    signal.addEventListener('abort', stop)
  }
  const tryToOpen = () => {
    if (!signal.aborted) open().catch(() => setTimeout(tryToOpen, RETRY_MS))
  }
  tryToOpen()

  const poll = () => {
    if (!isHeard && !document.hidden) repair.ask()
  }
  const timer = setInterval(poll, place.kind === 'league' ? LEAGUE_POLL_MS : POLL_MS)
  // Polls immediately when the tab is visible or online again.
  addEventListener('online', poll, { signal })
  document.addEventListener('visibilitychange', poll, { signal })
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    pushedJobs.delete(place.id)
    cache.setQueryData(queryKey, QUIET)
  })
}
