import type { Cancel } from '../host.ts'

/** Event listeners, called in the order they were added. A listener that throws does not stop the others. */
export function createListeners<Args extends readonly unknown[]>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    tell(...args: Args) {
      for (const listener of listeners) {
        try {
          listener(...args)
        } catch (thrown) {
          setTimeout(() => {
            throw thrown
          })
        }
      }
    },
    add(listener: (...args: Args) => void): Cancel {
      // Wrapped, so that the same listener can be added twice.
      const own = (...args: Args) => listener(...args)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    hasAny: () => listeners.size > 0,
  }
}
