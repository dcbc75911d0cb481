import { expect, test } from 'vitest'
import type { Caller } from '#worker/backend/caller.ts'
import { callerValues, getRuledRole } from '#worker/backend/db/rule.ts'
import { readWritable } from '#worker/backend/db/writable.ts'

const caller = (userId: string | null, kind: 'visitor' | 'address') =>
  ({ userId, visitor: { id: 'v1', kind } }) as unknown as Caller

test.each([
  ['a user with a cookie', caller('u1', 'visitor'), 'user', { visitor: 'v1', user: 'u1', nameless: 0 }],
  ['a user without a cookie', caller('u1', 'address'), 'user', { visitor: 'v1', user: 'u1', nameless: 1 }],
  ['a visitor', caller(null, 'visitor'), 'visitor', { visitor: 'v1', user: null, nameless: 0 }],
  ['a caller without a cookie', caller(null, 'address'), 'public', { visitor: 'v1', user: null, nameless: 1 }],
] as const)('derives the role of %s', (_who, asking, role, values) => {
  expect(getRuledRole(asking)).toBe(role)
  expect(callerValues(asking)).toEqual(values)
})

test('rejects a row that sets no column, with the reason', () => {
  const rule = { columns: { title: (value: unknown) => value as string } } as never
  expect(() => readWritable({}, rule, caller(null, 'visitor'))).toThrow(
    expect.objectContaining({ code: '42501', message: 'permission denied: nothing is set' }),
  )
  expect(() => readWritable({ other: 1 }, rule, caller(null, 'visitor'))).toThrow('permission denied for column other')
  const long = 'x'.repeat(65)
  expect(() => readWritable({ [long]: 1 }, rule, caller(null, 'visitor'))).toThrow(/ column x{64}$/)
  expect(readWritable({ title: 'A' }, rule, caller(null, 'visitor'))).toEqual({ title: 'A' })
})
