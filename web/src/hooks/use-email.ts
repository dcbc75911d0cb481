import { useSyncExternalStore } from 'react'
import { usePlatform } from '#web/lib/platform.tsx'

/** Returns the signed-in user's email, or null. */
export function useEmail(): string | null {
  const { account } = usePlatform()
  return useSyncExternalStore(account.subscribe, account.email, () => null)
}
