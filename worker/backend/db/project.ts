import type { Query, Selected } from '#shared/query/ast.ts'
import type { Row } from './request.ts'
import { shownRow } from './values.ts'
import type { View } from './view.ts'

const ALL: readonly Selected[] = [{ column: '*' }]

/** Rows of the database as the caller asked for them: its columns, in its order, under its names. */
export function projected(rows: readonly Row[], { select = ALL }: Query, view: View): Row[] {
  const names = select.flatMap(({ column, alias }) =>
    column === '*' ? view.columns.map((name) => [name, name] as const) : [[alias ?? column, column] as const],
  )
  return rows.map((row) => {
    const shown = shownRow(view.table, row)
    return Object.fromEntries(names.map(([name, column]) => [name, shown[column]]))
  })
}
