import { AppError } from '#shared/client/errors.ts'
import { type Condition, type Filter, isGroup, type Query } from '#shared/query/ast.ts'
import type { Caller } from '../caller.ts'
import { bindNames, type Fragment, quoteIdentifier, sql } from './fragment.ts'
import { getSingleId, getStoredCount } from './listed.ts'
import { callerValues, type ReadLimits, type ReadRule } from './rule.ts'
import type { Column, Table } from './schema.ts'

/** A table as one caller sees it in one query. */
export type View = {
  readonly table: Table
  /** Readable columns, in the order of `*`. */
  readonly columns: readonly string[]
  /** Returns a column as an expression of a select list. */
  readonly select: (column: string) => Fragment
  /** Returns a column for filters and orders. @throws AppError `42703`, `42501` */
  readonly comparable: (column: string) => Column
  readonly rows: Fragment
  /** The table to select from. */
  readonly source: Fragment
  readonly limits: ReadLimits | null
  /** Selects the stored count of a query's rows. Null if the rows must be counted. */
  readonly storedCount?: (query: Query) => Fragment | null
  /** Returns the expression that an upsert sets a column of an existing row to. Null means the sent value. */
  readonly merged?: (column: string) => string | null
}

/** Shows everything, for the service key. */
export function fullView(table: Table): View {
  return {
    table,
    columns: [...table.columns.keys()],
    select: (column) => sql(quoteIdentifier(column)),
    comparable: (column) => table.columns.get(column) ?? throwUndefinedColumn(table, column),
    rows: sql('true'),
    source: sql(quoteIdentifier(table.name)),
    limits: null,
  }
}

/** Shows the part of a table that a rule allows. A column that may not be read looks like one that does not exist. */
export function createRuledView(table: Table, rule: ReadRule, caller: Caller, query: Query): View {
  const values = callerValues(caller)
  const id = getSingleId(query)
  return {
    table,
    columns: rule.columns,
    select: (column) => {
      const mask = rule.masks[column]
      if (mask === undefined) return sql(quoteIdentifier(column))
      return bindNames(`${mask} as ${quoteIdentifier(column)}`, values)
    },
    comparable: (column) => {
      if (!rule.columns.includes(column)) return throwUndefinedColumn(table, column)
      if (Object.hasOwn(rule.masks, column)) throw new AppError('42501', `permission denied for column ${column}`)
      return table.columns.get(column) ?? throwUndefinedColumn(table, column)
    },
    rows: bindNames(id === null ? rule.rows : rule.rowsById, values),
    source: sql(quoteIdentifier(table.name)),
    limits: rule.limits,
    storedCount: (query) => (id === null ? getStoredCount(rule.listed, query) : null),
  }
}

/** Parameters that a query may have beside its filters, by operation. */
const SETTINGS = {
  select: ['select', 'order', 'limit', 'offset', 'cursor'],
  insert: ['select', 'columns', 'onConflict', 'order', 'limit'],
  update: ['select', 'order', 'limit'],
  // A limit could apply to the removed rows or to the returned ones. PostgREST has had both.
  remove: ['select', 'order'],
} as const satisfies Record<string, readonly (keyof Query)[]>

/** @throws AppError `PGRST100` for a parameter without effect, because none is silently ignored */
export function requireSettings({ filters, ...settings }: Query, verb: keyof typeof SETTINGS): void {
  const allowed: readonly string[] = SETTINGS[verb]
  const foreign = Object.keys(settings).find((name) => !allowed.includes(name))
  if (foreign !== undefined) throw new AppError('PGRST100', `${foreign} is not supported here`)
  if (verb === 'insert' && filters.length > 0) throw new AppError('PGRST100', 'filters are not supported here')
}

/** @throws AppError `PGRST100` when a query is larger than a caller without the service key may send */
export function requireWithin(view: View, query: Query): void {
  const { limits } = view
  const { filters, limit = 0, offset = 0, order = [], select = [] } = query
  if (limits === null) return
  if (limit > limits.rows) throw tooMuch(`limit is at most ${limits.rows}`)
  if (offset > limits.offset) throw tooMuch(`offset is at most ${limits.offset}; go on with cursor`)
  if (countTerms(filters, view) > limits.terms) throw tooMuch(`at most ${limits.terms} conditions`)
  if (order.length > limits.orders) throw tooMuch(`order by at most ${limits.orders} columns`)
  if (select.length > limits.columns) throw tooMuch(`select at most ${limits.columns} columns`)
  if (measureDepth(filters) > limits.depth) throw tooMuch(`groups nest at most ${limits.depth} deep`)
}

const tooMuch = (what: string) => new AppError('PGRST100', `query too large: ${what}`)

/** Counts the comparisons that filters cost per row. */
export const countTerms = (filters: readonly Filter[], view: View): number =>
  filters.reduce((sum, filter) => sum + (isGroup(filter) ? countTerms(filter.filters, view) : getCost(filter, view)), 0)

/** Parsing JSON costs as much per row as ten comparisons of text. */
const JSON_TERMS = 10

const getCost = ({ column, operator, value }: Condition, { table }: View): number =>
  table.columns.get(column)?.kind === 'json' && ['eq', 'neq', 'in'].includes(operator)
    ? JSON_TERMS * (operator === 'in' ? value.length : 1)
    : 1

const measureDepth = (filters: readonly Filter[]): number =>
  Math.max(0, ...filters.map((filter) => (isGroup(filter) ? 1 + measureDepth(filter.filters) : 0)))

export function throwUndefinedColumn(table: Table, column: string): never {
  throw new AppError('42703', `column ${table.name}.${column} does not exist`)
}
