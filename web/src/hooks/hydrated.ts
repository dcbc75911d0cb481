import { useSyncExternalStore } from 'react'
import { usePlatform } from '#web/lib/platform.tsx'

/** The values below change only at hydration, so there is nothing to subscribe to. */
const never = () => () => {}

/** Returns false on the server and during hydration, so that both render the same; true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** Returns this browser's stored value of a key. Null on the server and during hydration. */
export function useStored(key: string): string | null {
  const { memory } = usePlatform()
  return useSyncExternalStore(
    never,
    () => memory.get(key),
    () => null,
  )
}
