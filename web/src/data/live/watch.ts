import type { QueryClient } from '@tanstack/react-query'
import { cardChannel, HALL_CHANNEL, jobChannel } from '#shared/contracts/live.ts'
import type { LiveListener } from '#web/lib/live.ts'
import type { Platform } from '#web/lib/platform.tsx'
import { configQuery } from '../config.ts'
import { heardJobs } from '../generations.ts'
import { type LiveNews, type LivePlace, newsQuery, QUIET } from './news.ts'
import { createRepair } from './repair.ts'

export type WatchOptions = { platform: Platform; cache: QueryClient; signal: AbortSignal }

/** While nothing is heard, it is asked for this often; generations have a pace of their own. */
const ASK_MS = 20_000
const RETRY_MS = 30_000
/** The screen may show older data when the subscription begins: after a pause, or on a page that was long in coming. */
const OLD_MS = 3_000

const CHANNELS: Record<LivePlace['kind'], (id: string) => string> = {
  hall: () => HALL_CHANNEL,
  card: cardChannel,
  job: jobChannel,
}

/** Listens to a place until the signal ends it. Without a connection it falls back to polling. */
export function watch(place: LivePlace, { platform, cache, signal }: WatchOptions): void {
  const { queryKey } = newsQuery(place)
  const change = (part: Partial<LiveNews>) => {
    if (!signal.aborted) cache.setQueryData(queryKey, (news = QUIET) => ({ ...news, ...part }))
  }
  const repair = createRepair(place, { platform, cache, change })
  let isHeard = false
  /** From then on something may have been missed whenever it is heard again. */
  let hasBeenHeard = false

  const listener: LiveListener = {
    onMessage: repair.told,
    onPresence: place.kind === 'job' ? null : (fans) => change({ fans }),
    onState(isOn) {
      isHeard = isOn
      if (place.kind === 'job') heardJobs[isOn ? 'add' : 'delete'](place.id)
      if (isOn && (hasBeenHeard || repair.shownSince() < Date.now() - OLD_MS)) repair.ask()
      hasBeenHeard ||= isOn
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

  const askInstead = () => {
    if (!isHeard && !document.hidden) repair.ask()
  }
  const asking = setInterval(askInstead, ASK_MS)
  // When the tab is visible or online again the next poll is not awaited.
  addEventListener('online', askInstead, { signal })
  document.addEventListener('visibilitychange', askInstead, { signal })
  signal.addEventListener('abort', () => {
    clearInterval(asking)
    heardJobs.delete(place.id)
    cache.setQueryData(queryKey, QUIET)
  })
}
