/** What was written to KV when, so that a read can answer as it would have some time ago: its caches hold for a minute. */
export function createKvMemory(clock: () => number) {
  const history = new Map<string, { at: number; value: string | null }[]>()
  const valueOf = (key: string, ageMs: number): string | null =>
    (history.get(key) ?? []).findLast(({ at }) => at <= clock() - ageMs)?.value ?? null

  return {
    /** Remembers a write; null: the key was removed. */
    keep(key: string, value: string | null): void {
      history.set(key, [...(history.get(key) ?? []), { at: clock(), value }])
    },
    /** As `get` answers for one key or several, `ageMs` ago. */
    asOf: (asked: string | string[], ageMs: number): unknown =>
      typeof asked === 'string'
        ? valueOf(asked, ageMs)
        : new Map(asked.map((key) => [key, valueOf(key, ageMs)] as const)),
  }
}
