import { AppError } from '#shared/client/errors.ts'
import { translateErrors } from './d1-errors.ts'
import { withExactNumbers } from './exact-numbers.ts'
import type { Fragment } from './fragment.ts'
import type { Row } from './request.ts'
import { withLargeIntegers } from './statement-text.ts'

/** The database, or a session of it. */
export type Statements = Pick<D1Database, 'prepare' | 'batch'>

export function prepareFragment(db: Statements, { sql, params }: Fragment): D1PreparedStatement {
  if (params.length === 0) return db.prepare(sql)
  if (!params.some((value) => typeof value === 'bigint')) return db.prepare(sql).bind(...params)
  // The driver cannot bind a bigint.
  const values = params.map((value) => (typeof value === 'bigint' ? String(value) : value))
  return db.prepare(withLargeIntegers(sql, params)).bind(...values)
}

/** D1 binds no more values in one statement. */
export const MAX_VALUES = 100

function requireBindable({ params }: Fragment): void {
  if (params.length > MAX_VALUES)
    throw new AppError('PGRST100', `at most ${MAX_VALUES} values in one statement; this has ${params.length}`)
}

/**
 * Runs statements in one transaction and one database call.
 *
 * @returns the rows of each statement
 * @throws AppError with PostgreSQL's code if the database refuses; then nothing has happened
 */
export const run = async (db: D1Database, statements: readonly Fragment[]): Promise<Row[][]> =>
  (await runCounted(db, statements)).results

/** Runs statements and counts the rows that the database read for all of them. */
export async function runCounted(
  db: Statements,
  statements: readonly Fragment[],
): Promise<{ results: Row[][]; rowsRead: number }> {
  if (statements.length === 0) return { results: [], rowsRead: 0 }
  statements.forEach(requireBindable)
  const [first, ...others] = statements.map((statement) => prepareFragment(db, statement))
  const responses = await translateErrors(
    others.length === 0 ? first!.all<Row>().then((one) => [one]) : db.batch<Row>([first!, ...others]),
  )
  return {
    results: responses.map(({ results }) => withExactNumbers(results)),
    rowsRead: responses.reduce((sum, { meta }) => sum + meta.rows_read, 0),
  }
}
