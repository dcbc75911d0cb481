import { expect } from 'vitest'
import type { Moment, Point } from '../../support/faulty-bindings.ts'

const MOMENTS: readonly Moment[] = ['before', 'after']

export type Fault = { readonly point: Point; readonly moment: Moment }

type Run<T> = (fault: Fault | null) => Promise<T & { readonly points: readonly Point[]; readonly isHit: boolean }>

/**
 * Does an act without a fault, then once for each call of the stores that it made and each moment, with that one
 * failing. Every point has to be reached.
 *
 * @param judge compares a run with a fault with the one without, and takes what the console said: files share this module,
 *   and each has a console of its own
 */
export async function atEveryPoint<T>(run: Run<T>, judge: (got: T, whole: T, where: string) => unknown): Promise<void> {
  // What is looked up once and kept is none of what every request does.
  await run(null)
  const whole = await run(null)
  expect(whole.points.length).toBeGreaterThan(0)
  const missed: string[] = []
  for (const point of whole.points)
    for (const moment of MOMENTS) {
      const where = `${moment} ${point.name} ${point.nth}`
      const got = await run({ point, moment })
      if (!got.isHit) missed.push(where)
      await judge(got, whole, where)
    }
  expect(missed, 'points that no run has reached').toEqual([])
}
