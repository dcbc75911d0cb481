import { type Filter, isGroup } from '#shared/query/ast.ts'
import { toPublicAddress, toStoredAddress } from '#worker/http/stored-address.ts'
import type { DbRequest, Row } from './request.ts'

/**
 * Converts our own addresses in filters and rows to the form in which the tables store them.
 *
 * @param column holds paths of stored files, and is an absolute address on the wire
 */
export function toStoredAddresses(request: DbRequest, column: string | undefined, projectId: string): DbRequest {
  if (column === undefined) return request
  const toStored = (value: string) => toStoredAddress(value, projectId)

  function toFilter(filter: Filter): Filter {
    if (isGroup(filter)) return { ...filter, filters: filter.filters.map(toFilter) }
    if (filter.column !== column || filter.operator === 'is') return filter
    if (filter.operator === 'in') return { ...filter, value: filter.value.map(toStored) }
    return { ...filter, value: toStored(filter.value) }
  }
  function toRow(row: unknown): unknown {
    if (typeof row !== 'object' || row === null || !Object.hasOwn(row, column!)) return row
    const value = (row as Row)[column!]
    return typeof value === 'string' ? { ...row, [column!]: toStored(value) } : row
  }
  const { query, body } = request
  return {
    ...request,
    query: { ...query, filters: query.filters.map(toFilter) },
    ...(body !== undefined && { body: Array.isArray(body) ? body.map(toRow) : toRow(body) }),
  }
}

/** Converts stored paths in rows to addresses. @param core the prefix of addresses of stored files */
export function toPublicAddresses(rows: readonly Row[], column: string | undefined, core: string): readonly Row[] {
  if (column === undefined) return rows
  return rows.map((row) => {
    const stored = row[column]
    return typeof stored === 'string' ? { ...row, [column]: toPublicAddress(stored, core) } : row
  })
}
