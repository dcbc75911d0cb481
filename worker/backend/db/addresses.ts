import { type Filter, isGroup } from '#shared/query/ast.ts'
import { keptAddress, shownAddress } from '#worker/http/stored-address.ts'
import type { DbRequest, Row } from './request.ts'

/**
 * The request with our own addresses, in filters and in rows, as the tables keep them.
 *
 * @param column holds paths of stored files, and is an absolute address on the wire
 */
export function withKeptAddresses(request: DbRequest, column: string | undefined, projectId: string): DbRequest {
  if (column === undefined) return request
  const kept = (value: string) => keptAddress(value, projectId)

  function filterOf(filter: Filter): Filter {
    if (isGroup(filter)) return { ...filter, filters: filter.filters.map(filterOf) }
    if (filter.column !== column || filter.operator === 'is') return filter
    if (filter.operator === 'in') return { ...filter, value: filter.value.map(kept) }
    return { ...filter, value: kept(filter.value) }
  }
  function rowOf(row: unknown): unknown {
    if (typeof row !== 'object' || row === null || !Object.hasOwn(row, column!)) return row
    const value = (row as Row)[column!]
    return typeof value === 'string' ? { ...row, [column!]: kept(value) } : row
  }
  const { query, body } = request
  return {
    ...request,
    query: { ...query, filters: query.filters.map(filterOf) },
    ...(body !== undefined && { body: Array.isArray(body) ? body.map(rowOf) : rowOf(body) }),
  }
}

/** Rows with the addresses of what they keep. @param core what addresses of stored files begin with */
export function withShownAddresses(rows: readonly Row[], column: string | undefined, core: string): readonly Row[] {
  if (column === undefined) return rows
  return rows.map((row) => {
    const kept = row[column]
    return typeof kept === 'string' ? { ...row, [column]: shownAddress(kept, core) } : row
  })
}
