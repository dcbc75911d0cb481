import type { Cancel } from '../host.ts'

/** Event listeners, called in the order they were added. One that throws does not keep the others from being called. */
export function createListeners<Told extends readonly unknown[]>() {
  const listeners = new Set<(...told: Told) => void>()
  return {
    tell(...told: Told) {
      for (const listener of listeners) {
        try {
          listener(...told)
        } catch (thrown) {
          setTimeout(() => {
            throw thrown
          })
        }
      }
    },
    add(listener: (...told: Told) => void): Cancel {
      // One listener that is added twice is two.
      const own = (...told: Told) => listener(...told)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    hasAny: () => listeners.size > 0,
  }
}
