import { useEffect, useRef, useState } from 'react'
import { wantsStillness } from '#web/lib/motion.ts'
import { pickOther } from '#web/lib/pick-other.ts'

const TICK_MS = 60
/** 600 ms in all: long enough to be a roll, too short to be a wait. */
const TICKS = 10

/**
 * A random pick that rolls through others before it lands. Where stillness is wanted it lands at once.
 *
 * @returns `rolling`: what to show meanwhile, or null
 */
export function useSpin<T>(all: readonly T[], current: T | null, onLand: (picked: T) => void) {
  const [rolling, setRolling] = useState<T | null>(null)
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  useEffect(() => () => clearInterval(timer.current), [])

  function spin() {
    if (rolling !== null) return
    const picked = pickOther(all, current)
    if (wantsStillness()) return onLand(picked)

    let shown = pickOther(all, current)
    let ticks = 0
    setRolling(shown)
    timer.current = setInterval(() => {
      shown = pickOther(all, shown)
      ticks += 1
      if (ticks < TICKS) return setRolling(shown)
      clearInterval(timer.current)
      setRolling(null)
      onLand(picked)
    }, TICK_MS)
  }
  return { rolling, spin }
}
