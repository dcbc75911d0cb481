import { cardChannel, HALL_CHANNEL, type LiveCard } from '#shared/contracts/live.ts'
import type { Publish } from '#shared/contracts/speech.ts'
import { describeError, log } from '#worker/http/log.ts'

export type CardEventsDeps = {
  readonly channels: {
    publish(message: Publish): Promise<unknown>
    /** Publishes totals by card, merged with others of the same moment. */
    tick(channel: string, totals: Readonly<Record<string, number>>): Promise<void>
  }
  /** The cached lists of cards. */
  readonly lists: {
    /** Called when a number in some list has changed. */
    changed(): void
    /** Called when a card has entered the lists. */
    clear(): void
  }
  /** Background work: the response does not wait for it (`waitUntil`). */
  readonly defer: (work: Promise<unknown>) => void
}

/**
 * Publishes card changes to subscribers and refreshes the cached lists. No vote or save waits for it or fails because
 * of it. The Hall's channel receives public cards only.
 */
export class CardEvents {
  private readonly channels: CardEventsDeps['channels']
  private readonly lists: CardEventsDeps['lists']
  private readonly defer: CardEventsDeps['defer']

  constructor({ channels, lists, defer }: CardEventsDeps) {
    this.channels = channels
    this.lists = lists
    this.defer = defer
  }

  voted({ card, votes, isPublic }: { card: string; votes: number; isPublic: boolean }): void {
    this.lists.changed()
    const listening = [cardChannel(card), ...(isPublic ? [HALL_CHANNEL] : [])]
    for (const channel of listening) this.quietly(this.channels.tick(channel, { [card]: votes }))
  }

  published(id: string): void {
    this.lists.clear()
    const data = JSON.stringify({ id } satisfies LiveCard)
    this.quietly(this.channels.publish({ channel: HALL_CHANNEL, type: 'card', data, userId: null, metadata: null }))
  }

  private quietly(work: Promise<unknown>): void {
    this.defer(work.catch((thrown: unknown) => log.info('news not published', { cause: describeError(thrown) })))
  }
}
