/** A date, or a date and a time, as ISO 8601 and SQL write them; without a zone it is in UTC. */
const INSTANT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/

export const isInstant = (text: string): boolean => INSTANT.test(text) && !Number.isNaN(Date.parse(text))

/**
 * A column of times for comparing with `unixepoch(?, 'subsec')`: its rows may spell the same instant differently, with
 * a T or a blank, a zone or none. To the millisecond; what is no time stays what it is.
 *
 * @see https://sqlite.org/lang_datefunc.html#tmval
 */
export const instantsIn = (column: string): string =>
  `iif(typeof(${column}) = 'text', coalesce(unixepoch(${column}, 'subsec'), ${column}), ${column})`

export const INSTANT_OPERAND = `unixepoch(?, 'subsec')`
