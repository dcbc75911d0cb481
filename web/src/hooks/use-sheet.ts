import { useState } from 'react'

/**
 * State of a sheet that loads when first opened and resets each time. Mount it while `times` is not 0, with `times` as
 * its key.
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
