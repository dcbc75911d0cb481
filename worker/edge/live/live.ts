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
  /** Cached card lists, which this isolate clears after a change. */
  readonly lists: Pick<ListCache, 'clear'>
  /** Runs work after the response (`waitUntil`). */
  readonly defer: (work: Promise<unknown>) => void
}

/** The current version of a league. `id` is the hash of its code. */
type ChangedLeague = { readonly id: string; readonly version: number }

/**
 * Publishes changes of cards, generations and leagues on their realtime channels. No request waits for it or fails
 * because of it.
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

  /** Announces that a card is gone, in the Hall only if it was public. @param before its previous visibility */
  gone(origin: string, id: string, before: Visibility): void {
    if (before === 'draft') return
    this.lists.clear()
    const channels = [cardChannel(id), ...(before === 'public' ? [HALL_CHANNEL] : [])]
    this.defer(this.publish(origin, channels, 'gone', { id }))
    this.defer(this.publishToLeagues(origin, id))
  }

  /**
   * Announces a change of a card's content to open pages of the card and to its leagues, but not to the Hall.
   */
  changed(origin: string, id: string, visibility: Visibility): void {
    if (visibility === 'draft') return
    this.lists.clear()
    this.defer(this.publish(origin, [cardChannel(id)], 'card', { id }))
    this.defer(this.publishToLeagues(origin, id))
  }

  /** Announces that a card is back in the Hall. */
  restored(origin: string, id: string): void {
    this.lists.clear()
    this.defer(this.publish(origin, [HALL_CHANNEL], 'card', { id }))
  }

  /** Announces a change of a league, its seats or their cards. */
  league(origin: string, league: ChangedLeague): void {
    this.defer(this.publishLeague(origin, league))
  }

  /** Announces a generation's state. Resolves once it is published. Never rejects. */
  generation(origin: string, job: LiveGeneration): Promise<void> {
    return this.publish(origin, [jobChannel(job.id)], 'generation', job)
  }

  /** Never rejects. @param origin the site's origin as the visitor sees it */
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

  /** Announces a card's change to the leagues that have it in a seat. Never rejects. */
  private async publishToLeagues(origin: string, card: string): Promise<void> {
    const found = await this.backend
      .service(origin)
      .db.batch([leaguesWithCard(card)], 'read')
      .catch((thrown: unknown) => log.info('news not published', { cause: describeError(thrown) }))
    const leagues = (found?.results[0]?.rows ?? []) as unknown as readonly ChangedLeague[]
    await Promise.all(leagues.map((league) => this.publishLeague(origin, league)))
  }
}
