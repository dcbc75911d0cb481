import * as z from 'zod/mini'
import { Json } from '#worker/http/openapi/schemas.ts'

/** Milliseconds since 1970, like all times in this file. */
const time = z.int()
export const Published = z.object({ messageId: z.string(), channel: z.string(), timestamp: time })
export const Presence = z.object({
  channel: z.string(),
  /** A sample if there are many users. */
  users: z.array(z.object({ userId: z.string(), metadata: z.optional(Json), joinedAt: time, lastSeen: time })),
  count: z.int(),
})
export const Messages = z.object({
  channel: z.string(),
  /** Oldest first. */
  messages: z.array(
    z.object({
      id: z.string(),
      channel: z.string(),
      type: z.string(),
      data: Json,
      timestamp: time,
      /** Increases by one with each message of a channel, so clients can detect gaps. */
      seq: z.int(),
      userId: z.optional(z.string()),
      metadata: z.optional(Json),
    }),
  ),
  count: z.int(),
  hasMore: z.boolean(),
})
