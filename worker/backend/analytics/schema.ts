import * as z from 'zod'
import { CHANNELS } from '#shared/client/analytics/event.ts'
import { ANALYTICS_TEXT_MAX_CHARACTERS } from '#shared/client/limits.ts'

export const BODY_MAX_BYTES = 64_000
/** Events of a request; further ones are dropped. */
export const EVENTS_MAX = 25
/** Older ones have waited for a network for too long, and younger ones come of a clock that is wrong. */
export const EVENT_AGE_MAX_MS = 48 * 3_600_000
export const EVENT_AHEAD_MAX_MS = 3_600_000
const text = (max = ANALYTICS_TEXT_MAX_CHARACTERS) => z.string().min(1).max(max, { abort: true })
/** Optional fields are no reason to drop an event: a bad one is left out. */
const detail = z.string().max(ANALYTICS_TEXT_MAX_CHARACTERS).nullish().catch(null)

/**
 * The fields of an event that are read. The identity, `user_id` and `user_email`, may be sent and is never read; custom
 * data is taken and not kept.
 */
export const LoggedEvent = z.lazy(() =>
  z.object({
    /** The sender's own id of it; older senders sent none. */
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

/** `POST …/log` as it is meant; what else is sent is looked at event by event. */
export const LogRequest = z.lazy(() => z.object({ events: z.array(LoggedEvent).max(EVENTS_MAX) }))

const Log = z.lazy(() => z.object({ events: z.array(z.unknown()) }))

/** Number of events of a request that are read, and so are charged. */
export function eventsIn(body: unknown): number {
  const log = Log.safeParse(body)
  return log.success ? Math.min(log.data.events.length, EVENTS_MAX) : 0
}

export type Judging = { readonly projectId: string; readonly now: number }

/** The events of a request that are right, of this project and of now. Anything else is no failure: it is dropped. */
export function readEvents(body: unknown, { projectId, now }: Judging): LoggedEvent[] {
  const log = Log.safeParse(body)
  if (!log.success) return []
  return log.data.events.slice(0, EVENTS_MAX).flatMap((event) => {
    const { success, data } = LoggedEvent.safeParse(event)
    if (!success || data.project_id !== projectId) return []
    const age = now - data.timestamp
    return age <= EVENT_AGE_MAX_MS && -age <= EVENT_AHEAD_MAX_MS ? [data] : []
  })
}
