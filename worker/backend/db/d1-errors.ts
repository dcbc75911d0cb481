import { AppError, type ErrorCode, type ErrorOptions } from '#shared/client/errors.ts'
import { isTransientError } from '#worker/http/transient-error.ts'

const KNOWN: readonly (readonly [pattern: RegExp, code: ErrorCode])[] = [
  [/UNIQUE constraint failed/, '23505'],
  [/NOT NULL constraint failed/, '23502'],
  [/CHECK constraint failed/, '23514'],
  [/FOREIGN KEY constraint failed/, '23503'],
  [/cannot modify .* because it is a view/, '55000'],
  [/cannot (?:INSERT into|UPDATE) generated column/, '428C9'],
  [/cannot store \w+ value in \w+ column|datatype mismatch/, '22P02'],
  [/integer overflow/, '22003'],
  [/ON CONFLICT clause does not match/, '42P10'],
  [/no such table/, '42P01'],
  [/no such column|has no column named/, '42703'],
  [
    /too many (?:SQL variables|terms|columns)|LIKE or GLOB pattern too complex|Expression tree is too large/,
    'PGRST100',
  ],
  [/SQLITE_TOOBIG/, '54000'],
  [/SQLITE_INTERRUPT|SQLITE_NOMEM|exceeded .*(?:time|CPU|memory)|timed? ?out/i, '57014'],
  [/SQLITE_FULL|maximum DB size|maximum account storage/i, '54000'],
  [/SQLITE_CONSTRAINT_TRIGGER/, 'P0001'],
  [/SQLITE_CONSTRAINT/, '23514'],
]

/** Errors of triggers, checks and computed columns. Syntax errors are excluded, because they would be our bugs. */
const VALUE_ERRORS: typeof KNOWN = [[/^(?!.*syntax error).*SQLITE_ERROR/s, '22000']]

/** Errors that only hand-written SQL can cause. */
const RAW_SQL_ERRORS: typeof KNOWN = [
  [/not authorized/, '42501'],
  [/SQLITE_MISMATCH/, '22P02'],
  [/SQLITE_ERROR|SQL statement|contain a statement|parameter bindings|execute a transaction|SQLITE_RANGE/, '42601'],
]

/**
 * Maps a database error to PostgreSQL's code. The original message stays the cause, except a trigger's message, which
 * is written for callers.
 */
export function toDbError(thrown: unknown): unknown {
  if (thrown instanceof AppError || !(thrown instanceof Error)) return thrown
  const code = findCode(thrown, [...KNOWN, ...VALUE_ERRORS])
  if (code === undefined) return thrown
  return new AppError(code, code === 'P0001' ? getMessage(thrown) : undefined, getOptions(code, thrown))
}

/**
 * Maps errors of the service key's SQL and keeps the database's message, because this caller may read everything
 * anyway. Transient errors are an exception: our own edge uses this key too, and forwards such failures to visitors.
 */
export function toSqlError(thrown: unknown): unknown {
  if (thrown instanceof AppError || !(thrown instanceof Error)) return thrown
  const code = findCode(thrown, [...KNOWN, ...RAW_SQL_ERRORS])
  if (code === undefined) return thrown
  const isOurs = code === 'NETWORK_ERROR' || code === '57014'
  return new AppError(code, isOurs ? undefined : getMessage(thrown), getOptions(code, thrown))
}

/** A transient failure is worth a retry in a moment, but a full database is not. */
function getOptions(code: ErrorCode, cause: Error): ErrorOptions {
  if (code === 'NETWORK_ERROR') return { cause, retryAfterSeconds: 1 }
  return code === '54000' && !/TOOBIG/.test(cause.message) ? { cause, status: 507 } : { cause }
}

const getMessage = ({ message }: Error): string =>
  message.replace(/^D1_ERROR: /, '').replace(/: SQLITE_\w+(?: \(.*\))?$/, '')

const findCode = (thrown: Error, known: typeof KNOWN): ErrorCode | undefined =>
  known.find(([pattern]) => pattern.test(thrown.message))?.[1] ??
  (isTransientError(thrown) ? 'NETWORK_ERROR' : undefined)

/** Awaits database work and maps its errors. */
export async function translateErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    throw toDbError(thrown)
  }
}
