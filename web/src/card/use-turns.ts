import { useEffect, useState } from 'react'
import { useStillness } from '#web/hooks/motion.ts'

/** The third begins after 4.2 s and takes 0.7 (`.deck` in example-stage.module.css). */
export const TURN_EVERY_MS = 1400
/** Movement that starts by itself stops within five seconds (WCAG 2.2, 2.2.2): three turns, back to the first card. */
const OWN_TURNS = 3

/**
 * Counts turns: three by themselves, none where stillness is wanted, and on and on once the visitor has switched them
 * on.
 *
 * @param isReady whether there is something to turn to
 * @returns `turns` so far, and whether it `isTurning`
 */
export function useTurns(isReady: boolean) {
  const [turns, setTurns] = useState(0)
  const isStill = useStillness()
  const [chosen, setMode] = useState<'on' | 'off' | null>(null)
  const mode = chosen ?? (isStill ? 'off' : 'own')
  const isTurning = mode === 'on' || (mode === 'own' && turns < OWN_TURNS)

  useEffect(() => {
    if (!isTurning || !isReady) return
    // Its timer may go off once more before a busy device has rendered that it is to stop.
    const next = (before: number) => (mode === 'on' || before < OWN_TURNS ? before + 1 : before)
    const timer = setInterval(() => setTurns(next), TURN_EVERY_MS)
    return () => clearInterval(timer)
  }, [isTurning, isReady, mode])

  return { turns, isTurning, toggle: () => setMode(isTurning ? 'off' : 'on') }
}
