import { type ComponentType, useEffect, useState } from 'react'
import { onToastWaiting } from './toast.ts'

const IDLE_AFTER_MS = 2_000

/**
 * Fetches the place for toasts once the page has nothing better to do, or something to say. Without a network it
 * waits for one, and what was said waits with it.
 *
 * @param props.load brings that place, and whatever else may come late; it must stay the same
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
