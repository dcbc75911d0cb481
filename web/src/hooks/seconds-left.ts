import { useEffect, useState } from 'react'
import { usePlatform } from '#web/lib/platform.tsx'

/** Counts down the whole seconds until a time. 0 without one, and after it has passed. */
export function useSecondsLeft(until: number | null): number {
  const { now } = usePlatform()
  const [, tick] = useState(0)
  const left = until === null ? 0 : Math.max(0, Math.ceil((until - now()) / 1000))
  const isCounting = left > 0

  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(() => tick((ticks) => ticks + 1), 1000)
    return () => clearInterval(timer)
  }, [isCounting])

  return left
}
