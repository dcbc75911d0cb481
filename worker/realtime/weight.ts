import type { Connection } from './connection.ts'

/** Of what a socket has subscribed to, in bytes. The platform keeps 16 KB of a socket, and the rest of it needs some. */
export const HEAVIEST_SUBSCRIPTIONS = 13 * 1024

/** The names of its properties, its numbers and how long each text is. */
const SUBSCRIPTION_BYTES = 128

/** How the platform keeps texts: with two bytes for each character as soon as one of them needs it. */
const bytesOf = (text: string): number => text.length * (/[\u0100-\uffff]/.test(text) ? 2 : 1)

/** How heavy subscriptions may become at most: how far a channel got is written down by its name once more. */
export function weightOf(subscriptions: Connection['subscriptions']): number {
  const weights = [...subscriptions].map(
    ([channel, { userId, metadata }]) =>
      2 * bytesOf(channel) + bytesOf(userId) + bytesOf(metadata ?? '') + SUBSCRIPTION_BYTES,
  )
  return weights.reduce((sum, weight) => sum + weight, 0)
}
