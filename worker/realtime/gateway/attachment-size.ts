import type { Connection } from './connection.ts'

/** Maximum bytes of a socket's subscriptions in its attachment. The platform allows 16 KB in total. */
export const MAX_SUBSCRIPTIONS_BYTES = 13 * 1024

/** Overhead per subscription: property names, numbers and string lengths. */
const SUBSCRIPTION_BYTES = 128

/** V8 stores a string with two bytes per character if any character needs them. */
const countBytes = (text: string): number => text.length * (/[\u0100-\uffff]/.test(text) ? 2 : 1)

/** Returns an upper bound of the subscriptions' size. Channel names count twice, because `reached` stores them too. */
export function countAttachmentBytes(subscriptions: Connection['subscriptions']): number {
  const weights = [...subscriptions].map(
    ([channel, { userId, metadata }]) =>
      2 * countBytes(channel) + countBytes(userId) + countBytes(metadata ?? '') + SUBSCRIPTION_BYTES,
  )
  return weights.reduce((sum, weight) => sum + weight, 0)
}
