import type { WatchOptions } from './live/watch.ts'
import type { LivePlace } from './live/news.ts'

const load = () => import('./live/watch.ts')

/** Loads the code of live updates ahead of the first subscription. */
export const prefetchWatch = (): unknown => load().catch(() => {})

/** Subscribes to live updates. The code is lazy-loaded by the first subscription; a page that cannot load it goes without. */
export const loadWatch = (place: LivePlace, options: WatchOptions): Promise<void> =>
  load()
    .then(({ watch }) => watch(place, options))
    .catch(() => {})
