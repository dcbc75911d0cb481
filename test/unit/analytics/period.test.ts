import { expect, test } from 'vitest'
import { daysOf, periodOf } from '#worker/edge/admin/period.ts'

test('ends a period with today, and offers three lengths', () => {
  expect(daysOf(7, Date.parse('2026-03-02T00:00:00Z'))).toEqual([
    '2026-02-24',
    '2026-02-25',
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ])
  expect(['7', '90', '31', '', undefined].map(periodOf)).toEqual([7, 90, 30, 30, 30])
})
