import { useSyncExternalStore } from 'react'

/**
 * True if this person has asked for stillness: everything that would move is then simply there. So is a page that the
 * build writes.
 */
export const wantsStillness = (): boolean =>
  typeof matchMedia === 'undefined' || matchMedia('(prefers-reduced-motion: reduce)').matches

/** True if the visitor prefers reduced motion. The server assumes not. */
export const useStillness = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    wantsStillness,
    () => false,
  )
