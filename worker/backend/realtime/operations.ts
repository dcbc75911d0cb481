import * as z from 'zod/mini'
import { Publish } from '#shared/contracts/speech.ts'
import { Json } from '#worker/http/openapi/json.ts'
import { type Key, ok, type Operation, query } from '#worker/http/openapi/operation.ts'

/** In milliseconds since 1970, as all times here. */
const time = z.int()
const Published = z.object({ messageId: z.string(), channel: z.string(), timestamp: time })
const Presence = z.object({
  channel: z.string(),
  /** Of a large crowd a sample. */
  users: z.array(z.object({ userId: z.string(), metadata: z.optional(Json), joinedAt: time, lastSeen: time })),
  count: z.int(),
})
const Messages = z.object({
  channel: z.string(),
  /** The oldest first. */
  messages: z.array(
    z.object({
      id: z.string(),
      channel: z.string(),
      type: z.string(),
      data: Json,
      timestamp: time,
      /** Counts the messages of a channel: one more each time, so that a gap is seen. */
      seq: z.int(),
      userId: z.optional(z.string()),
      metadata: z.optional(Json),
    }),
  ),
  count: z.int(),
  hasMore: z.boolean(),
})

const KEYS: readonly Key[] = ['public', 'user', 'service']

/** `/api/realtime`: channels without a socket. The socket itself, at `/`, is no HTTP API. */
export const REALTIME_OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/realtime/{project}/publish',
    summary: 'Publishes a message on a channel',
    sends: { name: 'Publish', schema: Publish },
    answers: ok('Published', Published),
    errors: [400, 401, 403, 404, 413, 429],
    key: KEYS,
  },
  {
    method: 'get',
    path: '/api/realtime/{project}/presence',
    summary: 'The members of a channel',
    parameters: [query('channel', 'The channel.', true)],
    answers: ok('Presence', Presence),
    errors: [400, 401, 404],
    key: KEYS,
  },
  {
    method: 'get',
    path: '/api/realtime/{project}/messages',
    summary: 'A page of a channel’s history',
    parameters: [
      query('channel', 'The channel.', true),
      query('limit', 'How many messages at most; 50 when missing.'),
      query('start', 'An id, a millisecond or `-`: from there on, itself included.'),
      query('end', 'An id, a millisecond or `+`: up to there, itself included.'),
    ],
    answers: ok('Messages', Messages),
    errors: [400, 401, 404],
    key: KEYS,
  },
]
