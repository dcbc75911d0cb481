import { AppError } from '#shared/client/errors.ts'
import type { Order, Query } from '#shared/query/ast.ts'
import { toComparable } from './exact-numbers.ts'
import type { DbRequest, Row } from './request.ts'

/** Returns the error for a result with any number of rows but one. */
export const notOneRowError = (count: number) =>
  new AppError('PGRST116', undefined, { details: `The result contains ${count} rows` })

/** True if a write must touch exactly one row. A request with a limit of one gets one row, however many change. */
export const requiresSingleRow = ({ single = false, query }: DbRequest): boolean => single && query.limit !== 1

/** Returns the rows of a write in the requested order and number, which do not affect what is written. */
export function arrangeRows(rows: readonly Row[], { order = [], limit }: Query): readonly Row[] {
  if (order.length === 0 && limit === undefined) return rows
  const inOrder = rows.toSorted((a, b) => {
    for (const term of order) {
      const difference = compared(toComparable(a[term.column]), toComparable(b[term.column]), term)
      if (difference !== 0) return difference
    }
    return 0
  })
  return inOrder.slice(0, limit)
}

function compared(a: unknown, b: unknown, { direction, nulls }: Order): number {
  const isMissing = (value: unknown) => (value ?? null) === null
  if (isMissing(a) || isMissing(b)) {
    const first = (nulls ?? (direction === 'desc' ? 'first' : 'last')) === 'first'
    return (Number(isMissing(a)) - Number(isMissing(b))) * (first ? -1 : 1)
  }
  const ascending = getType(a) === getType(b) ? sign(a as string, b as string) : sign(getType(a), getType(b))
  return direction === 'desc' ? -ascending : ascending
}

const getType = (value: unknown): string => (typeof value === 'bigint' ? 'number' : typeof value)

/** Applied to the names of types, this puts numbers before text, like SQLite. */
const sign = (a: string, b: string): number => Number(a > b) - Number(a < b)
