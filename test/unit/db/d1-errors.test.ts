import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import { toDbError, toSqlError } from '#worker/backend/db/d1-errors.ts'

const failures = (message: string) =>
  [toDbError, toSqlError].map((translate) => translate(new Error(message)) as AppError)

describe('transient D1 errors', () => {
  test.each([
    'D1_ERROR: Network connection lost.',
    'D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.',
    'D1_ERROR: D1 DB reset because its code was updated.',
    'D1_ERROR: Internal error in D1 DB storage caused object to be reset.',
    'D1_ERROR: Internal error while starting up D1 DB storage caused object to be reset.',
    'D1_ERROR: D1 DB is overloaded. Too many requests queued.',
    'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
    'D1_ERROR: database is locked: SQLITE_BUSY',
  ])('maps a transient D1 error to a retryable 503: %s', (message) => {
    for (const failure of failures(message))
      expect(failure).toMatchObject({
        code: 'NETWORK_ERROR',
        status: 503,
        retryable: true,
        retryAfterSeconds: 1,
        message: 'Network error. Please check your connection and try again.',
      })
  })
})

describe('a full database', () => {
  test.each([
    'D1_ERROR: database or disk is full: SQLITE_FULL',
    'D1_ERROR: Exceeded maximum DB size.',
    "D1_ERROR: Your account has exceeded D1's maximum account storage limit, please contact Cloudflare.",
  ])('maps a full database to a non-retryable 507: %s', (message) => {
    for (const failure of failures(message))
      expect(failure).toMatchObject({ code: '54000', status: 507, retryable: false, retryAfterSeconds: null })
  })
})

test.each([
  ['D1_ERROR: UNIQUE constraint failed: cards.id: SQLITE_CONSTRAINT', '23505', 409],
  ['D1_ERROR: NOT NULL constraint failed: cards.id: SQLITE_CONSTRAINT', '23502', 400],
  ['D1_ERROR: string or blob too big: SQLITE_TOOBIG', '54000', 413],
  ['D1_ERROR: D1 DB exceeded its CPU time limit and was reset.', '57014', 504],
  ['D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.', '57014', 504],
  ['D1_ERROR: no such table: cards: SQLITE_ERROR', '42P01', 404],
])('maps %s to %s', (message, code, status) => {
  for (const failure of failures(message)) expect(failure).toMatchObject({ code, status })
})

test('rethrows an unknown error unchanged', () => {
  const thrown = new TypeError('x is not a function')
  expect([toDbError(thrown), toSqlError(thrown)]).toEqual([thrown, thrown])
})
