import { withoutEnd } from '#shared/client/without-end.ts'
import type { LoggedEvent } from './schema.ts'

/** One more of something on a day. `identity`: what it is known by when it is sent again. */
export type Count = {
  readonly identity: string
  /** A UTC day such as `2026-11-21`. */
  readonly day: string
  readonly measure: 'views' | 'visits' | 'events'
  readonly name: string
}

/** Far longer than any page's address; each name is a row for days. */
const NAME_MAX_CHARACTERS = 100
const ID_PLACE = ':id'

/**
 * A part of a path that names one thing of many: it is counted with all of them, so that a count does not tell which
 * one was seen.
 */
const isId = (part: string) => /\d/.test(part) || part.length > 20

/** Returns the name under which a page is counted: its address without the ids in it. */
export const getPageName = (pathname: string): string =>
  (withoutEnd(pathname.slice(0, NAME_MAX_CHARACTERS), '/') || '/')
    .split('/')
    .map((part) => (isId(part) ? ID_PLACE : part))
    .join('/')

export const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Returns the counts that an event adds: a view or an action, and a visit, which counts once a day. */
export function getCounts(event: LoggedEvent, now: number): readonly Count[] {
  const { event_id: id, type, session_id: visit, pathname, channel, timestamp } = event
  const day = toDay(Math.min(timestamp, now))
  // The visit is part of the key: no other visit's event is taken for a duplicate, whatever id it sends.
  const identity = JSON.stringify([type, timestamp, visit, pathname, ...(id ? [id] : [])])
  const what: Count =
    type === 'pageview'
      ? { identity, day, measure: 'views', name: getPageName(pathname) }
      : { identity, day, measure: 'events', name: type }
  return [what, { identity: JSON.stringify([day, visit]), day, measure: 'visits', name: channel }]
}
