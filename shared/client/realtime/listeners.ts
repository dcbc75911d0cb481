import type { Cancel } from '../host.ts'

/** Those who want to be told of something, in the order they came. What one of them throws keeps nothing from the others. */
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
