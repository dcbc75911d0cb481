import type { Cancel, Host } from '../host.ts'
import { ANALYTICS_BATCH_EVENTS, ANALYTICS_FLUSH_MS, ANALYTICS_RETRY_MAX_DELAY_MS } from '../limits.ts'
import type { AnalyticsEvent } from './event.ts'
import type { Queue } from './queue.ts'

/** Exponential backoff with jitter, from 3 s. */
export const retryDelayMs = (failures: number, random: number): number =>
  Math.min(ANALYTICS_FLUSH_MS * 2 ** (failures - 1), ANALYTICS_RETRY_MAX_DELAY_MS) * (1 + random / 4)

export type SendingDeps = {
  readonly host: Pick<Host, 'after' | 'random'>
  readonly queue: Queue
  /** Runs its work in one tab at a time (Web Locks). */
  readonly alone: (work: () => Promise<void>) => Promise<void>
  /** When it throws, the events stay in the queue. */
  readonly send: (events: readonly AnalyticsEvent[]) => Promise<void>
  readonly maySend: () => boolean
}

/** Sends queued events in batches: at ten events or after three seconds. Failures back off exponentially. */
export function createSending({ host, queue, alone, send, maySend }: SendingDeps) {
  let failures = 0
  let isSending = false
  let stopTimer: Cancel | null = null

  function stop(): void {
    stopTimer?.()
    stopTimer = null
  }

  function schedule(): void {
    if (isSending || !maySend() || queue.size() === 0) return
    if (failures === 0 && queue.size() >= ANALYTICS_BATCH_EVENTS) return void flush()
    const delay = failures === 0 ? ANALYTICS_FLUSH_MS : retryDelayMs(failures, host.random())
    stopTimer ??= host.after(delay, () => void flush())
  }

  /** Sends the next batch now. Never throws, because no caller awaits it. */
  async function flush(): Promise<void> {
    stop()
    if (isSending || !maySend()) return
    isSending = true
    try {
      await alone(async () => {
        const batch = queue.batch()
        if (batch.length === 0) return
        await send(batch)
        queue.remove(batch)
      })
      failures = 0
    } catch {
      failures += 1
    }
    isSending = false
    schedule()
  }

  return { schedule, flush, stop }
}
