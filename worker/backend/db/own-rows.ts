import { AppError } from '#shared/client/errors.ts'
import { bindNames, type Fragment, joinFragments, quoteIdentifier, sql } from './fragment.ts'
import { countBytes } from './own-size.ts'
import { OWNER_COLUMN } from './own-tables.ts'
import type { DbRequest, Row } from './request.ts'
import type { ReadLimits } from './rule.ts'
import type { Table } from './schema.ts'
import { fullView, type View } from './view.ts'
import { parseRows } from './write.ts'

/** Maximum number of a person's rows in all app tables. */
export const OWN_ROWS_MAX = 5000
export const OWN_BYTES_MAX = 20 * 1024 * 1024

const OWN_LIMITS: ReadLimits = { rows: 1000, offset: OWN_ROWS_MAX, terms: 50, depth: 5, orders: 8, columns: 100 }

const OWNER = quoteIdentifier(OWNER_COLUMN)
/** Messages of errors that the statements below raise to roll back the whole transaction. */
const FULL = 'owned rows are full'
const FOREIGN = 'a row of somebody else'

/**
 * Returns an expression that raises an error while a row is written. Its argument depends on the row, because SQLite
 * would evaluate a constant beforehand.
 */
const raise = (message: string, column: string) => `json_extract('{}', '${message}' || substr(${column}, 1, 0))`

/** Shows a person's own rows of a table, with all columns. */
export const ownView = (table: Table, userId: string): View => ({
  ...fullView(table),
  rows: sql(`${OWNER} = ?`, userId),
  limits: OWN_LIMITS,
  // An upsert onto somebody else's row raises an error.
  merged: (column) =>
    column === OWNER_COLUMN
      ? `iif(${quoteIdentifier(table.name)}.${OWNER} is excluded.${OWNER}, excluded.${OWNER}, ${raise(FOREIGN, `excluded.${OWNER}`)})`
      : null,
})

/**
 * Sets the user as the owner of the rows to insert.
 *
 * @throws AppError `42501` for a row that names another owner
 */
export function ownInsert(request: DbRequest, userId: string): DbRequest {
  const rows = parseRows(request.body).map((row) => ({ ...withoutOwner(row, userId), [OWNER_COLUMN]: userId }))
  const { columns } = request.query
  const query =
    columns === undefined ? request.query : { ...request.query, columns: [...new Set([...columns, OWNER_COLUMN])] }
  return { ...request, query, body: rows }
}

/** Removes the owner from a patch of a user's own rows. @throws AppError `42501` when it names another owner */
export function ownPatch(request: DbRequest, userId: string): DbRequest {
  return { ...request, body: parseRows(request.body).map((row) => withoutOwner(row, userId)) }
}

function withoutOwner({ [OWNER_COLUMN]: owner, ...row }: Row, userId: string): Row {
  if (owner !== undefined && owner !== null && owner !== userId)
    throw new AppError('42501', `permission denied: ${OWNER_COLUMN} is set by the server`)
  return row
}

const charge = (values: { user: string; rows: number; bytes: number }): Fragment =>
  bindNames(
    `insert into owned_rows (user_id, row_count, bytes) values ($user, $rows, $bytes)
     on conflict (user_id) do update set bytes = bytes + excluded.bytes,
       row_count = iif(row_count + excluded.row_count <= ${OWN_ROWS_MAX} and bytes + excluded.bytes <= ${OWN_BYTES_MAX},
         row_count + excluded.row_count, ${raise(FULL, 'excluded.user_id')})`,
    values,
  )

/** Charges rows before they are inserted. Too many of them roll back the transaction. */
export const chargeInsert = ({ body }: DbRequest, userId: string): Fragment[] => {
  const rows = parseRows(body)
  return rows.length === 0 ? [] : [charge({ user: userId, rows: rows.length, bytes: countBytes(rows) })]
}

/** Charges the bytes of the rows that the previous statement changed. */
export const chargeUpdate = ({ body }: DbRequest, userId: string): Fragment[] => {
  const rows = parseRows(body)
  if (rows.every((row) => Object.keys(row).length === 0)) return []
  const { sql: text, params } = charge({ user: userId, rows: 0, bytes: countBytes(rows) })
  return [{ sql: text.replace('values (?, ?, ?)', 'values (?, ?, ? * changes())'), params }]
}

/** Refunds the rows that the previous statement removed. */
export const refundRemoved = (userId: string): Fragment =>
  sql('update owned_rows set row_count = max(0, row_count - changes()) where user_id = ?', userId)

/** Counts a person's rows in some tables and replaces the stored count, in one statement. */
export function recount(tables: readonly Table[], userId: string): Fragment {
  const parts = tables.map(({ name, columns }) => {
    const bytes = [...columns.keys()].map((column) => `coalesce(length(cast(${quoteIdentifier(column)} as blob)), 0)`)
    return sql(
      `select count(*) as n, coalesce(sum(${bytes.join(' + ')}), 0) as b from ${quoteIdentifier(name)} where ${OWNER} = ?`,
      userId,
    )
  })
  return joinFragments(
    [
      sql('update owned_rows set (row_count, bytes) = (select coalesce(sum(n), 0), coalesce(sum(b), 0) from ('),
      joinFragments(parts, ' union all '),
      sql(')) where user_id = ?', userId),
    ],
    '',
  )
}

const getCauseMessage = (thrown: unknown): string =>
  thrown instanceof AppError && thrown.cause instanceof Error ? thrown.cause.message : ''

export const isFull = (thrown: unknown): boolean => getCauseMessage(thrown).includes(FULL)

/** Maps errors raised by these statements to PostgreSQL's codes. */
export function ownFailure(thrown: unknown): unknown {
  if (isFull(thrown))
    return new AppError('54000', `at most ${OWN_ROWS_MAX} rows and ${OWN_BYTES_MAX / 1024 / 1024} MB per user`, {
      cause: thrown,
    })
  if (getCauseMessage(thrown).includes(FOREIGN))
    return new AppError('42501', 'permission denied: this row belongs to another user', { cause: thrown })
  return thrown
}
