import { type Filter, isGroup, type Query } from '#shared/query/ast.ts'
import { type Fragment, quoteIdentifier, sql } from './fragment.ts'

/** List queries that indexes serve: their filter, their orders and where their rows are counted. */
export type Listed = {
  /** The column that may be compared with one value. */
  readonly by: string
  /** Columns in descending order. */
  readonly orders: readonly (readonly string[])[]
  /** A table with a row per value of `by`, and one for all (''). Triggers maintain it. */
  readonly counts: { readonly table: string; readonly column: string }
}

/** Returns the value of the one filter that a list may have, undefined without a filter, or null for other filters. */
function getListValue({ by }: Listed, filters: readonly Filter[]): string | undefined | null {
  const [filter] = filters
  if (filter === undefined) return undefined
  if (filters.length > 1 || isGroup(filter) || filter.not) return null
  return filter.column === by && filter.operator === 'eq' ? filter.value : null
}

/** Returns the id if a query asks for one id and nothing else, or null. */
export function getSingleId({ filters, offset, cursor }: Query): string | null {
  const [filter] = filters
  if (filters.length !== 1 || filter === undefined || offset !== undefined || cursor !== undefined) return null
  if (isGroup(filter) || filter.column !== 'id' || filter.operator !== 'eq' || filter.not) return null
  return filter.value
}

/** True if a query reads hardly more rows than it returns, however large the table is. */
export function isAlongIndex(listed: Listed, query: Query): boolean {
  if (getSingleId(query) !== null) return true
  if (getListValue(listed, query.filters) === null) return false
  const order = query.order ?? []
  return (
    order.every(({ direction, nulls }) => direction === 'desc' && nulls === undefined) &&
    listed.orders.some((columns) => columns.join() === order.map(({ column }) => column).join())
  )
}

/** Selects the stored count of a list's rows. Null if the rows must be counted. */
export function getStoredCount(listed: Listed, { filters }: Query): Fragment | null {
  const value = getListValue(listed, filters)
  if (value === null || value === '') return null
  const { table, column } = listed.counts
  const counted = `select coalesce(max(${quoteIdentifier(column)}), 0) as total from ${quoteIdentifier(table)} where ${quoteIdentifier(listed.by)} = ?`
  return sql(counted, value ?? '')
}
