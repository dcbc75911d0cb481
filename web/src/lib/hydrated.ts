import { useSyncExternalStore } from 'react'
import { usePlatform } from './platform.tsx'

/** Neither changes while a page is open, but for the moment when the app has taken over the served HTML. */
const never = () => () => {}

/** False on the server and while its HTML is taken over, so that both render the same; true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** What this browser keeps under a key. Null on the server and while its HTML is taken over: only the browser knows. */
export function useKept(key: string): string | null {
  const { memory } = usePlatform()
  return useSyncExternalStore(
    never,
    () => memory.get(key),
    () => null,
  )
}
