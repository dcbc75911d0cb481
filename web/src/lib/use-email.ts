import { useSyncExternalStore } from 'react'
import { usePlatform } from './platform.tsx'

/** The address of who is signed in, or null. */
export function useEmail(): string | null {
  const { account } = usePlatform()
  return useSyncExternalStore(account.subscribe, account.email, account.email)
}
