import { useRef } from 'react'

/**
 * Ignores calls of `action` while an earlier one runs. A mutation's `isPending` updates only with the next render, so it
 * misses a quick second press.
 *
 * @returns the guarded action; an ignored call resolves immediately
 */
export function useSingleFlight<Args extends unknown[]>(action: (...args: Args) => Promise<void>) {
  const isRunning = useRef(false)
  return async (...args: Args): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await action(...args)
    } finally {
      isRunning.current = false
    }
  }
}
