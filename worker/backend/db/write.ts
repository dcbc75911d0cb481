import { AppError } from '#shared/client/errors.ts'
import { newId } from '#worker/http/signature.ts'
import { compileFilters } from './compile-filter.ts'
import { exactColumns } from './exact-numbers.ts'
import { joinWithAnd, type Fragment, joinFragments, quoteIdentifier, sql } from './fragment.ts'
import type { DbRequest, Row } from './request.ts'
import { requiresSingleRow, notOneRowError } from './returned.ts'
import { getPlaceholder, toStoredValue } from './values.ts'
import { throwUndefinedColumn, type View } from './view.ts'

/** Maximum number of rows in one insert. More statements do not fit into one D1 call. */
const MAX_ROWS = 500

/** Returns the rows of a write's body. @throws AppError `PGRST102` when they are not objects or too many */
export function parseRows(body: unknown): Row[] {
  const rows: unknown[] = Array.isArray(body) ? body : [body]
  if (!rows.every(isRow)) throw new AppError('PGRST102', 'rows must be JSON objects')
  if (rows.length > MAX_ROWS) throw new AppError('PGRST102', `at most ${MAX_ROWS} rows at once`)
  return rows
}

const isRow = (row: unknown): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row)

/**
 * Compiles one statement per row, so that each keeps the defaults of columns that it omits. A row without an id gets
 * one.
 */
export function compileInserts(request: DbRequest, view: View): Fragment[] {
  const { query, onDuplicate } = request
  const rows = rowsToInsert(request)
  if (requiresSingleRow(request) && rows.length !== 1) throw notOneRowError(rows.length)
  return rows.map((row) => {
    const sent = assignments(row, view)
    const values = assignments(withId(row, view), view)
    const conflict = onConflict(sent, query.onConflict, onDuplicate, view)
    return joinFragments(
      [
        sql(`insert into ${quoteIdentifier(view.table.name)} `),
        toValues(values),
        // `default values` allows no conflict clause, so an existing row is a 23505.
        values.length === 0 ? sql('') : conflict,
        returningAll(view),
      ],
      '',
    )
  })
}

/**
 * Returns the rows of an insert, reduced to `columns` if these are named. @throws AppError `PGRST102` for invalid rows
 */
export function rowsToInsert({ body, query: { columns: wanted }, keepDefaults = false }: DbRequest): Row[] {
  const rows = parseRows(body)
  if (wanted === undefined) return rows
  const absent = keepDefaults ? undefined : null
  return rows.map((row) =>
    Object.fromEntries(wanted.map((name) => [name, row[name] === undefined ? absent : row[name]])),
  )
}

/** @throws AppError `PGRST100` without a filter, because that would change every row */
export function compileUpdate(request: DbRequest, view: View): Fragment {
  const [patch, ...others] = parseRows(request.body)
  if (patch === undefined || others.length > 0) throw new AppError('PGRST102', 'a patch must be one JSON object')
  const changes = assignments(patch, view)
  const where = toCondition(request, view)
  if (changes.length === 0)
    return joinFragments(
      [sql(`select * from ${quoteIdentifier(view.table.name)} where false and (`), where, sql(')')],
      '',
    )
  return joinFragments(
    [
      sql(`update ${quoteIdentifier(view.table.name)} set `),
      joinFragments(
        changes.map(({ name, place, params }) => ({ sql: `${name} = ${place}`, params })),
        ', ',
      ),
      sql(' where '),
      where,
      returningAll(view),
    ],
    '',
  )
}

/** @throws AppError `PGRST100` without a filter, because that would delete every row */
export const compileDelete = (request: DbRequest, view: View): Fragment =>
  joinFragments(
    [sql(`delete from ${quoteIdentifier(view.table.name)} where `), toCondition(request, view), returningAll(view)],
    '',
  )

const returningAll = ({ table }: View): Fragment => sql(` returning *${exactColumns([...table.columns.values()])}`)

/** Matches the rows of a change. If exactly one is required and there is another number, it matches none. */
function toCondition(request: DbRequest, view: View): Fragment {
  const { filters } = request.query
  if (filters.length === 0) throw new AppError('PGRST100', 'an update or delete requires a filter')
  const matching = joinWithAnd([view.rows, compileFilters(filters, view)])
  if (!requiresSingleRow(request)) return matching
  const some = [sql(`(select count(*) from (select 1 from ${quoteIdentifier(view.table.name)} where `), matching]
  return joinWithAnd([matching, joinFragments([...some, sql(' limit 2)) = 1')], '')])
}

/** A quoted name, the value it gets and its placeholder. */
type Assignment = Pick<Fragment, 'params'> & {
  readonly name: string
  readonly column: string
  readonly place: string
}

const assignments = (row: Row, view: View): Assignment[] =>
  Object.entries(row)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const column = view.table.columns.get(name) ?? throwUndefinedColumn(view.table, name)
      const stored = toStoredValue(column, value)
      return { name: quoteIdentifier(name), column: name, place: getPlaceholder(column, stored), params: [stored] }
    })

function toValues(values: readonly Assignment[]): Fragment {
  if (values.length === 0) return sql('default values')
  const names = values.map(({ name }) => name).join(', ')
  return {
    sql: `(${names}) values (${values.map(({ place }) => place).join(', ')})`,
    params: values.flatMap((value) => value.params),
  }
}

function withId(row: Row, { table }: View): Row {
  const { kind } = table.columns.get('id') ?? {}
  const needsId = (kind === 'text' || kind === 'any') && table.primaryKey.includes('id')
  return needsId && (row['id'] ?? null) === null ? { ...row, id: newId() } : row
}

/**
 * Returns the conflict clause of an insert. Columns that were not sent keep their values. Without a resolution, the
 * columns of a conflict have no effect and the insert is a plain one, as in PostgREST (`mutatePlan` in
 * https://github.com/PostgREST/postgrest/blob/main/src/PostgREST/Plan.hs). They must exist anyway.
 */
function onConflict(
  sent: readonly Assignment[],
  target: readonly string[] | undefined,
  onDuplicate: DbRequest['onDuplicate'],
  { table, merged }: View,
): Fragment {
  const key = (target ?? table.primaryKey).map((name) =>
    table.columns.has(name) ? quoteIdentifier(name) : throwUndefinedColumn(table, name),
  )
  if (onDuplicate === undefined) return sql('')
  if (key.length === 0) throw new AppError('42P10', `${table.name} has no primary key: on_conflict must name columns`)
  if (onDuplicate === 'ignore') return sql(` on conflict (${key.join(', ')}) do nothing`)
  const others = sent.filter(({ name }) => !key.includes(name))
  const changed = (others.length > 0 ? others : key.map((name) => ({ name, column: null }))).map(
    ({ name, column }) => `${name} = ${(column !== null && merged?.(column)) || `excluded.${name}`}`,
  )
  return sql(` on conflict (${key.join(', ')}) do update set ${changed.join(', ')}`)
}
