import { describe, expect, test } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import { toAppError } from '#worker/http/transient-error.ts'

describe('transient failures', () => {
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
  ])('maps a transient error to a 503 with Retry-After 1: %s', (message) => {
    const failure = toAppError(new Error(message))
    expect(failure).toMatchObject({ code: 'NETWORK_ERROR', status: 503, retryable: true, retryAfterSeconds: 1 })
    expect(failure.message).not.toContain(message)
  })
})

test.each(['D1_ERROR: no such table: cards: SQLITE_ERROR', 'KV PUT failed: 414 UTF-8 encoded length', 'oops (10004)'])(
  'maps a permanent error to INTERNAL: %s',
  (message) => {
    expect(toAppError(new Error(message))).toMatchObject({ code: 'INTERNAL', status: 500, retryAfterSeconds: null })
  },
)

test('rethrows our own error unchanged, whatever its message', () => {
  const failure = new AppError('GONE', 'overloaded')
  expect(toAppError(failure)).toBe(failure)
  expect(toAppError('overloaded')).toMatchObject({ code: 'INTERNAL' })
})
