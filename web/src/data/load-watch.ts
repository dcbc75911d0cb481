import type { WatchOptions } from './live/watch.ts'
import type { LivePlace } from './live.ts'

/** Listens to a place. What it takes is loaded by the first who does; a page that cannot load it shows what it has. */
export const loadWatch = (place: LivePlace, options: WatchOptions): Promise<void> =>
  import('./live/watch.ts').then(({ watch }) => watch(place, options)).catch(() => {})
