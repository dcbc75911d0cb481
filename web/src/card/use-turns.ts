import { useEffect, useState } from 'react'
import { useStillness } from '#web/hooks/motion.ts'

/** The third turn starts after 4.2 s and takes 0.7 s (`.deck` in example-stage.module.css). */
export const TURN_EVERY_MS = 1400
/** Automatic motion must stop within five seconds (WCAG 2.2, 2.2.2). Three turns end at the first card. */
const AUTO_TURNS = 3

/**
 * Counts turns: three automatic ones, none with reduced motion, and unlimited once the visitor presses Play.
 *
 * @param isReady whether the other cards have loaded
 */
export function useTurns(isReady: boolean) {
  const [turns, setTurns] = useState(0)
  const isStill = useStillness()
  const [chosen, setMode] = useState<'on' | 'off' | null>(null)
  const mode = chosen ?? (isStill ? 'off' : 'auto')
  const isTurning = mode === 'on' || (mode === 'auto' && turns < AUTO_TURNS)

  useEffect(() => {
    if (!isTurning || !isReady) return
    // On a busy device the timer may fire once more before the effect stops it.
    const next = (before: number) => (mode === 'on' || before < AUTO_TURNS ? before + 1 : before)
    const timer = setInterval(() => setTurns(next), TURN_EVERY_MS)
    return () => clearInterval(timer)
  }, [isTurning, isReady, mode])

  return { turns, isTurning, toggle: () => setMode(isTurning ? 'off' : 'on') }
}
