import { cardChannel, HALL_CHANNEL, type LiveCard } from '#shared/contracts/live.ts'
import type { Publish } from '#shared/contracts/speech.ts'
import { describeError, log } from '#worker/http/log.ts'

export type CardEventsDeps = {
  readonly channels: {
    publish(message: Publish): Promise<unknown>
    /** Totals by card, merged with others of the same moment. */
    tick(channel: string, totals: Readonly<Record<string, number>>): Promise<void>
  }
  /** Background work: the response does not wait for it (`waitUntil`). */
  readonly defer: (work: Promise<unknown>) => void
}

/**
 * Publishes changes of cards to the subscribers. No vote or save waits for it, or fails by it; and the Hall's channel
 * gets nothing of a card that is not in it.
 */
export function createCardEvents({ channels, defer }: CardEventsDeps) {
  const quietly = (work: Promise<unknown>) =>
    defer(work.catch((thrown: unknown) => log.info('news not published', { cause: describeError(thrown) })))

  return {
    voted({ card, votes, isPublic }: { card: string; votes: number; isPublic: boolean }): void {
      const listening = [cardChannel(card), ...(isPublic ? [HALL_CHANNEL] : [])]
      for (const channel of listening) quietly(channels.tick(channel, { [card]: votes }))
    },
    published(id: string): void {
      const data = JSON.stringify({ id } satisfies LiveCard)
      quietly(channels.publish({ channel: HALL_CHANNEL, type: 'card', data, userId: null, metadata: null }))
    },
  }
}

export type CardEvents = ReturnType<typeof createCardEvents>
