import { ANALYTICS_BATCH_EVENTS, ANALYTICS_QUEUE_MAX_EVENTS } from '../limits.ts'
import { isRecord } from '../failure.ts'
import type { AnalyticsEvent } from './event.ts'
import type { Kept } from './kept.ts'

export const readEvents = (value: unknown): AnalyticsEvent[] | null =>
  Array.isArray(value) ? (value.filter(isRecord) as unknown as AnalyticsEvent[]) : null

/** The deduplication key of an event; one that an older page stored has no id. */
const nameOf = (event: AnalyticsEvent): string => event.event_id ?? JSON.stringify(event)

/**
 * The queue of unsent events, in storage shared by all tabs: read anew each time, because another may have sent some.
 * An event is removed only once the server has confirmed it (at-least-once delivery).
 */
export function createQueue(kept: Kept<AnalyticsEvent[]>) {
  const all = () => kept.get() ?? []

  return {
    size: () => all().length,
    add: (event: AnalyticsEvent) => kept.set([...all(), event].slice(-ANALYTICS_QUEUE_MAX_EVENTS)),
    /** Returns the next events to send, oldest first. */
    batch: () => all().slice(0, ANALYTICS_BATCH_EVENTS),
    remove(events: readonly AnalyticsEvent[]) {
      const gone = new Set(events.map(nameOf))
      const left = all().filter((event) => !gone.has(nameOf(event)))
      kept.set(left.length === 0 ? null : left)
    },
    clear: () => kept.set(null),
  }
}

export type Queue = ReturnType<typeof createQueue>
