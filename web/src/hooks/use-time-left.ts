import { useEffect, useState } from 'react'
import { timeUntil } from '#shared/time.ts'
import { usePlatform } from '#web/lib/platform.tsx'

const TICK_MS = 10_000

/** The time until a moment in words, as it gets shorter; null without one, or once it is over. */
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
