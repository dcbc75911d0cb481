import { useSyncExternalStore } from 'react'
import { usePlatform } from '#web/lib/platform.tsx'

/** The signed-in user's address, or null. */
export function useEmail(): string | null {
  const { account } = usePlatform()
  return useSyncExternalStore(account.subscribe, account.email, () => null)
}
