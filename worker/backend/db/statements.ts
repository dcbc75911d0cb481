import { AppError } from '#shared/client/errors.ts'
import { translated } from './d1-errors.ts'
import { withExactNumbers } from './exact-numbers.ts'
import type { Fragment } from './fragment.ts'
import type { Row } from './request.ts'
import { withLargeIntegers } from './statement-text.ts'

/** The database, or a session of it. */
export type Statements = Pick<D1Database, 'prepare' | 'batch'>

export function prepared(db: Statements, { sql, params }: Fragment): D1PreparedStatement {
  if (params.length === 0) return db.prepare(sql)
  if (!params.some((value) => typeof value === 'bigint')) return db.prepare(sql).bind(...params)
  // The driver binds no bigint.
  const values = params.map((value) => (typeof value === 'bigint' ? String(value) : value))
  return db.prepare(withLargeIntegers(sql, params)).bind(...values)
}

/** The database binds no more in one statement. */
export const MAX_VALUES = 100

function requireBindable({ params }: Fragment): void {
  if (params.length > MAX_VALUES)
    throw new AppError('PGRST100', `at most ${MAX_VALUES} values in one statement; this has ${params.length}`)
}

/**
 * Runs statements in one transaction and one call of the database.
 *
 * @returns the rows of each
 * @throws AppError in PostgreSQL's codes for what the database refuses; then nothing has happened
 */
export const run = async (db: D1Database, statements: readonly Fragment[]): Promise<Row[][]> =>
  (await runCounted(db, statements)).results

/** The same, with how many rows the database had to read for all of them. */
export async function runCounted(
  db: Statements,
  statements: readonly Fragment[],
): Promise<{ results: Row[][]; rowsRead: number }> {
  if (statements.length === 0) return { results: [], rowsRead: 0 }
  statements.forEach(requireBindable)
  const [first, ...others] = statements.map((statement) => prepared(db, statement))
  const answers = await translated(
    others.length === 0 ? first!.all<Row>().then((one) => [one]) : db.batch<Row>([first!, ...others]),
  )
  return {
    results: answers.map(({ results }) => withExactNumbers(results)),
    rowsRead: answers.reduce((sum, { meta }) => sum + meta.rows_read, 0),
  }
}
