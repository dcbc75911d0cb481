import type { Clock } from '#worker/env.ts'

export type Bell = ReturnType<typeof createBell>

/** An object's one alarm for several purposes: it rings at the earliest time that was asked for. */
export function createBell(storage: DurableObjectStorage, clock: Clock) {
  let ringsAt: number | null = null
  return {
    /** To be awaited once, before anything is asked of it. */
    wake: async (): Promise<void> => void (ringsAt = await storage.getAlarm()),
    ring(inMs: number): void {
      const at = clock() + inMs
      if (ringsAt !== null && ringsAt <= at) return
      ringsAt = at
      void storage.setAlarm(at)
    },
    /** It rings, or has been taken away: whoever still needs it asks again. */
    hasRung: (): void => void (ringsAt = null),
  }
}
