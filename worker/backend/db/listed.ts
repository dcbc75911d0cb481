import { type Filter, isGroup, type Query } from '#shared/query/ast.ts'
import { type Fragment, quoted, sql } from './fragment.ts'

/**
 * The queries of lists that indexes serve: what they may filter by, what they are ordered by, where they are counted.
 */
export type Listed = {
  /** May be compared with one value. */
  readonly by: string
  /** Columns in descending order. */
  readonly orders: readonly (readonly string[])[]
  /** A table with a row per value of `by`, and one for all (''), which triggers keep. */
  readonly counts: { readonly table: string; readonly column: string }
}

/** The value of the one filter a list may have; undefined without a filter, null for any other filters. */
function getListValue({ by }: Listed, filters: readonly Filter[]): string | undefined | null {
  const [filter] = filters
  if (filter === undefined) return undefined
  if (filters.length > 1 || isGroup(filter) || filter.not) return null
  return filter.column === by && filter.operator === 'eq' ? filter.value : null
}

/** The id a query asks for when it asks for nothing else, or null. */
export function getSingleId({ filters, offset, cursor }: Query): string | null {
  const [filter] = filters
  if (filters.length !== 1 || filter === undefined || offset !== undefined || cursor !== undefined) return null
  if (isGroup(filter) || filter.column !== 'id' || filter.operator !== 'eq' || filter.not) return null
  return filter.value
}

/** True if a query reads hardly more rows than it answers, however many there are. */
export function isAlongIndex(listed: Listed, query: Query): boolean {
  if (getSingleId(query) !== null) return true
  if (getListValue(listed, query.filters) === null) return false
  const order = query.order ?? []
  return (
    order.every(({ direction, nulls }) => direction === 'desc' && nulls === undefined) &&
    listed.orders.some((columns) => columns.join() === order.map(({ column }) => column).join())
  )
}

/** The number of a list's rows, as it is kept; null where rows have to be counted. */
export function getStoredCount(listed: Listed, { filters }: Query): Fragment | null {
  const value = getListValue(listed, filters)
  if (value === null || value === '') return null
  const { table, column } = listed.counts
  const counted = `select coalesce(max(${quoted(column)}), 0) as total from ${quoted(table)} where ${quoted(listed.by)} = ?`
  return sql(counted, value ?? '')
}
