import { useSyncExternalStore } from 'react'

/** True if the visitor prefers reduced motion, and outside of a browser. */
export const wantsStillness = (): boolean =>
  typeof matchMedia === 'undefined' || matchMedia('(prefers-reduced-motion: reduce)').matches

/** True if the visitor prefers reduced motion. The server assumes not. */
export const useStillness = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    wantsStillness,
    () => false,
  )
