import { useEffect, useRef, useState } from 'react'

const FROM = 3
const STEP_MS = 1000

/**
 * Counts down from three. Stops silently when the target changes.
 *
 * @param target the object that the countdown is for, or null
 */
export function useCountdown(target: object | null, onZero: () => void) {
  const [run, setRun] = useState<{ target: object; left: number } | null>(null)
  const left = run !== null && run.target === target ? run.left : null
  const latest = useRef(onZero)
  useEffect(() => {
    latest.current = onZero
  })

  useEffect(() => {
    if (left === null || target === null) return
    const timer = setTimeout(() => {
      setRun(left === 1 ? null : { target, left: left - 1 })
      if (left === 1) latest.current()
    }, STEP_MS)
    return () => clearTimeout(timer)
  }, [left, target])

  return { left, start: () => setRun(target && { target, left: FROM }), stop: () => setRun(null) }
}
