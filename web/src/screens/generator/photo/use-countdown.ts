import { useEffect, useRef, useState } from 'react'

const FROM = 3
const STEP_MS = 1000

/**
 * Three, two, one. Ends without a word when what it counts for is no longer the same.
 *
 * @param target what it counts for, or null while there is nothing to count for
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
