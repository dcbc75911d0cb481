import { lazy, Suspense, useEffect, useState } from 'react'
import { onToastWaiting } from './toast.ts'

const Toaster = lazy(() => import('./toaster.tsx'))
const IDLE_AFTER_MS = 2_000

/** Fetches the place for toasts once the page has nothing better to do, or something to say. */
export function LazyToaster() {
  const [isWanted, setIsWanted] = useState(false)

  useEffect(() => {
    const want = () => setIsWanted(true)
    const forget = onToastWaiting(want)
    const timer = setTimeout(want, IDLE_AFTER_MS)
    return () => {
      forget()
      clearTimeout(timer)
    }
  }, [])

  return <Suspense>{isWanted ? <Toaster /> : null}</Suspense>
}
