import type { Query } from '#shared/query/ast.ts'
import { compileFilters } from './compile-filter.ts'
import { compileCursor, compileOrder } from './compile-order.ts'
import { exactColumns } from './exact-numbers.ts'
import { joinWithAnd, type Fragment, joinFragments, sql } from './fragment.ts'
import { throwUndefinedColumn, type View } from './view.ts'

/** Returns the requested columns, each once. @throws AppError `42703` for a column that the caller may not read */
export function getColumns({ select }: Query, view: View): string[] {
  if (select === undefined) return [...view.columns]
  const names = select.flatMap(({ column }) => (column === '*' ? view.columns : [column]))
  return [...new Set(names)].map((name) =>
    view.columns.includes(name) ? name : throwUndefinedColumn(view.table, name),
  )
}

/** Lists the columns of a select or a `returning`. */
export const selectList = (columns: readonly string[], view: View): Fragment =>
  joinFragments(
    columns.map((column) => view.select(column)),
    ', ',
  )

/** Selects the rows that a caller may see. Identifiers come from the schema, and values are bound. */
export function compileSelect(query: Query, view: View): Fragment {
  const cursor = compileCursor(query, view)
  const conditions = [view.rows, compileFilters(query.filters, view), ...(cursor === null ? [] : [cursor.where])]
  const limit = query.limit ?? view.limits?.rows
  return joinFragments(
    [
      cursor?.with ?? sql(''),
      sql('select '),
      selectList(getColumns(query, view), view),
      sql(exactColumns(getColumns(query, view).flatMap((name) => view.table.columns.get(name) ?? []))),
      sql(' from '),
      view.source,
      sql(' where '),
      joinWithAnd(conditions),
      compileOrder(query, view),
      ...(limit === undefined && query.offset === undefined ? [] : [sql(' limit ?', limit ?? -1)]),
      ...(query.offset === undefined ? [] : [sql(' offset ?', query.offset)]),
    ],
    '',
  )
}

/** Counts a query's rows, regardless of its limit. */
export const compileCount = (query: Query, view: View): Fragment =>
  view.storedCount?.(query) ??
  joinFragments(
    [
      sql('select count(*) as total from '),
      view.source,
      sql(' where '),
      joinWithAnd([view.rows, compileFilters(query.filters, view)]),
    ],
    '',
  )
