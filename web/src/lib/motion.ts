import { useSyncExternalStore } from 'react'

/** Whether this person has asked for stillness: everything that would move is then simply there. So is a page that the build writes. */
export const wantsStillness = (): boolean =>
  typeof matchMedia === 'undefined' || matchMedia('(prefers-reduced-motion: reduce)').matches

/** The same while rendering; the server takes it that nobody wants it. */
export const useStillness = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    wantsStillness,
    () => false,
  )
