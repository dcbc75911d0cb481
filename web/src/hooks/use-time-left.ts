import { useEffect, useState } from 'react'
import { timeUntil } from '#shared/time.ts'
import { usePlatform } from '#web/lib/platform.tsx'

const TICK_MS = 10_000

/** Counts down the time until a moment, in words. Null without one, and after it has passed. */
export function useTimeLeft(until: number | null): string | null {
  const { now } = usePlatform()
  const [, tick] = useState(0)

  useEffect(() => {
    if (until === null) return
    const timer = setInterval(() => tick((ticks) => ticks + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [until])

  const left = until === null ? 0 : until - now()
  return left > 0 ? timeUntil(left) : null
}
