import { ANALYTICS_BATCH_EVENTS, ANALYTICS_QUEUE_MAX_EVENTS } from '../limits.ts'
import { isRecord } from '../failure.ts'
import type { AnalyticsEvent } from './event.ts'
import type { StoredValue } from './stored-value.ts'

export const readEvents = (value: unknown): AnalyticsEvent[] | null =>
  Array.isArray(value) ? (value.filter(isRecord) as unknown as AnalyticsEvent[]) : null

/** Returns an event's deduplication key. Events stored by an older page have no id. */
const getKey = (event: AnalyticsEvent): string => event.event_id ?? JSON.stringify(event)

/**
 * The queue of unsent events, in storage that all tabs share. Each access rereads it, because another tab may have sent
 * some. An event is removed only once the server has confirmed it (at-least-once delivery).
 */
export function createQueue(stored: StoredValue<AnalyticsEvent[]>) {
  const all = () => stored.get() ?? []

  return {
    size: () => all().length,
    add: (event: AnalyticsEvent) => stored.set([...all(), event].slice(-ANALYTICS_QUEUE_MAX_EVENTS)),
    /** Returns the next events to send, oldest first. */
    batch: () => all().slice(0, ANALYTICS_BATCH_EVENTS),
    remove(events: readonly AnalyticsEvent[]) {
      const sent = new Set(events.map(getKey))
      const unsent = all().filter((event) => !sent.has(getKey(event)))
      stored.set(unsent.length === 0 ? null : unsent)
    },
    clear: () => stored.set(null),
  }
}

export type Queue = ReturnType<typeof createQueue>
