import { useEffect, useState } from 'react'
import type { Reveal } from './reveal.tsx'

/** Duration of the count-up, slightly shorter than the foil's exit. */
const COUNT_MS = 600

/** Returns a fraction that grows from 0 to 1 while the foil leaves the card. */
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
