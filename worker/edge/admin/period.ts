import { type Period, PERIODS } from '#shared/contracts/admin-view.ts'
import { DAY_MS } from '#shared/time.ts'

/** How many days are asked for; what is not offered is the middle one. */
export const periodOf = (asked: string | undefined): Period =>
  PERIODS.find((days) => String(days) === asked) ?? PERIODS[1]

/** The days of a period that ends with today, in UTC, oldest first, as in `2026-11-21`. */
export const daysOf = (period: Period, now: number): readonly string[] =>
  Array.from({ length: period }, (_, i) => new Date(now - (period - 1 - i) * DAY_MS).toISOString().slice(0, 10))
