import type { Condition, Filter } from '../query/ast.ts'
import { AppError } from './errors.ts'
import { snakeCase } from './names.ts'
import { CLIENT_FAILURE } from './texts.ts'

/** A `Date` is meant as the moment it is, which tables keep as ISO 8601 in UTC. */
type Value = string | number | bigint | boolean | Date

/** Tests of one field; all that are given must hold. */
export type FieldTest = {
  readonly eq?: Value | null
  readonly neq?: Value | null
  readonly gt?: Value
  readonly gte?: Value
  readonly lt?: Value
  readonly lte?: Value
  /** `%` stands for any text, `_` for one character. */
  readonly like?: string
  /** `like` without regard to case. */
  readonly ilike?: string
  readonly is?: boolean | null
  readonly not?: Value | null
  readonly in?: readonly Value[]
  readonly not_in?: readonly Value[]
}

/** Which records are meant: those that pass every test. Null means that a field has no value. */
export type Where = {
  readonly AND?: readonly Where[]
  readonly OR?: readonly Where[]
  readonly [field: string]: Value | null | FieldTest | readonly Where[]
}

const OPERATORS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'is', 'not', 'in', 'not_in'] as const
const KNOWS_NULL: ReadonlySet<string> = new Set(['eq', 'neq', 'is', 'not'])

/**
 * The filters that are sent for a `where`.
 *
 * A field that is named is meant to be tested. A test that turns out to be empty (`undefined`, `{}`, `OR: []`, `AND:
 * [{}]`) comes from a value that is missing by mistake, and without it more records would be meant than the caller
 * thinks: their deletion, or another user's records on a screen. So it is refused, for reading as for writing; a field
 * that is not asked about is left out. `{ in: [] }` is no such case: it says plainly that nothing is meant.
 *
 * @example filtersOf({ votes: { gte: 1, lt: 5 }, teamColors: 'Bears' }) // three filters
 * @throws AppError `VALIDATION_ERROR` with the field's name, for what is empty, no value, or no operator
 */
export function filtersOf(where: Where): Filter[] {
  if (!isPlainObject(where)) throw malformed('where', 'must be an object')
  return Object.entries(where).flatMap(([field, test]): readonly Filter[] =>
    field === 'AND' || field === 'OR' ? [groupOf(field, test)] : conditionsOf(field, test),
  )
}

/**
 * {@link filtersOf}, for what must not happen to every record.
 * @throws AppError `VALIDATION_ERROR` too when every record that has the fields in question would pass
 */
export function narrowingFiltersOf(where: Where): Filter[] {
  const filters = filtersOf(where)
  if (!filters.some(isNarrowing)) throw new AppError('VALIDATION_ERROR', CLIENT_FAILURE.filterNeeded)
  return filters
}

/**
 * The column a field is kept in.
 *
 * @throws AppError `VALIDATION_ERROR` for what is no name: with a comma it would be two
 */
export function columnOf(field: string): string {
  const column = snakeCase(field)
  if (!/^\w{1,64}$/.test(column)) throw malformed(field, 'is no name of a field')
  return column
}

/** True if a filter can leave out a record. */
export function isNarrowing(filter: Filter): boolean {
  if (!('group' in filter)) return !passesAll(filter)
  return filter.group === 'or' ? filter.filters.every(isNarrowing) : filter.filters.some(isNarrowing)
}

/** "Not in an empty list" and "like any text" match every record, and every record has an id. */
function passesAll({ column, not, operator, value }: Condition): boolean {
  if (operator === 'in') return not && value.length === 0
  if (operator === 'is') return column === 'id' && value === (not ? 'null' : 'not_null')
  return !not && (operator === 'like' || operator === 'ilike') && /^[%*]+$/.test(value)
}

function groupOf(name: 'AND' | 'OR', branches: unknown): Filter {
  if (!Array.isArray(branches)) throw malformed(name, 'must be a list')
  const filters = Array.from(branches as Where[], (branch): Filter => {
    const together = filtersOf(branch)
    if (together.length === 0) throw empty(name)
    return together.length === 1 ? together[0]! : { group: 'and', not: false, filters: together }
  })
  if (filters.length === 0) throw empty(name)
  return { group: name === 'OR' ? 'or' : 'and', not: false, filters }
}

function conditionsOf(field: string, test: unknown): Condition[] {
  const column = columnOf(field)
  const tests = Object.entries(isPlainObject(test) ? test : { eq: test })
  if (tests.length === 0) throw empty(field)
  return tests.map(([operator, given]) => {
    if (given === undefined) throw empty(field)
    const name = OPERATORS.find((known) => known === operator)
    if (name === undefined) throw malformed(field, `knows no operator ${operator}`)
    return conditionOf({ field, column }, name, given)
  })
}

type Named = { readonly field: string; readonly column: string }

function conditionOf({ field, column }: Named, operator: (typeof OPERATORS)[number], given: unknown): Condition {
  const not = operator === 'not' || operator === 'not_in' || operator === 'neq'
  if (operator === 'in' || operator === 'not_in') {
    if (!Array.isArray(given)) throw malformed(field, `${operator} takes a list`)
    return { column, not, operator: 'in', value: Array.from(given, (value) => textOf(field, value)) }
  }
  if (given === null && KNOWS_NULL.has(operator)) return { column, not, operator: 'is', value: 'null' }
  if (operator === 'is') {
    if (typeof given !== 'boolean') throw malformed(field, 'is takes true, false or null')
    return { column, not, operator, value: given ? 'true' : 'false' }
  }
  const value = textOf(field, given)
  // The server reads `eq.null` as "has no value"; a list of one says that the word is meant.
  if (value === 'null' && (not || operator === 'eq')) return { column, not, operator: 'in', value: [value] }
  if (operator === 'not') return { column, not, operator: 'eq', value }
  return { column, not: false, operator, value }
}

function textOf(field: string, value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(Number(value))
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number' && Number.isFinite(value)) return numberText(field, value)
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString()
  throw malformed(field, 'must be compared with a text, a finite number, a boolean or a valid date')
}

/** A whole number beyond 2^53 has been rounded, and may mean another record than its caller does. */
function numberText(field: string, value: number): string {
  if (!Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) > 2 ** 63) return String(value)
  throw malformed(field, 'is beyond what a number holds exactly: compare with a bigint or a text')
}

/** Also true of objects of another window; not of lists, dates and maps. */
const isPlainObject = (value: unknown): value is object => Object.prototype.toString.call(value) === '[object Object]'

const empty = (path: string) =>
  new AppError('VALIDATION_ERROR', CLIENT_FAILURE.filterNeeded, {
    details: [{ path, message: 'is named but not tested' }],
  })

const malformed = (path: string, message: string) =>
  new AppError('VALIDATION_ERROR', undefined, { details: [{ path, message }] })
