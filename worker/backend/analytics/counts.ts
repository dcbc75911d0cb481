import { trimTrailing } from '#shared/client/without-end.ts'
import type { LoggedEvent } from './schema.ts'

/** One increment of a daily counter. `identity` detects duplicates when an event is resent. */
export type Count = {
  readonly identity: string
  /** A UTC day such as `2026-11-21`. */
  readonly day: string
  readonly measure: 'views' | 'visits' | 'events'
  readonly name: string
}

/** Far longer than any real path. The limit matters because every name is a row per day. */
const NAME_MAX_CHARACTERS = 100
const ID_PLACE = ':id'

/**
 * True for a path segment that identifies one item. Items are counted together, so a count does not reveal which one was
 * seen.
 */
const isId = (part: string) => /\d/.test(part) || part.length > 20

/** Returns the counter name of a page: its path with ids replaced by a placeholder. */
export const getPageName = (pathname: string): string =>
  (trimTrailing(pathname.slice(0, NAME_MAX_CHARACTERS), '/') || '/')
    .split('/')
    .map((part) => (isId(part) ? ID_PLACE : part))
    .join('/')

export const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Returns an event's increments: one view or action, and one visit, which counts once a day. */
export function getCounts(event: LoggedEvent, now: number): readonly Count[] {
  const { event_id: id, type, session_id: visit, pathname, channel, timestamp } = event
  const day = toDay(Math.min(timestamp, now))
  // The visit is part of the key, so an event of another visit is never a duplicate, even with the same id.
  const identity = JSON.stringify([type, timestamp, visit, pathname, ...(id ? [id] : [])])
  const count: Count =
    type === 'pageview'
      ? { identity, day, measure: 'views', name: getPageName(pathname) }
      : { identity, day, measure: 'events', name: type }
  return [count, { identity: JSON.stringify([day, visit]), day, measure: 'visits', name: channel }]
}
