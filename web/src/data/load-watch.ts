import type { WatchOptions } from './live/watch.ts'
import type { LivePlace } from './live/news.ts'

/** Subscribes to live updates. The code is lazy-loaded by the first subscription; a page that cannot load it goes without. */
export const loadWatch = (place: LivePlace, options: WatchOptions): Promise<void> =>
  import('./live/watch.ts').then(({ watch }) => watch(place, options)).catch(() => {})
