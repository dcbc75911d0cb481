import type { TextStore } from '../page.ts'

/** One value that outlives the page, where the browser keeps anything at all; else it lives as long as the page does. */
export type Kept<T> = {
  readonly get: () => T | null
  readonly set: (value: T | null) => void
}

/** @param read what a stored value means; null when it is not valid */
export function createKept<T>(store: TextStore, key: string, read: (value: unknown) => T | null): Kept<T> {
  let unkept: T | null = null

  return {
    get() {
      if (unkept !== null) return unkept
      try {
        return read(JSON.parse(store.get(key) ?? 'null'))
      } catch {
        return null
      }
    },
    set(value) {
      const isKept = store.set(key, value === null ? null : JSON.stringify(value))
      unkept = isKept ? null : value
    },
  }
}
