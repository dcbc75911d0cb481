import { useState } from 'react'

/**
 * A sheet that is loaded when it is first opened and begins anew every time: mount it while `times` is not 0, with
 * `times` as its key.
 */
export function useSheet() {
  const [{ times, isOpen }, set] = useState({ times: 0, isOpen: false })
  return {
    times,
    isOpen,
    open: () => set((before) => ({ times: before.times + 1, isOpen: true })),
    close: () => set((before) => ({ ...before, isOpen: false })),
  }
}
