import type { Connection } from './connection.ts'

/** Most bytes that a socket's subscriptions may take up in its attachment, of the platform's 16 KB. */
export const MAX_SUBSCRIPTIONS_BYTES = 13 * 1024

/** Property names, numbers and the lengths of texts. */
const SUBSCRIPTION_BYTES = 128

/** V8 stores a text with two bytes per character as soon as one of them needs it. */
const countBytes = (text: string): number => text.length * (/[\u0100-\uffff]/.test(text) ? 2 : 1)

/** An upper bound of what subscriptions take up. A channel's name is stored twice: here and in `reached`. */
export function countAttachmentBytes(subscriptions: Connection['subscriptions']): number {
  const weights = [...subscriptions].map(
    ([channel, { userId, metadata }]) =>
      2 * countBytes(channel) + countBytes(userId) + countBytes(metadata ?? '') + SUBSCRIPTION_BYTES,
  )
  return weights.reduce((sum, weight) => sum + weight, 0)
}
