import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import { toAppError } from '#worker/http/passing-failure.ts'

describe('what passes by itself may be asked for again in a second, wherever it is thrown', () => {
  test.each([
    'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
    'Durable Object is overloaded. Requests queued for too long.',
    'Durable Object reset because its code was updated.',
    'Internal error while starting up Durable Object storage caused object to be reset.',
    'Network connection lost.',
    'D1_ERROR: database is locked: SQLITE_BUSY',
    'D1_ERROR: database table is locked: SQLITE_LOCKED',
    'internal error; reference = 0123abcd',
    'KV PUT failed: 429 Too Many Requests',
    'KV GET failed: 503 Service Unavailable',
    'get: We encountered an internal error. Please try again. (10001)',
  ])('%s', (message) => {
    const failure = toAppError(new Error(message))
    expect(failure).toMatchObject({ code: 'NETWORK_ERROR', status: 503, retryable: true, retryAfterSeconds: 1 })
    expect(failure.message).not.toContain(message)
  })
})

test.each(['D1_ERROR: no such table: cards: SQLITE_ERROR', 'KV PUT failed: 414 UTF-8 encoded length', 'oops (10004)'])(
  'an error that does not pass is one of ours: %s',
  (message) => {
    expect(toAppError(new Error(message))).toMatchObject({ code: 'INTERNAL', status: 500, retryAfterSeconds: null })
  },
)

test('a failure of ours stays what it is, whatever it says', () => {
  const failure = new AppError('GONE', 'overloaded')
  expect(toAppError(failure)).toBe(failure)
  expect(toAppError('overloaded')).toMatchObject({ code: 'INTERNAL' })
})
