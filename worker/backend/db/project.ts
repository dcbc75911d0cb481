import type { Query, Selected } from '#shared/query/ast.ts'
import type { Row } from './request.ts'
import { getConverter } from './values.ts'
import type { View } from './view.ts'

const ALL: readonly Selected[] = [{ column: '*' }]

/**
 * One field of an answer: its name, the column it comes from and how the column's values leave, null for as they are.
 */
type Field = { readonly name: string; readonly column: string; readonly show: ((value: unknown) => unknown) | null }

/** Rows of the database as the caller asked for them: its columns, in its order, under its names. */
export function projected(rows: readonly Row[], { select = ALL }: Query, { columns, table }: View): Row[] {
  const toField = (column: string, name = column): Field => {
    const known = table.columns.get(column)
    return { name, column, show: known === undefined ? null : getConverter(known) }
  }
  const fields = select.flatMap(({ column, alias }) =>
    column === '*' ? columns.map((each) => toField(each)) : [toField(column, alias)],
  )
  // Most answers need a value or two changed, not rows made anew.
  if (isWhole(rows[0], fields)) return changed(rows, fields)
  return rows.map((row) =>
    Object.fromEntries(fields.map(({ name, column, show }) => [name, convert(row[column], show)])),
  )
}

const convert = (value: unknown, show: Field['show']): unknown => (show === null ? value : show(value))

/** True if a row has exactly these fields, in this order. */
function isWhole(row: Row | undefined, fields: readonly Field[]): boolean {
  const names = Object.keys(row ?? {})
  return names.length === fields.length && fields.every(({ name, column }, i) => name === column && name === names[i])
}

function changed(rows: readonly Row[], fields: readonly Field[]): Row[] {
  const converted = fields.filter(({ show }) => show !== null)
  return rows.map((row) => {
    const copy = { ...row }
    for (const { name, show } of converted) copy[name] = convert(copy[name], show)
    return copy
  })
}
