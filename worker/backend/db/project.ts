import type { Query, Selected } from '#shared/query/ast.ts'
import type { Row } from './request.ts'
import { getConverter } from './values.ts'
import type { View } from './view.ts'

const ALL: readonly Selected[] = [{ column: '*' }]

/** A field of a response: its name, its column, and the conversion of the column's values, or null for none. */
type Field = {
  readonly name: string
  readonly column: string
  readonly converter: ((value: unknown) => unknown) | null
}

/** Returns rows as the caller asked for them: its columns, in its order, under its names. */
export function projectRows(rows: readonly Row[], { select = ALL }: Query, { columns, table }: View): Row[] {
  const toField = (column: string, name = column): Field => {
    const known = table.columns.get(column)
    return { name, column, converter: known === undefined ? null : getConverter(known) }
  }
  const fields = select.flatMap(({ column, alias }) =>
    column === '*' ? columns.map((each) => toField(each)) : [toField(column, alias)],
  )
  // Most responses need a value or two converted, not their rows rebuilt.
  if (isWhole(rows[0], fields)) return changed(rows, fields)
  return rows.map((row) =>
    Object.fromEntries(fields.map(({ name, column, converter }) => [name, convert(row[column], converter)])),
  )
}

const convert = (value: unknown, converter: Field['converter']): unknown =>
  converter === null ? value : converter(value)

/** True if a row has exactly these fields, in this order. */
function isWhole(row: Row | undefined, fields: readonly Field[]): boolean {
  const names = Object.keys(row ?? {})
  return names.length === fields.length && fields.every(({ name, column }, i) => name === column && name === names[i])
}

function changed(rows: readonly Row[], fields: readonly Field[]): Row[] {
  const converted = fields.filter(({ converter }) => converter !== null)
  return rows.map((row) => {
    const copy = { ...row }
    for (const { name, converter } of converted) copy[name] = convert(copy[name], converter)
    return copy
  })
}
