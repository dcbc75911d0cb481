import { expect, test } from 'vitest'
import { daysOf, periodOf } from '#worker/edge/admin/period.ts'
import { columns, scaleEnd } from '#worker/edge/admin/plot.ts'

test.each([
  [[0, 0], 4],
  [[3], 4],
  [[5], 6],
  [[9], 10],
  [[11], 12],
  [[1057], 1200],
  [[21, 40], 40],
  [[401], 600],
  [[1_000_000], 1_000_000],
])('the scale of %j ends with %i', (values, end) => expect(scaleEnd(values)).toBe(end))

test('a column is as high as its part of the scale, and nothing is drawn of nothing', () => {
  const drawn = String(columns([5, 0, 10], 'Visits "by day"'))
  expect(
    [...drawn.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)].map((m) => m.slice(1)),
  ).toEqual([
    ['46.67', '100', '240', '100'],
    ['713.33', '0', '240', '200'],
  ])
  expect(drawn).toContain('aria-label="Visits &quot;by day&quot;"')
})

test('a period ends with today, and is one of three', () => {
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
