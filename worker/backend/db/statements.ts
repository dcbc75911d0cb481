import { AppError } from '#shared/client/errors.ts'
import { translated } from './d1-errors.ts'
import type { Fragment } from './fragment.ts'
import type { Row } from './request.ts'

export const prepared = (db: D1Database, { sql, params }: Fragment): D1PreparedStatement =>
  params.length === 0 ? db.prepare(sql) : db.prepare(sql).bind(...params)

/** The database binds no more in one statement. */
const MAX_VALUES = 100

function requireBindable({ params }: Fragment): void {
  if (params.length > MAX_VALUES)
    throw new AppError('PGRST100', `at most ${MAX_VALUES} values in one statement; this takes ${params.length}`)
}

/**
 * Runs statements in one transaction and one call of the database.
 *
 * @returns the rows of each
 * @throws AppError in PostgreSQL's codes for what the database refuses; then nothing has happened
 */
export async function run(db: D1Database, statements: readonly Fragment[]): Promise<Row[][]> {
  if (statements.length === 0) return []
  statements.forEach(requireBindable)
  if (statements.length === 1) return [(await translated(prepared(db, statements[0]!).all<Row>())).results]
  const results = await translated(db.batch<Row>(statements.map((statement) => prepared(db, statement))))
  return results.map((result) => result.results)
}
