import { AppError, type ErrorCode } from '#shared/client/errors.ts'

const KNOWN: readonly (readonly [pattern: RegExp, code: ErrorCode])[] = [
  [/UNIQUE constraint failed/, '23505'],
  [/NOT NULL constraint failed/, '23502'],
  [/CHECK constraint failed/, '23514'],
  [/FOREIGN KEY constraint failed/, '23503'],
  [/cannot store \w+ value in \w+ column|datatype mismatch/, '22P02'],
  [/ON CONFLICT clause does not match/, '42P10'],
  [/no such table/, '42P01'],
  [/too many SQL variables|LIKE or GLOB pattern too complex|Expression tree is too large/, 'PGRST100'],
  [/overloaded|queued for too long|SQLITE_BUSY/, 'NETWORK_ERROR'],
]

/** What a database refuses, in PostgreSQL's codes. The database's own words stay the cause. */
export function toDbError(thrown: unknown): unknown {
  if (thrown instanceof AppError || !(thrown instanceof Error)) return thrown
  const code = KNOWN.find(([pattern]) => pattern.test(thrown.message))?.[1]
  return code === undefined ? thrown : new AppError(code, undefined, { cause: thrown })
}

/** Runs a piece of work on the database and translates what it throws. */
export async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    throw toDbError(thrown)
  }
}
