import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import { sweepPhotos, type SweptFiles, sweepUploads } from './sweep-files.ts'
import { sweepAnalytics, sweepMessages, sweepSignIns, sweepSpentLimits } from './sweep-rows.ts'

export type SweepDeps = { readonly db: D1Database; readonly storage: SweptFiles; readonly clock: Clock }

/** @returns how many things it took away */
export type SweepPart = (deps: SweepDeps) => Promise<number>

/** How many things each part took away; null: it failed, and the next sweep tries again. */
export type Swept = Readonly<Record<string, number | null>>

const PARTS: Readonly<Record<string, SweepPart>> = {
  photos: sweepPhotos,
  uploads: sweepUploads,
  messages: sweepMessages,
  limits: sweepSpentLimits,
  signIns: sweepSignIns,
  analytics: sweepAnalytics,
}

/**
 * Takes away what has had its time: photos and uploads that never ended within the hour, messages after two years,
 * limits and sign-ins that are over, counts of years ago, and what `parts` adds. Run as often as one likes: what is
 * gone is gone, and a part that fails keeps no other from its work.
 */
export function createSweeper({ parts, ...deps }: SweepDeps & { readonly parts: Readonly<Record<string, SweepPart>> }) {
  async function run(name: string, sweep: SweepPart, now: number): Promise<number | null> {
    try {
      return await sweep({ ...deps, clock: () => now })
    } catch (thrown) {
      log.error('sweep failed', { part: name, cause: describeError(thrown) })
      return null
    }
  }

  return {
    /** @param now what time it is, in milliseconds since 1970; a scheduled sweep says for when it was meant */
    async sweep(now = deps.clock()): Promise<Swept> {
      const swept: Record<string, number | null> = {}
      for (const [name, sweep] of Object.entries({ ...PARTS, ...parts })) swept[name] = await run(name, sweep, now)
      return swept
    },
  }
}
