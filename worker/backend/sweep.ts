import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import { sweepArt, sweepPhotos, type SweptFiles, sweepUploads } from './sweep-files.ts'
import {
  sweepAnalytics,
  sweepDrafts,
  sweepMessages,
  sweepRemoved,
  sweepSignIns,
  sweepSpentLimits,
} from './sweep-rows.ts'

export type SweepDeps = { db: D1Database; storage: SweptFiles; clock: Clock }

/** How many things each part took away; null: it failed, and the next sweep tries again. */
export type Swept = Record<
  'photos' | 'uploads' | 'drafts' | 'removed' | 'art' | 'messages' | 'limits' | 'signIns' | 'analytics',
  number | null
>

/**
 * Takes away what has had its time: photos and uploads that never ended within the hour, drafts after 30 days with
 * everything that was drawn for them, what is left of removed cards, messages after two years, art that no card came
 * of, limits and sign-ins that are over, counts of years ago. Run as often as one likes: what is gone is gone, and a
 * part that fails keeps no other from its work.
 */
export function createSweeper(deps: SweepDeps) {
  async function part(
    name: keyof Swept,
    now: number,
    sweep: (deps: SweepDeps) => Promise<number>,
  ): Promise<number | null> {
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
      return {
        photos: await part('photos', now, sweepPhotos),
        uploads: await part('uploads', now, sweepUploads),
        drafts: await part('drafts', now, sweepDrafts),
        removed: await part('removed', now, sweepRemoved),
        art: await part('art', now, sweepArt),
        messages: await part('messages', now, sweepMessages),
        limits: await part('limits', now, sweepSpentLimits),
        signIns: await part('signIns', now, sweepSignIns),
        analytics: await part('analytics', now, sweepAnalytics),
      }
    },
  }
}
