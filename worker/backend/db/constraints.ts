import { AppError } from '#shared/client/errors.ts'
import type { DbRequest, Row } from './request.ts'

/**
 * Which constraint a write has broken, in PostgreSQL's words, where SQLite names it: the column of a missing value, the
 * columns of a key, the text of a check. For the service key: to others the columns of a table may be a secret.
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

/** `notes.a, notes.b` as the table and its columns; nothing for an index that has a name only. */
function namesIn(subject: string): string[] {
  const parts = subject.split(', ').map((part) => /^([^.]+)\.(.+)$/s.exec(part))
  const table = parts[0]?.[1]
  return table === undefined ? [] : [table, ...parts.flatMap((part) => part?.[2] ?? [])]
}

/** The values that a single row sets these columns to: of several rows the database does not say which one it was. */
function getValues(body: unknown, columns: readonly string[]): string[] | null {
  const rows: unknown[] = Array.isArray(body) ? body : [body]
  const row = rows[0] as Row | null | undefined
  if (rows.length !== 1 || typeof row !== 'object' || row === null) return null
  const values = columns.map((name) => row[name])
  if (values.some((value) => value === undefined)) return null
  return values.map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
}
