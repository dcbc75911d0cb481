import { AppError } from '#shared/client/errors.ts'
import { compileSelect, getColumns } from './compile.ts'
import { compileFilters } from './compile-filter.ts'
import { joinWithAnd, type Fragment, joinFragments, parenthesized, quoteIdentifier, sql } from './fragment.ts'
import type { DbRequest, Row } from './request.ts'
import { run } from './statements.ts'
import type { View } from './view.ts'
import { parseRows } from './write.ts'

/** Size limit of one response with a person's own rows, and of one patch of them. */
const OWN_ANSWER_MAX_BYTES = 1_000_000

/** Bytes around a field's name in JSON: its quotes, colon and comma. */
const NAME_BYTES = 4

const selectSize = (columns: readonly string[], rows: Fragment): Fragment => {
  const values = columns.map((column) => `coalesce(length(cast(${quoteIdentifier(column)} as blob)), 4)`)
  const names = columns.reduce((bytes, column) => bytes + column.length + NAME_BYTES, 0)
  return joinFragments(
    [sql(`select count(*) as n, coalesce(sum(${[...values, names].join(' + ')}), 0) as bytes from (`), rows, sql(')')],
    '',
  )
}

async function measure(db: D1Database, columns: readonly string[], rows: Fragment) {
  const [[size] = []] = await run(db, [selectSize(columns, rows)])
  return { rows: Number(size?.['n'] ?? 0), bytes: Number(size?.['bytes'] ?? 0) }
}

const tooLarge = (what: string) => new AppError('54000', `${what} is more than 1 MB: split it into smaller requests`)

/** @throws AppError `54000` for a page of more than 1 MB, before it is read */
export async function requireSmallPage(db: D1Database, { query }: DbRequest, view: View): Promise<void> {
  const { bytes } = await measure(db, getColumns(query, view), compileSelect(query, view))
  if (bytes > OWN_ANSWER_MAX_BYTES) throw tooLarge('this page')
}

/** @throws AppError `54000` for a change that writes or returns more than 1 MB, before it runs */
export async function requireSmallChange(db: D1Database, request: DbRequest, view: View): Promise<void> {
  const matching = joinWithAnd([view.rows, compileFilters(request.query.filters, view)])
  const { rows, bytes } = await measureRows(db, view, matching)
  const patch = request.body === undefined ? 0 : countBytes(parseRows(request.body))
  if (rows * patch > OWN_ANSWER_MAX_BYTES) throw tooLarge(`a patch of ${patch} bytes for ${rows} rows`)
  if (request.minimal !== true && bytes + rows * patch > OWN_ANSWER_MAX_BYTES)
    throw tooLarge('what this change gives back')
}

/** @throws AppError `54000` for an upsert that returns more than 1 MB of existing rows, before it runs */
export async function requireSmallUpsert(db: D1Database, request: DbRequest, view: View): Promise<void> {
  const key = (request.query.onConflict ?? view.table.primaryKey)[0]
  const column = key === undefined ? undefined : view.table.columns.get(key)
  if (request.minimal === true || request.onDuplicate === undefined || column === undefined) return
  const keys = parseRows(request.body).flatMap((row) => row[column.name] ?? [])
  const listed = sql(`${quoteIdentifier(column.name)} in (select value from json_each(?))`, JSON.stringify(keys))
  const { bytes } = await measureRows(db, view, joinWithAnd([view.rows, listed]))
  if (bytes > OWN_ANSWER_MAX_BYTES) throw tooLarge('what this upsert gives back')
}

const measureRows = (db: D1Database, { table }: View, matching: Fragment) =>
  measure(
    db,
    [...table.columns.keys()],
    joinFragments([sql(`select * from ${quoteIdentifier(table.name)} where `), parenthesized(matching)], ''),
  )

export const countBytes = (rows: readonly Row[]): number => new TextEncoder().encode(JSON.stringify(rows)).length
