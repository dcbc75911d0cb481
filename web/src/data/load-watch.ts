import type { WatchOptions } from './live/watch.ts'
import type { LivePlace } from './live/news.ts'

const load = () => import('./live/watch.ts')

/** Loads the code of live updates ahead of the first subscription. */
export const prefetchWatch = (): unknown => load().catch(() => {})

/** Subscribes to live updates. The first subscription lazy-loads the code. If that fails, the page has no updates. */
export const loadWatch = (place: LivePlace, options: WatchOptions): Promise<void> =>
  load()
    .then(({ watch }) => watch(place, options))
    .catch(() => {})
