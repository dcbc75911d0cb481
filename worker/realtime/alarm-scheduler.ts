import type { Clock } from '#worker/env.ts'

/** Multiplexes the Durable Object's single alarm: schedules the earliest requested time. */
export function createAlarmScheduler(storage: DurableObjectStorage, clock: Clock) {
  let scheduledAt: number | null = null
  return {
    /** Reads the alarm that is set. To be awaited once, before any other call. */
    load: async (): Promise<void> => void (scheduledAt = await storage.getAlarm()),
    schedule(inMs: number): void {
      const at = clock() + inMs
      if (scheduledAt !== null && scheduledAt <= at) return
      scheduledAt = at
      void storage.setAlarm(at)
    },
    /** The alarm has fired or was deleted: each purpose that still needs it schedules it again. */
    hasFired: (): void => void (scheduledAt = null),
  }
}
