import * as z from 'zod/mini'
import { REALTIME_LIMITS } from '#shared/client/limits.ts'

/**
 * Messages and presence on a realtime channel, over a socket or HTTP. A sender's payload is validated and serialized
 * once, and forwarded as JSON text from then on.
 */

const LIMITS = REALTIME_LIMITS

const text = (maxCharacters: number) => z.string().check(z.minLength(1), z.maxLength(maxCharacters, { abort: true }))

/** Any value, serialized to JSON. */
const json = (maxCharacters: number) =>
  z.transform((value: unknown, context): string => {
    try {
      const serialized = JSON.stringify(value)
      if (serialized.length <= maxCharacters) return serialized
    } catch {
      // A value nested too deep to serialize counts as too long.
    }
    context.issues.push({ code: 'custom', input: value, message: 'is too long' })
    return z.NEVER
  })

/** Visible ASCII. */
export const ChannelName = text(LIMITS.channelMaxCharacters).check(
  z.regex(/^[\x21-\x7e]*$/, 'must be visible ASCII characters'),
)

const senderFields = {
  channel: ChannelName,
  /** Chosen by the sender and not authenticated. */
  userId: z.nullish(text(LIMITS.userIdMaxCharacters)),
  metadata: z.nullish(json(LIMITS.metadataMaxCharacters)),
}

export const Subscribe = z.pipe(
  z.object({
    ...senderFields,
    /** An extension of the protocol: the presence that this socket receives. */
    presence: z.nullish(z.enum(['list', 'count', 'none'])),
  }),
  z.transform(({ channel, userId, metadata, presence }) => ({
    channel,
    userId: userId ?? null,
    metadata: metadata ?? null,
    presence: presence ?? ('list' as const),
  })),
)

export const Publish = z.pipe(
  z.object({
    ...senderFields,
    type: text(LIMITS.typeMaxCharacters),
    data: z.optional(json(LIMITS.frameMaxBytes)),
  }),
  z.transform(({ channel, type, data, userId, metadata }) => ({
    channel,
    type,
    data: data ?? 'null',
    userId: userId ?? null,
    metadata: metadata ?? null,
  })),
)
/** Data and metadata are JSON text. */
export type Publish = z.output<typeof Publish>
