import { useRef } from 'react'

/**
 * Ignores calls of `action` while an earlier one runs. A mutation's `isPending` is what the last render saw: a second
 * press within the same moment comes before React has rendered the first.
 *
 * @returns the action guarded; it resolves at once for a call that is ignored, and rejects as the action does
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
