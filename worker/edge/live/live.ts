import {
  cardChannel,
  HALL_CHANNEL,
  jobChannel,
  type LiveData,
  type LiveGeneration,
  type LiveType,
} from '#shared/contracts/live.ts'
import type { Visibility } from '#shared/domain/card.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { Backend } from '../backend.ts'
import type { ListCache } from '../cards/list-cache.ts'

export type Live = ReturnType<typeof createLive>

export type LiveDeps = {
  readonly backend: Pick<Backend, 'service'>
  /** The cached lists: those of this isolate are read again after a change. */
  readonly lists: Pick<ListCache, 'clear'>
  /** Takes work that runs after the response (`waitUntil`). */
  readonly defer: (work: Promise<unknown>) => void
}

/**
 * Publishes what the edge does to cards and generations on their realtime channels. No request waits for it or fails by
 * it.
 */
export function createLive({ backend, lists, defer }: LiveDeps) {
  /** Never rejects. @param origin this site's address as the visitor sees it */
  async function publish<T extends LiveType>(
    origin: string,
    channels: readonly string[],
    type: T,
    data: LiveData<T>,
  ): Promise<void> {
    try {
      const { realtime } = backend.service(origin)
      await Promise.all(channels.map((channel) => realtime.post(channel, type, data)))
    } catch (thrown) {
      log.info('news not published', { type, cause: describeError(thrown) })
    }
  }

  return {
    /** A card is not what it was. The Hall hears only of what was in it. @param before its visibility until now */
    gone(origin: string, id: string, before: Visibility): void {
      if (before === 'draft') return
      lists.clear()
      const listening = [cardChannel(id), ...(before === 'public' ? [HALL_CHANNEL] : [])]
      defer(publish(origin, listening, 'gone', { id }))
    },
    /**
     * Something that is written on a card has changed: open pages of the card update. In the Hall nothing is new by
     * that.
     */
    changed(origin: string, id: string, visibility: Visibility): void {
      if (visibility === 'draft') return
      lists.clear()
      defer(publish(origin, [cardChannel(id)], 'card', { id }))
    },
    /** A card is in the Hall again. */
    restored(origin: string, id: string): void {
      lists.clear()
      defer(publish(origin, [HALL_CHANNEL], 'card', { id }))
    },
    /** @returns when it is told; never rejects */
    generation: (origin: string, job: LiveGeneration): Promise<void> =>
      publish(origin, [jobChannel(job.id)], 'generation', job),
  }
}
