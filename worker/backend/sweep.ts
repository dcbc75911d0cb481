import type { Clock } from '#worker/env.ts'
import type { Task } from '#worker/operate/tasks.ts'
import { sweepPhotos, type SweptFiles, sweepUploads } from './sweep-files.ts'
import { sweepAnalytics, sweepMessages, sweepSignIns, sweepSpentLimits } from './sweep-rows.ts'

export type SweepDeps = { readonly db: D1Database; readonly storage: SweptFiles; readonly clock: Clock }

/** A task whose pieces say how many things they took away. */
export type SweepPart = (deps: SweepDeps) => Task

const PARTS: Readonly<Record<string, SweepPart>> = {
  photos: sweepPhotos,
  uploads: sweepUploads,
  messages: sweepMessages,
  limits: sweepSpentLimits,
  signIns: sweepSignIns,
  analytics: sweepAnalytics,
}

/**
 * The scheduled tasks that take away what has had its time: photos and uploads that never ended within the hour, messages
 * after two years, limits and sign-ins that are over, counts of years ago, and what `parts` adds. Run as often as one
 * likes: what is gone is gone.
 *
 * @param deps.clock what time it is for them: a scheduled run says for when it was meant
 */
export const sweepTasks = (
  parts: Readonly<Record<string, SweepPart>>,
  deps: SweepDeps,
): Readonly<Record<string, Task>> =>
  Object.fromEntries(Object.entries({ ...PARTS, ...parts }).map(([name, part]) => [name, part(deps)]))
