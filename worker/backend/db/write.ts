import { AppError } from '#shared/client/errors.ts'
import { newId } from '#worker/http/signature.ts'
import { compileFilters } from './compile-filter.ts'
import { allOf, type Fragment, joined, quoted, sql } from './fragment.ts'
import type { DbRequest, Row } from './request.ts'
import { storedAs } from './values.ts'
import { missing, type View } from './view.ts'

/** What one request may insert: more statements than this do not fit into one call of the database. */
const MAX_ROWS = 500

/** The rows of a write's body. @throws AppError `PGRST102` when it holds none */
export function rowsOfBody(body: unknown): Row[] {
  const rows: unknown[] = Array.isArray(body) ? body : [body]
  if (!rows.every(isRow)) throw new AppError('PGRST102', 'rows are JSON objects')
  if (rows.length > MAX_ROWS) throw new AppError('PGRST102', `at most ${MAX_ROWS} rows at once`)
  return rows
}

const isRow = (row: unknown): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row)

/** One statement per row, so that each keeps the defaults of what it leaves out. A row without an id gets one. */
export function compileInserts({ body, query, onDuplicate, keepDefaults = false }: DbRequest, view: View): Fragment[] {
  return rowsOfBody(body).map((given) => {
    const { columns: wanted } = query
    const row = wanted === undefined ? given : narrowed(given, wanted, keepDefaults)
    const sent = assignments(row, view)
    const values = assignments(withId(row, view), view)
    return joined(
      [
        sql(`insert into ${quoted(view.table.name)} `),
        valuesOf(values),
        onConflict(sent, query.onConflict, onDuplicate, view),
        sql(' returning *'),
      ],
      '',
    )
  })
}

/** The columns of a row that are wanted and no other. */
const narrowed = (row: Row, wanted: readonly string[], keepDefaults: boolean): Row =>
  Object.fromEntries(wanted.map((name) => [name, row[name] === undefined && !keepDefaults ? null : row[name]]))

/** @throws AppError `PGRST100` without a filter: that would be every row */
export function compileUpdate({ body, query }: DbRequest, view: View): Fragment {
  const [patch, ...others] = rowsOfBody(body)
  if (patch === undefined || others.length > 0) throw new AppError('PGRST102', 'a patch is one JSON object')
  const changes = assignments(patch, view)
  if (changes.length === 0) throw new AppError('PGRST102', 'a patch changes something')
  return joined(
    [
      sql(`update ${quoted(view.table.name)} set `),
      joined(
        changes.map(({ sql: name, params }) => ({ sql: `${name} = ?`, params })),
        ', ',
      ),
      sql(' where '),
      conditionOf(query, view),
      sql(' returning *'),
    ],
    '',
  )
}

/** @throws AppError `PGRST100` without a filter: that would be every row */
export const compileDelete = ({ query }: DbRequest, view: View): Fragment =>
  joined([sql(`delete from ${quoted(view.table.name)} where `), conditionOf(query, view), sql(' returning *')], '')

function conditionOf({ filters }: DbRequest['query'], view: View): Fragment {
  if (filters.length === 0) throw new AppError('PGRST100', 'a change of rows needs a filter')
  return allOf([view.rows, compileFilters(filters, view)])
}

/** Quoted names, each with the value it gets. */
const assignments = (row: Row, view: View): Fragment[] =>
  Object.entries(row)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const column = view.table.columns.get(name) ?? missing(view.table, name)
      return sql(quoted(name), storedAs(column, value))
    })

function valuesOf(values: readonly Fragment[]): Fragment {
  if (values.length === 0) return sql('default values')
  const names = values.map((value) => value.sql).join(', ')
  return {
    sql: `(${names}) values (${values.map(() => '?').join(', ')})`,
    params: values.flatMap((value) => value.params),
  }
}

function withId(row: Row, { table }: View): Row {
  const needsId = table.columns.get('id')?.kind === 'text' && table.primaryKey.includes('id')
  return needsId && (row['id'] ?? null) === null ? { ...row, id: newId() } : row
}

/**
 * What becomes of a row that is there already. Columns that were not sent keep what they hold. Without a resolution the
 * columns of a conflict mean nothing and the insert is a plain one, as in PostgREST (`mutatePlan` in
 * https://github.com/PostgREST/postgrest/blob/main/src/PostgREST/Plan.hs); they must exist all the same.
 */
function onConflict(
  sent: readonly Fragment[],
  target: readonly string[] | undefined,
  onDuplicate: DbRequest['onDuplicate'],
  { table }: View,
): Fragment {
  const key = (target ?? table.primaryKey).map((name) =>
    table.columns.has(name) ? quoted(name) : missing(table, name),
  )
  if (onDuplicate === undefined) return sql('')
  if (key.length === 0) throw new AppError('42P10', `${table.name} has no primary key: on_conflict has to name columns`)
  if (onDuplicate === 'ignore') return sql(` on conflict (${key.join(', ')}) do nothing`)
  const others = sent.map((value) => value.sql).filter((name) => !key.includes(name))
  const changed = (others.length > 0 ? others : key).map((name) => `${name} = excluded.${name}`)
  return sql(` on conflict (${key.join(', ')}) do update set ${changed.join(', ')}`)
}
