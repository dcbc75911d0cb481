import { useSyncExternalStore } from 'react'
import { networkError } from '#web/lib/failure.ts'

function subscribe(listener: () => void) {
  const events = ['online', 'offline'] as const
  for (const event of events) window.addEventListener(event, listener)
  return () => {
    for (const event of events) window.removeEventListener(event, listener)
  }
}

/** `navigator.onLine`: false without a network interface. True does not mean that the server is reachable. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

/** The browser's `navigator`, which the server lacks. */
const { navigator: network }: { navigator?: { onLine?: boolean } } = globalThis

/**
 * Loads a chunk only when online. Browsers cache a failed import and reject it again until the page reloads.
 *
 * @throws CodedError `NETWORK_ERROR` without a network interface, and what `load` throws
 */
export const whileOnline =
  <T>(load: () => Promise<T>) =>
  (): Promise<T> =>
    network?.onLine === false ? Promise.reject(networkError()) : load()

/** True if this site responds, even with 404. `navigator.onLine` is also true without internet access. */
export const isServerReached = (): Promise<boolean> =>
  fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
