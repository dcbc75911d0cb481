import * as z from 'zod/mini'
import { REALTIME_LIMITS } from '#shared/client/limits.ts'

/**
 * Messages and presence on a realtime channel, by a socket or by HTTP. A sender's payload is validated and serialized
 * once: from here on it is JSON text and is forwarded as it is.
 */

const LIMITS = REALTIME_LIMITS

const text = (maxCharacters: number) => z.string().check(z.minLength(1), z.maxLength(maxCharacters, { abort: true }))

/** Anything, as JSON. */
const json = (maxCharacters: number) =>
  z.transform((value: unknown, context): string => {
    try {
      const written = JSON.stringify(value)
      if (written.length <= maxCharacters) return written
    } catch {
      // Nested too deep to be written is too long.
    }
    context.issues.push({ code: 'custom', input: value, message: 'is too long' })
    return z.NEVER
  })

/** Visible ASCII. */
export const ChannelName = text(LIMITS.channelMaxCharacters).check(
  z.regex(/^[\x21-\x7e]*$/, 'must be visible ASCII characters'),
)

const spoken = {
  channel: ChannelName,
  /** A label, not a proof. */
  userId: z.nullish(text(LIMITS.userIdMaxCharacters)),
  metadata: z.nullish(json(LIMITS.metadataMaxCharacters)),
}

export const Subscribe = z.pipe(
  z.object({
    ...spoken,
    /** Beyond the wire: how presence is sent to this socket. */
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
    ...spoken,
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
