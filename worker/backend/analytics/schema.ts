import * as z from 'zod'
import { CHANNELS } from '#shared/client/analytics/event.ts'
import { ANALYTICS_TEXT_MAX_CHARACTERS } from '#shared/client/limits.ts'

export const BODY_MAX_BYTES = 64_000
/** Maximum number of events per request. Further events are dropped. */
export const EVENTS_MAX = 25
/** Older events waited offline for too long. Events further in the future come from a wrong clock. */
export const EVENT_AGE_MAX_MS = 48 * 3_600_000
export const EVENT_AHEAD_MAX_MS = 3_600_000
const text = (max = ANALYTICS_TEXT_MAX_CHARACTERS) => z.string().min(1).max(max, { abort: true })
/** An invalid optional field is ignored instead of dropping the event. */
const detail = z.string().max(ANALYTICS_TEXT_MAX_CHARACTERS).nullish().catch(null)

/**
 * The event fields we read. Clients may also send `user_id`, `user_email` and custom data. We neither read nor store
 * them.
 */
export const LoggedEvent = z.lazy(() =>
  z.object({
    /** The client's id of the event. Older clients send none. */
    event_id: text(64).nullish().catch(null),
    type: text(64).regex(/^[\w.:-]+$/),
    timestamp: z
      .string()
      .max(64, { abort: true })
      .pipe(z.iso.datetime({ offset: true }))
      .transform((time) => Date.parse(time)),
    project_id: text(),
    session_id: text(64),
    pathname: text().startsWith('/'),
    channel: z.enum(CHANNELS).default('Direct'),
    referrer: detail,
    screen_width: z.number().nonnegative().max(100_000).catch(0),
    utm_source: detail,
    utm_medium: detail,
    utm_campaign: detail,
  }),
)
export type LoggedEvent = z.infer<typeof LoggedEvent>

/** The documented body of `POST …/log`. {@link readEvents} validates real bodies event by event. */
export const LogRequest = z.lazy(() => z.object({ events: z.array(LoggedEvent).max(EVENTS_MAX) }))

const Log = z.lazy(() => z.object({ events: z.array(z.unknown()) }))

/** Returns the number of events that are read and charged to the budget. */
export function countEvents(body: unknown): number {
  const log = Log.safeParse(body)
  return log.success ? Math.min(log.data.events.length, EVENTS_MAX) : 0
}

export type EventFilter = { readonly projectId: string; readonly now: number }

/** Returns a request's valid, recent events of this project. All others are dropped without an error. */
export function readEvents(body: unknown, { projectId, now }: EventFilter): LoggedEvent[] {
  const log = Log.safeParse(body)
  if (!log.success) return []
  return log.data.events.slice(0, EVENTS_MAX).flatMap((event) => {
    const { success, data } = LoggedEvent.safeParse(event)
    if (!success || data.project_id !== projectId) return []
    const age = now - data.timestamp
    return age <= EVENT_AGE_MAX_MS && -age <= EVENT_AHEAD_MAX_MS ? [data] : []
  })
}
