import type { Clock } from '#worker/env.ts'

/** Multiplexes the Durable Object's single alarm: schedules the earliest requested time. */
export class AlarmScheduler {
  private readonly storage: DurableObjectStorage
  private readonly clock: Clock
  private scheduledAt: number | null = null

  constructor(storage: DurableObjectStorage, clock: Clock) {
    this.storage = storage
    this.clock = clock
  }

  /** Reads the current alarm. Await this once, before any other call. */
  async load(): Promise<void> {
    this.scheduledAt = await this.storage.getAlarm()
  }

  schedule(inMs: number): void {
    const at = this.clock() + inMs
    if (this.scheduledAt !== null && this.scheduledAt <= at) return
    this.scheduledAt = at
    void this.storage.setAlarm(at)
  }

  /** Call this when the alarm has fired or was deleted. Whoever still needs it must schedule it again. */
  hasFired(): void {
    this.scheduledAt = null
  }
}
