/** Matches a date, or a date and time, as ISO 8601 and SQL write them. Without a zone it is in UTC. */
const INSTANT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d(?::?\d\d)?)?)?$/

/** Returns a time in the one spelling that sorts chronologically, `2026-11-21T12:00:00.000Z`, or null. */
export function toIsoTime(text: string): string | null {
  const [, day, time = '00:00', zone = 'Z'] = INSTANT.exec(text) ?? []
  if (day === undefined) return null
  const [, hours = '', minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? []
  const at = Date.parse(`${day}T${time}${hours === '' ? 'Z' : `${hours}:${minutes}`}`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

export const isInstant = (text: string): boolean => toIsoTime(text) !== null

/**
 * Returns an expression that compares a column of times with `unixepoch(?, 'subsec')`. Its rows may spell the same
 * instant differently, with a T or a blank, a zone or none. It is exact to the millisecond. Other values stay
 * unchanged.
 *
 * @see https://sqlite.org/lang_datefunc.html#tmval
 */
export const instantsIn = (column: string): string =>
  `iif(typeof(${column}) = 'text', coalesce(unixepoch(${column}, 'subsec'), ${column}), ${column})`

export const INSTANT_OPERAND = `unixepoch(?, 'subsec')`
