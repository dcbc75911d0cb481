import type { Clock } from '#worker/env.ts'
import type { Task } from '#worker/operate/tasks.ts'
import { sweepPhotos, type SweptFiles, sweepUploads } from './sweep-files.ts'
import { sweepAnalytics, sweepMessages, sweepSignIns, sweepSpentLimits } from './sweep-rows.ts'

export type SweepDeps = { readonly db: D1Database; readonly storage: SweptFiles; readonly clock: Clock }

/** Creates a task. Its pieces report how many items they removed. */
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
 * Returns the scheduled cleanup tasks: expired photos and unfinished uploads within the hour, messages after two years,
 * expired limits and sign-ins, old counts, and `parts`. Every task is idempotent.
 *
 * @param deps.clock the time the tasks work with; a scheduled run passes its scheduled time
 */
export const sweepTasks = (
  parts: Readonly<Record<string, SweepPart>>,
  deps: SweepDeps,
): Readonly<Record<string, Task>> =>
  Object.fromEntries(Object.entries({ ...PARTS, ...parts }).map(([name, part]) => [name, part(deps)]))
