import type { Condition, Filter } from '../query/ast.ts'
import { AppError } from './errors.ts'
import { snakeCase } from './names.ts'
import { CLIENT_FAILURE } from './texts.ts'

/** A `Date` is compared as ISO 8601 in UTC, which is how tables store it. */
type Value = string | number | bigint | boolean | Date

/** Tests of one field; all given ones must pass. */
export type FieldTest = {
  readonly eq?: Value | null
  readonly neq?: Value | null
  readonly gt?: Value
  readonly gte?: Value
  readonly lt?: Value
  readonly lte?: Value
  /** `%` matches any text, `_` one character. */
  readonly like?: string
  /** Case-insensitive `like`. */
  readonly ilike?: string
  readonly is?: boolean | null
  readonly not?: Value | null
  readonly in?: readonly Value[]
  readonly not_in?: readonly Value[]
}

/** Selects the records that pass every test. Null means that a field has no value. */
export type Where = {
  readonly AND?: readonly Where[]
  readonly OR?: readonly Where[]
  readonly [field: string]: Value | null | FieldTest | readonly Where[]
}

const OPERATORS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'is', 'not', 'in', 'not_in'] as const
const ACCEPTS_NULL: ReadonlySet<string> = new Set(['eq', 'neq', 'is', 'not'])

/**
 * Converts a `where` to filters.
 *
 * Rejects an empty test (`undefined`, `{}`, `OR: []`, `AND: [{}]`), for reads and writes. It usually comes from a value
 * that is missing by mistake. Ignoring it would select more records than the caller intends: to delete them, or to show
 * another user's. To leave a field untested, omit it. `{ in: [] }` is allowed: it explicitly selects nothing.
 *
 * @example toFilters({ votes: { gte: 1, lt: 5 }, teamColors: 'Bears' }) // three filters
 * @throws AppError `VALIDATION_ERROR` with the field's name, for an empty test, an invalid value or an unknown operator
 */
export function toFilters(where: Where): Filter[] {
  if (!isPlainObject(where)) throw malformed('where', 'must be an object')
  return Object.entries(where).flatMap(([field, test]): readonly Filter[] =>
    field === 'AND' || field === 'OR' ? [toGroup(field, test)] : toConditions(field, test),
  )
}

/**
 * Like {@link toFilters}, for operations that must not affect every record.
 *
 * @throws AppError `VALIDATION_ERROR` also when the filters would match every record
 */
export function toNarrowingFilters(where: Where): Filter[] {
  const filters = toFilters(where)
  if (!filters.some(isNarrowing)) throw new AppError('VALIDATION_ERROR', CLIENT_FAILURE.filterNeeded)
  return filters
}

/**
 * Returns a field's column.
 *
 * @throws AppError `VALIDATION_ERROR` for an invalid name; one with a comma would select two columns
 */
export function toColumn(field: string): string {
  const column = snakeCase(field)
  if (!/^\w{1,64}$/.test(column)) throw malformed(field, 'is not a valid field name')
  return column
}

/** True if a filter can exclude a record. */
export function isNarrowing(filter: Filter): boolean {
  if (!('group' in filter)) return !matchesAll(filter)
  return filter.group === 'or' ? filter.filters.every(isNarrowing) : filter.filters.some(isNarrowing)
}

/** "Not in an empty list" and "like any text" match every record, and every record has an id. */
function matchesAll({ column, not, operator, value }: Condition): boolean {
  if (operator === 'in') return not && value.length === 0
  if (operator === 'is') return column === 'id' && value === (not ? 'null' : 'not_null')
  return !not && (operator === 'like' || operator === 'ilike') && /^[%*]+$/.test(value)
}

function toGroup(name: 'AND' | 'OR', branches: unknown): Filter {
  if (!Array.isArray(branches)) throw malformed(name, 'must be a list')
  const filters = Array.from(branches as Where[], (branch): Filter => {
    const conditions = toFilters(branch)
    if (conditions.length === 0) throw empty(name)
    return conditions.length === 1 ? conditions[0]! : { group: 'and', not: false, filters: conditions }
  })
  if (filters.length === 0) throw empty(name)
  return { group: name === 'OR' ? 'or' : 'and', not: false, filters }
}

function toConditions(field: string, test: unknown): Condition[] {
  const column = toColumn(field)
  const tests = Object.entries(isPlainObject(test) ? test : { eq: test })
  if (tests.length === 0) throw empty(field)
  return tests.map(([operator, given]) => {
    if (given === undefined) throw empty(field)
    const name = OPERATORS.find((known) => known === operator)
    if (name === undefined) throw malformed(field, `does not support the operator ${operator}`)
    return toCondition({ field, column }, name, given)
  })
}

type FieldColumn = { readonly field: string; readonly column: string }

function toCondition({ field, column }: FieldColumn, operator: (typeof OPERATORS)[number], given: unknown): Condition {
  const not = operator === 'not' || operator === 'not_in' || operator === 'neq'
  if (operator === 'in' || operator === 'not_in') {
    if (!Array.isArray(given)) throw malformed(field, `${operator} takes a list`)
    return { column, not, operator: 'in', value: Array.from(given, (value) => toText(field, value)) }
  }
  if (given === null && ACCEPTS_NULL.has(operator)) return { column, not, operator: 'is', value: 'null' }
  if (operator === 'is') {
    if (typeof given !== 'boolean') throw malformed(field, 'is takes true, false or null')
    return { column, not, operator, value: given ? 'true' : 'false' }
  }
  const value = toText(field, given)
  // The server reads `eq.null` as "has no value". A list of one compares with the text "null".
  if (value === 'null' && (not || operator === 'eq')) return { column, not, operator: 'in', value: [value] }
  if (operator === 'not') return { column, not, operator: 'eq', value }
  return { column, not: false, operator, value }
}

function toText(field: string, value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(Number(value))
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number' && Number.isFinite(value)) return numberText(field, value)
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString()
  throw malformed(field, 'must be compared with a string, a finite number, a boolean or a valid date')
}

/** Rejects an integer beyond 2^53: it has been rounded and may match the wrong record. */
function numberText(field: string, value: number): string {
  if (!Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) > 2 ** 63) return String(value)
  throw malformed(field, 'is too large for an exact number: compare with a bigint or a string')
}

/** Works across realms. False for arrays, dates and maps. */
const isPlainObject = (value: unknown): value is object => Object.prototype.toString.call(value) === '[object Object]'

const empty = (path: string) =>
  new AppError('VALIDATION_ERROR', CLIENT_FAILURE.filterNeeded, {
    details: [{ path, message: 'is named but not tested' }],
  })

const malformed = (path: string, message: string) =>
  new AppError('VALIDATION_ERROR', undefined, { details: [{ path, message }] })
