import {
  cardChannel,
  HALL_CHANNEL,
  jobChannel,
  leagueChannel,
  type LiveData,
  type LiveGeneration,
  type LiveType,
} from '#shared/contracts/live.ts'
import type { Visibility } from '#shared/domain/card.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { Backend } from '../backend.ts'
import type { ListCache } from '../cards/list-cache.ts'
import { leaguesWithCard } from '../leagues/league-queries.ts'

export type LiveDeps = {
  readonly backend: Pick<Backend, 'service'>
  /** The cached lists: those of this isolate are read again after a change. */
  readonly lists: Pick<ListCache, 'clear'>
  /** Takes work that runs after the response (`waitUntil`). */
  readonly defer: (work: Promise<unknown>) => void
}

/** A league as it is now. `id` is the hash of its code. */
type ChangedLeague = { readonly id: string; readonly version: number }

/**
 * Publishes what the edge does to cards and generations on their realtime channels. No request waits for it or fails by
 * it.
 */
export class Live {
  private readonly backend: Pick<Backend, 'service'>
  private readonly lists: Pick<ListCache, 'clear'>
  private readonly defer: (work: Promise<unknown>) => void

  constructor({ backend, lists, defer }: LiveDeps) {
    this.backend = backend
    this.lists = lists
    this.defer = defer
  }

  /** A card is not what it was. The Hall hears only of what was in it. @param before its visibility until now */
  gone(origin: string, id: string, before: Visibility): void {
    if (before === 'draft') return
    this.lists.clear()
    const listening = [cardChannel(id), ...(before === 'public' ? [HALL_CHANNEL] : [])]
    this.defer(this.publish(origin, listening, 'gone', { id }))
    this.defer(this.publishToLeagues(origin, id))
  }

  /**
   * Something that is written on a card has changed: open pages of the card update. In the Hall nothing is new by
   * that.
   */
  changed(origin: string, id: string, visibility: Visibility): void {
    if (visibility === 'draft') return
    this.lists.clear()
    this.defer(this.publish(origin, [cardChannel(id)], 'card', { id }))
    this.defer(this.publishToLeagues(origin, id))
  }

  /** A card is in the Hall again. */
  restored(origin: string, id: string): void {
    this.lists.clear()
    this.defer(this.publish(origin, [HALL_CHANNEL], 'card', { id }))
  }

  /** A league, a seat of it or its card is not what it was. */
  league(origin: string, league: ChangedLeague): void {
    this.defer(this.publishLeague(origin, league))
  }

  /** @returns when it is told; never rejects */
  generation(origin: string, job: LiveGeneration): Promise<void> {
    return this.publish(origin, [jobChannel(job.id)], 'generation', job)
  }

  /** Never rejects. @param origin this site's address as the visitor sees it */
  private async publish<T extends LiveType>(
    origin: string,
    channels: readonly string[],
    type: T,
    data: LiveData<T>,
  ): Promise<void> {
    try {
      const { realtime } = this.backend.service(origin)
      await Promise.all(channels.map((channel) => realtime.post(channel, type, data)))
    } catch (thrown) {
      log.info('news not published', { type, cause: describeError(thrown) })
    }
  }

  private publishLeague(origin: string, { id, version }: ChangedLeague): Promise<void> {
    return this.publish(origin, [leagueChannel(id)], 'league', { version })
  }

  /** Tells the leagues that have a card in a seat of its change. Never rejects. */
  private async publishToLeagues(origin: string, card: string): Promise<void> {
    const answer = await this.backend
      .service(origin)
      .db.batch([leaguesWithCard(card)], 'read')
      .catch((thrown: unknown) => log.info('news not published', { cause: describeError(thrown) }))
    const leagues = (answer?.results[0]?.rows ?? []) as unknown as readonly ChangedLeague[]
    await Promise.all(leagues.map((league) => this.publishLeague(origin, league)))
  }
}
