import { useSyncExternalStore } from 'react'
import { networkError } from '#web/lib/failure.ts'

function subscribe(listener: () => void) {
  const events = ['online', 'offline'] as const
  for (const event of events) window.addEventListener(event, listener)
  return () => {
    for (const event of events) window.removeEventListener(event, listener)
  }
}

/** `navigator.onLine`: false without a network interface; true does not mean that the server can be reached. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

/** The browser's network state; the server has none. */
const { navigator: network }: { navigator?: { onLine?: boolean } } = globalThis

/**
 * Fetches a part of the app, unless there is no network: a browser remembers which files failed, and answers later
 * imports of them with that failure until the page is loaded again.
 *
 * @throws CodedError `NETWORK_ERROR` without a network interface, and what `load` throws
 */
export const whileOnline =
  <T>(load: () => Promise<T>) =>
  (): Promise<T> =>
    network?.onLine === false ? Promise.reject(networkError()) : load()

/** True if this site answers just now, be it by 404: `navigator.onLine` is true of a network that leads nowhere. */
export const isServerReached = (): Promise<boolean> =>
  fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
