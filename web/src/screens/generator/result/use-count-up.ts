import { useEffect, useState } from 'react'
import type { Reveal } from './reveal.tsx'

/** The time in which the stats count up, a little shorter than the foil takes to leave. */
const COUNT_MS = 600

/** Returns a part from 0 to 1 that grows while the foil leaves the card: 0 before, 1 afterwards. */
export function useCountUp(state: Reveal['state']): number {
  const [part, setPart] = useState(0)
  useEffect(() => {
    if (state !== 'leaving') return
    const start = performance.now()
    let frame = requestAnimationFrame(count)
    function count(now: number) {
      const linear = Math.min(1, Math.max(0, (now - start) / COUNT_MS))
      setPart(1 - (1 - linear) ** 3)
      frame = requestAnimationFrame(count)
    }
    return () => cancelAnimationFrame(frame)
  }, [state])
  return state === 'over' ? 1 : part
}
