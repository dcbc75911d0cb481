import type { Clock } from '#worker/env.ts'
import { sign } from '#worker/http/signature.ts'
import { type Count, getCounts, getPageName } from './counts.ts'
import { type LoggedEvent, readEvents } from './schema.ts'

export type AnalyticsDeps = {
  readonly db: D1Database
  readonly clock: Clock
  readonly projectId: string
  /** HMAC key for the visit hashes. */
  readonly secret: string
  /** Optional sink for single events, in addition to the counts. */
  readonly dataset: Pick<AnalyticsEngineDataset, 'writeDataPoint'> | undefined
}

/** Counts events per day. It stores only a keyed hash of each visit, for a few days. */
export class AnalyticsService {
  private readonly deps: AnalyticsDeps

  constructor(deps: AnalyticsDeps) {
    this.deps = deps
  }

  /**
   * Counts the events of a request. A resent event counts once.
   *
   * @returns the number of new events
   */
  async record(body: unknown): Promise<number> {
    const now = this.deps.clock()
    const events = readEvents(body, { projectId: this.deps.projectId, now }).map((event) => ({
      event,
      counts: getCounts(event, now),
    }))
    if (events.length === 0) return 0
    const stored = await this.store(events.flatMap(({ counts }) => counts))
    let recorded = 0
    for (const { event, counts } of events) {
      // `delete` also skips a second copy of an event within the same request.
      if (!stored.delete(await this.hashIdentity(counts[0]!.identity))) continue
      recorded += 1
      this.write(event)
    }
    return recorded
  }

  private async store(counts: readonly Count[]): Promise<Set<string>> {
    const rows = counts.map(async ({ identity, ...count }) => ({ ...count, hash: await this.hashIdentity(identity) }))
    const { results } = await this.deps.db
      .prepare(
        `insert into analytics_seen (hash, day, measure, name)
         select value ->> 'hash', value ->> 'day', value ->> 'measure', value ->> 'name' from json_each(?1) where true
         on conflict (hash) do nothing returning hash`,
      )
      .bind(JSON.stringify(await Promise.all(rows)))
      .all<{ hash: string }>()
    return new Set(results.map(({ hash }) => hash))
  }

  private hashIdentity(identity: string) {
    return sign(this.deps.secret, `analytics:${identity}`)
  }

  private write({ type, pathname, channel, referrer, screen_width: width, ...event }: LoggedEvent): void {
    this.deps.dataset?.writeDataPoint({
      indexes: [this.deps.projectId],
      blobs: [
        type,
        getPageName(pathname),
        channel,
        URL.parse(referrer ?? '')?.hostname ?? '',
        event.utm_source ?? '',
        event.utm_medium ?? '',
        event.utm_campaign ?? '',
      ],
      doubles: [1, width],
    })
  }
}
