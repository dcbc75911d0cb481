import { type ComponentType, useEffect, useState } from 'react'
import { onToastWaiting } from './toast.ts'

const IDLE_AFTER_MS = 2_000

/**
 * Loads the toaster when the page is idle or the first toast is shown. Offline, it and its queued toasts wait for the
 * network.
 *
 * @param props.load loads the toaster and other late code; must be stable
 */
export function LazyToaster({ load }: { load: () => Promise<{ default: ComponentType }> }) {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)

  useEffect(() => {
    const fetchIt = () =>
      void load().then(
        (part) => setToaster(() => part.default),
        () => {},
      )
    const forget = onToastWaiting(fetchIt)
    window.addEventListener('online', fetchIt)
    const timer = setTimeout(fetchIt, IDLE_AFTER_MS)
    return () => {
      forget()
      window.removeEventListener('online', fetchIt)
      clearTimeout(timer)
    }
  }, [load])

  return Toaster ? <Toaster /> : null
}
