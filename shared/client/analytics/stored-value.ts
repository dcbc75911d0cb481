import type { TextStore } from '../page.ts'

/** A value in browser storage. Where storage fails, it lives as long as the page. */
export type StoredValue<T> = {
  readonly get: () => T | null
  readonly set: (value: T | null) => void
}

/** @param read parses a stored value; null when it is invalid */
export function createStoredValue<T>(
  store: TextStore,
  key: string,
  read: (value: unknown) => T | null,
): StoredValue<T> {
  let unsaved: T | null = null

  return {
    get() {
      if (unsaved !== null) return unsaved
      try {
        return read(JSON.parse(store.get(key) ?? 'null'))
      } catch {
        return null
      }
    },
    set(value) {
      const isStored = store.set(key, value === null ? null : JSON.stringify(value))
      unsaved = isStored ? null : value
    },
  }
}
