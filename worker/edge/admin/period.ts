import { type Period, PERIODS } from '#shared/contracts/admin-view.ts'
import { DAY_MS } from '#shared/time.ts'

/** Parses the number of days. Defaults to the middle option. */
export const parsePeriod = (text: string | undefined): Period =>
  PERIODS.find((days) => String(days) === text) ?? PERIODS[1]

/** Returns the days (UTC) of a period that ends today, such as `2026-11-21`, oldest first. */
export const listDays = (period: Period, now: number): readonly string[] =>
  Array.from({ length: period }, (_, i) => new Date(now - (period - 1 - i) * DAY_MS).toISOString().slice(0, 10))
