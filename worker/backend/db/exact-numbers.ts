import { AppError } from '#shared/client/errors.ts'
import { isLarge } from '#shared/client/exact-json.ts'
import { getExactText } from '#worker/http/exact-json.ts'
import { quoteIdentifier } from './fragment.ts'
import type { Row } from './request.ts'

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const INT64_MAX = 2n ** 63n - 1n

/** Returns null for text that is not a number. @throws AppError `22003` beyond the range of a double */
function parseNumber(text: string): number | null {
  if (!NUMBER.test(text)) return null
  const value = Number(text)
  if (!Number.isFinite(value)) throw outOfRange(text)
  return value
}

/**
 * Returns the number in a text, as a `bigint` where a double would round it. Null for text that is not a number.
 *
 * @throws AppError `22003` when it is exact neither as a 64-bit integer nor as a double
 */
export function numberIn(text: string): number | bigint | null {
  const value = parseNumber(text)
  if (value === null || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value
  const whole = wholeIn(text)
  if (whole === null) throw outOfRange(text)
  if (whole >= -INT64_MAX - 1n && whole <= INT64_MAX) return whole
  if (isExactDouble(text, value, whole)) return value
  throw outOfRange(text)
}

/** Does the same for a column of doubles, which cannot hold every integer. @throws AppError `22003` */
export function parseDouble(text: string): number | null {
  const value = parseNumber(text)
  if (value === null || Math.abs(value) <= Number.MAX_SAFE_INTEGER || isExactDouble(text, value, wholeIn(text)))
    return value
  throw outOfRange(text)
}

/** Plain digits must all be exact, unless a double is written with just these digits. */
const isExactDouble = (text: string, value: number, whole: bigint | null): boolean =>
  whole !== null && (/e/i.test(text) || BigInt(value) === whole || String(value) === text)

/** Returns the integer that equals a decimal number, or null if it has a fraction. */
function wholeIn(text: string): bigint | null {
  const [, sign, integer = '', fraction = '', exponent = '0'] = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(
    text,
  )!
  const shift = Number(exponent) - fraction.length
  const digits = integer + fraction
  if (shift < 0 && /[^0]/.test(digits.slice(shift))) return null
  const whole = shift < 0 ? BigInt(digits.slice(0, shift)) : BigInt(digits) * 10n ** BigInt(shift)
  return sign === '-' ? -whole : whole
}

export const outOfRange = (text: string) =>
  new AppError('22003', `value "${text.slice(0, 40)}" is out of range`, {
    hint: 'Store longer numbers in a text column.',
  })

/** Converts a number with its exact text to the form that its column stores. @throws AppError `22003` */
export function toStoredNumber(text: string, { isReal = false }: { readonly isReal?: boolean }): number | bigint {
  const number = isReal ? parseDouble(text) : numberIn(text)
  // A column of integers does not store a double as an integer, however exact.
  const isTooLong = !isReal && typeof number === 'number' && isLarge(number) && /^[+-]?\d+$/.test(text)
  if (number === null || isTooLong) throw outOfRange(text)
  return number
}

/** Returns a list for `json_each` with exact integers. */
export const jsonList = (values: readonly unknown[]): string =>
  JSON.stringify(values.map((value) => (typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value)))

const PREFIX = 'exact:'
/** D1 allows no more columns in one result. */
const RESULT_COLUMNS_MAX = 100

/**
 * Returns the extra columns that make a select exact, starting with a comma. D1 returns every number as a double, so
 * integers beyond 2^53 are selected as text too.
 */
export function exactColumns(columns: readonly { readonly name: string; readonly mayBeLarge?: boolean }[]): string {
  const guarded = columns.filter(({ mayBeLarge }) => mayBeLarge).map(({ name }) => name)
  if (guarded.length === 0 || columns.length >= RESULT_COLUMNS_MAX) return ''
  // If there is no room for these texts, a large integer causes an overflow (22003), which rolls back the write.
  if (columns.length + guarded.length > RESULT_COLUMNS_MAX)
    return `, abs(-9223372036854775807 - (${joinWithOr(guarded.map(isLargeInteger))})) as ${quoteIdentifier(PREFIX)}`
  return guarded
    .map(
      (name) =>
        `, iif(${isLargeInteger(name)}, cast(${quoteIdentifier(name)} as text), null) as ${quoteIdentifier(PREFIX + name)}`,
    )
    .join('')
}

const SAFE = Number.MAX_SAFE_INTEGER
const isLargeInteger = (name: string): string =>
  `(typeof(${quoteIdentifier(name)}) = 'integer' and ${quoteIdentifier(name)} not between -${SAFE} and ${SAFE})`

/** Builds a balanced expression, because SQLite limits its depth. */
function joinWithOr(conditions: readonly string[]): string {
  const [first = 'false'] = conditions
  if (conditions.length < 2) return first
  const half = conditions.length >> 1
  return `(${joinWithOr(conditions.slice(0, half))} or ${joinWithOr(conditions.slice(half))})`
}

/** Moves the exact integers of {@link exactColumns} into their columns. */
export function withExactNumbers(rows: Row[]): Row[] {
  if (!Object.keys(rows[0] ?? {}).some((name) => name.startsWith(PREFIX))) return rows
  return rows.map((row) => {
    const exact: Row = {}
    for (const [name, value] of Object.entries(row)) {
      if (!name.startsWith(PREFIX)) exact[name] ??= value
      else if (typeof value === 'string') exact[name.slice(PREFIX.length)] = JSON.rawJSON(value)
    }
    return exact
  })
}

/** Returns a value in the form that compares with others. */
export function toComparable(value: unknown): unknown {
  const text = getExactText(value)
  return text === null ? value : BigInt(text)
}
