import { expect, test } from 'vitest'
import { listDays, parsePeriod } from '#worker/edge/admin/period.ts'

test('ends a period today, and supports three lengths', () => {
  expect(listDays(7, Date.parse('2026-03-02T00:00:00Z'))).toEqual([
    '2026-02-24',
    '2026-02-25',
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ])
  expect(['7', '90', '31', '', undefined].map(parsePeriod)).toEqual([7, 90, 30, 30, 30])
})
