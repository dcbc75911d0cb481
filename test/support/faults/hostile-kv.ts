import type { DenyStore } from '#worker/limits/deny-cache.ts'

/** Faults of the real KV store that the local one never shows. */
export type Hostility = {
  /** Reads return the state of this long ago, including misses. */
  staleMs?: number
  /** A second write to a key within a second is rejected. */
  refuseFastWrites?: boolean
  /** Every call fails. */
  outage?: boolean
  /** Reads never return; writes are stored. */
  hangs?: boolean
  /** Stores only the last of this many consecutive writes. */
  keepsEvery?: number
}

/** Creates a KV store that behaves as badly as its documentation allows, on an injected clock. Counts its calls. */
export function createHostileKv(clock: () => number, hostility: Hostility = {}) {
  const history = new Map<string, { at: number; value: string }[]>()
  const calls = { reads: 0, writes: 0 }

  const store: DenyStore = {
    async get(keys) {
      calls.reads++
      if (hostility.outage) throw new Error('KV GET failed: 503 Service Unavailable')
      if (hostility.hangs) return new Promise(() => {})
      const seenUntil = clock() - (hostility.staleMs ?? 0)
      return new Map(
        keys.map((key) => [key, (history.get(key) ?? []).findLast(({ at }) => at <= seenUntil)?.value ?? null]),
      )
    },
    async put(key, value) {
      calls.writes++
      if (hostility.outage) throw new Error('KV PUT failed: 503 Service Unavailable')
      if (calls.writes % (hostility.keepsEvery ?? 1) !== 0) return
      const entries = history.get(key) ?? []
      const last = entries.at(-1)
      if (hostility.refuseFastWrites && last !== undefined && clock() - last.at < 1000)
        throw new Error('KV PUT failed: 429 Too Many Requests')
      history.set(key, [...entries, { at: clock(), value }])
    },
  }
  return { store, calls }
}
