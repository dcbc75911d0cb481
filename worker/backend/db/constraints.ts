import { AppError } from '#shared/client/errors.ts'
import type { DbRequest, Row } from './request.ts'

/**
 * Names the constraint that a write violated in PostgreSQL's words, if SQLite names it: the column of a missing value,
 * the columns of a key, the text of a check. For the service key only, because a table's columns may be secret to
 * others.
 */
export function withConstraint(thrown: unknown, { table, body }: DbRequest): unknown {
  if (!(thrown instanceof AppError) || !(thrown.cause instanceof Error)) return thrown
  const words = /(NOT NULL|UNIQUE|CHECK) constraint failed: (.+?)(?:: SQLITE_\w+(?: \(.*\))?)?$/s.exec(
    thrown.cause.message,
  )
  const [, kind, subject] = words ?? []
  if (kind === undefined || subject === undefined) return thrown
  const { cause } = thrown
  if (kind === 'CHECK')
    return new AppError('23514', `new row for relation "${table}" violates check constraint "${subject}"`, { cause })
  const [relation, ...columns] = namesIn(subject)
  if (relation === undefined) return thrown
  if (kind === 'NOT NULL')
    return new AppError(
      '23502',
      `null value in column "${columns[0]}" of relation "${relation}" violates not-null constraint`,
      {
        cause,
      },
    )
  const key = columns.join(', ')
  const values = relation === table ? getValues(body, columns) : null
  return new AppError(
    '23505',
    `duplicate key value violates unique constraint "${relation}_${columns.join('_')}_key"`,
    {
      cause,
      details: values === null ? `Key (${key}) already exists.` : `Key (${key})=(${values.join(', ')}) already exists.`,
    },
  )
}

/** Splits `notes.a, notes.b` into the table and its columns. Empty for an index that only has a name. */
function namesIn(subject: string): string[] {
  const parts = subject.split(', ').map((part) => /^([^.]+)\.(.+)$/s.exec(part))
  const table = parts[0]?.[1]
  return table === undefined ? [] : [table, ...parts.flatMap((part) => part?.[2] ?? [])]
}

/** Returns the values of these columns in a single row. With several rows, SQLite does not say which one failed. */
function getValues(body: unknown, columns: readonly string[]): string[] | null {
  const rows: unknown[] = Array.isArray(body) ? body : [body]
  const row = rows[0] as Row | null | undefined
  if (rows.length !== 1 || typeof row !== 'object' || row === null) return null
  const values = columns.map((name) => row[name])
  if (values.some((value) => value === undefined)) return null
  return values.map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
}
