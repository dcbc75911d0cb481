import { AppError } from '#shared/client/errors.ts'
import { parseNumbers } from '#shared/client/exact-json.ts'
import { getExactText, parseExact } from '#worker/http/exact-json.ts'
import { numberIn, outOfRange, toStoredNumber } from './exact-numbers.ts'
import type { Bound } from './fragment.ts'
import { toIsoTime } from './instant.ts'
import type { Column, ColumnKind } from './schema.ts'

/** PostgreSQL's spellings of booleans: any unambiguous prefix of these words. */
const TRUTHS = [
  [/^(?:t|tr|tru|true|y|ye|yes|on|1)$/i, 1],
  [/^(?:f|fa|fal|fals|false|n|no|of|off|0)$/i, 0],
] as const

function toBoolean(column: string, text: string): Bound {
  const [, truth] = TRUTHS.find(([words]) => words.test(text.trim())) ?? []
  return truth ?? fail(column, 'true or false', text)
}

/**
 * Converts the text of a filter to the type of its column. A `timestamp` column of SQLite may hold numbers, which are
 * compared as numbers.
 *
 * @throws AppError `22P02` for an invalid value, `22003` for a number out of range, `22007` for an invalid time
 */
export function toComparisonValue(column: Column, text: string): Bound {
  const { name, kind } = column
  if (kind === 'number') return numberIn(text.trim()) ?? fail(name, 'a number', text)
  if (kind === 'boolean') return toBoolean(name, text)
  if (kind === 'json') return toJson(column, text)
  if (kind === 'timestamp' && numberIn(text) !== null) return wholeOr(text)
  return isTimeKind(kind) ? toTime(name, text.trim()) : text
}

const isTimeKind = (kind: ColumnKind): boolean => kind === 'iso' || kind === 'timestamp'

/** @throws AppError `22007` */
const toTime = (column: string, text: string): string => toIsoTime(text) ?? failTime(column, text)

function failTime(column: string, text: string): never {
  throw new AppError(
    '22007',
    `invalid input syntax for type timestamp with time zone: "${text.slice(0, 40)}" (column ${column})`,
  )
}

/** Returns JSON text in the spelling that is stored. @throws AppError `22P02` */
function toJson(column: Column, text: string): string {
  try {
    return comparableJson(JSON.stringify(renameMembers(column.members, parseExact(text))))
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('22P02', `invalid input syntax for type json: "${text.slice(0, 40)}"`, { cause })
  }
}

/** Returns an integer beyond 2^53 as a bigint, and any other text unchanged. */
function wholeOr(text: string): Bound {
  return whole(numberIn(text.trim())) ?? text
}

function failRange(text: string): never {
  throw outOfRange(text)
}

/** SQLite compares numbers in JSON as 64-bit integers or doubles. @throws AppError `22003` for other numbers */
function comparableJson(json: string): string {
  parseNumbers(json, (source = '') => numberIn(source) ?? failRange(source))
  return json
}

/**
 * Renames members of an object to the names under which they are stored. Some clients convert every name to snake_case,
 * inside JSON too.
 */
export function renameMembers(members: Column['members'], value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (members === undefined || !isObject || JSON.isRawJSON(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [members.get(name) ?? name, held]))
}

function fail(column: string, wanted: string, text: string): never {
  throw new AppError('22P02', `invalid input syntax: ${column} is ${wanted}, not "${text.slice(0, 40)}"`)
}

/**
 * Converts a value of a request's body to what its column stores. Text is made here: D1 binds every number as a double,
 * so its own text would be `7.0`.
 *
 * @throws AppError `22P02` for an invalid boolean, `22003` for a number out of range, `22007` for an invalid time
 */
export function toStoredValue(column: Column, value: unknown): Bound {
  const { name, kind } = column
  if (value === null || value === undefined) return null
  const exact = getExactText(value)
  if (kind === 'boolean') return toBoolean(name, exact ?? String(value))
  if (kind === 'json') return JSON.stringify(renameMembers(column.members, value))
  if (exact !== null && kind !== 'iso') return kind === 'text' ? exact : toStoredNumber(exact, column)
  if (isTimeKind(kind)) return toStoredTime(column, value)
  if (typeof value === 'object') return JSON.stringify(value)
  if (kind === 'text') return String(value)
  // Clients send long integers as text, which the column would convert and round.
  if (kind === 'number' && typeof value === 'string' && numberIn(value.trim()) !== null)
    return whole(toStoredNumber(value.trim(), column)) ?? value
  return typeof value === 'boolean' ? Number(value) : (value as string | number)
}

const whole = (number: number | bigint | null): bigint | null => (typeof number === 'bigint' ? number : null)

/** Returns a time as its column stores it: in one spelling, or as it was sent. */
function toStoredTime({ name, kind }: Column, value: unknown): Bound {
  if (kind === 'timestamp' && typeof value === 'number') return value
  // A client that copies the members of a `Date` sends an empty object.
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const iso = toTime(name, text)
  return kind === 'iso' ? iso : text
}

/** Placeholder of a bound value. The cast keeps a whole number in an untyped column from being stored as 1.0. */
export const getPlaceholder = ({ kind }: Column, value: Bound): string =>
  kind === 'any' && Number.isSafeInteger(value) ? 'cast(? as integer)' : '?'

/**
 * Returns the conversion of a column's values for responses, or null. JSON becomes JSON, booleans become true and
 * false, and times get their zone.
 */
export const getConverter = ({ kind }: Column): ((value: unknown) => unknown) | null => CONVERTERS.get(kind) ?? null

const CONVERTERS: ReadonlyMap<ColumnKind, (value: unknown) => unknown> = new Map([
  ['json', (value: unknown) => (typeof value === 'string' ? parsedOr(value) : value)],
  ['boolean', (value: unknown) => (value === null || value === undefined ? value : Boolean(value))],
  // CURRENT_TIMESTAMP writes neither the T nor the zone.
  [
    'timestamp',
    (value: unknown) =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.test(value)
        ? `${value.replace(' ', 'T')}${/(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? '' : 'Z'}`
        : value,
  ],
])

function parsedOr(text: string): unknown {
  try {
    return parseExact(text)
  } catch {
    return text
  }
}
