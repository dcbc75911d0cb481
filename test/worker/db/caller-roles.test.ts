import { expect, test } from 'vitest'
import type { Caller } from '#worker/backend/caller.ts'
import { callerValues, ruledRoleOf } from '#worker/backend/db/rule.ts'
import { readWritable } from '#worker/backend/db/writable.ts'

const caller = (userId: string | null, kind: 'visitor' | 'address') =>
  ({ userId, visitor: { id: 'v1', kind } }) as unknown as Caller

test.each([
  ['a user with a cookie', caller('u1', 'visitor'), 'user', { visitor: 'v1', user: 'u1', nameless: 0 }],
  ['a user without one', caller('u1', 'address'), 'user', { visitor: 'v1', user: 'u1', nameless: 1 }],
  ['a visitor', caller(null, 'visitor'), 'visitor', { visitor: 'v1', user: null, nameless: 0 }],
  ['everybody else', caller(null, 'address'), 'public', { visitor: 'v1', user: null, nameless: 1 }],
] as const)('the role of %s', (_who, asking, role, values) => {
  expect(ruledRoleOf(asking)).toBe(role)
  expect(callerValues(asking)).toEqual(values)
})

test('a row that sets nothing is refused, and the refusal says so', () => {
  const rule = { columns: { title: (value: unknown) => value as string } } as never
  expect(() => readWritable({}, rule, caller(null, 'visitor'))).toThrow(
    expect.objectContaining({ code: '42501', message: 'permission denied: nothing is set' }),
  )
  expect(() => readWritable({ other: 1 }, rule, caller(null, 'visitor'))).toThrow('permission denied for column other')
  expect(readWritable({ title: 'A' }, rule, caller(null, 'visitor'))).toEqual({ title: 'A' })
})
