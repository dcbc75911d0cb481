import * as z from 'zod/mini'
import type { ErrorCode } from '#shared/client/errors.ts'
import { PRESENCE_LISTED, REALTIME_LIMITS } from '#shared/client/limits.ts'
import { ChannelName, Publish, Subscribe } from '#shared/contracts/speech.ts'
import { parseExact } from '#worker/http/exact-json.ts'
import type { Delivery, NewMessage, PresenceMode } from './ports.ts'

/** A validated frame from a client. */
export type ClientFrame =
  | { readonly type: 'ping' }
  | ({ readonly type: 'subscribe' } & Readonly<z.output<typeof Subscribe>>)
  | { readonly type: 'unsubscribe'; readonly channel: string }
  | { readonly type: 'publish'; readonly message: NewMessage }

/** The reason a frame is refused. `channel` is the frame's channel, if it is a valid name. */
export type Refused = { readonly code: ErrorCode; readonly error: string; readonly channel: string | null }

const { frameMaxBytes } = REALTIME_LIMITS
const encoder = new TextEncoder()

/** A UTF-16 code unit takes one to three bytes in UTF-8, so short texts need no encoding. */
export const isTooLong = (text: string): boolean =>
  text.length > frameMaxBytes || (text.length * 3 > frameMaxBytes && encoder.encode(text).byteLength > frameMaxBytes)

/** Parses one text frame. Never throws. */
export function readFrame(text: string): ClientFrame | Refused {
  let channel: string | null = null
  try {
    const frame = parseExact(text)
    const { type, payload } = Frame.parse(frame)
    channel = Named.safeParse(payload).data?.channel ?? null
    return read(type, payload)
  } catch (thrown) {
    return { code: 'VALIDATION_ERROR', error: describeFault(thrown), channel }
  }
}

const Frame = z.object({
  type: z.enum(['ping', 'subscribe', 'unsubscribe', 'publish']),
  payload: z.optional(z.unknown()),
})
const Named = z.object({ channel: ChannelName })

function read(type: z.infer<typeof Frame>['type'], payload: unknown): ClientFrame {
  switch (type) {
    case 'ping':
      return { type }
    case 'unsubscribe':
      return { type, ...Named.parse(payload) }
    case 'subscribe':
      return { type, ...Subscribe.parse(payload) }
    case 'publish':
      return { type, message: Publish.parse(payload) }
  }
}

/** Returns the channel of a frame, for error frames. */
export function getChannel(frame: ClientFrame | Refused): string | null {
  if ('error' in frame) return frame.channel
  if (frame.type === 'ping') return null
  return frame.type === 'publish' ? frame.message.channel : frame.channel
}

function describeFault(thrown: unknown): string {
  if (!(thrown instanceof z.core.$ZodError)) return 'A frame must be JSON: {"type", "payload"}.'
  const [issue] = thrown.issues
  return `${['payload', ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'is not valid'}`
}

export const encodeFrame = (type: string, payload: unknown): string => JSON.stringify({ type, payload })

export const encodeError = ({ error, channel, code }: Refused, takesMany: boolean): string =>
  encodeFrame('error', { error, ...(channel !== null && { channel }), ...(takesMany && { code }) })

/** The platform answers pings (WebSocket auto-response) without waking the object. */
export const PING = encodeFrame('ping', {})
export const PONG = encodeFrame('pong', {})

const encodeMessage = (payload: string): string => `{"type":"message","payload":${payload}}`

/** Encodes messages as frames: one each, or all in one for sockets that opted in. */
export function encodeMessages(
  { channel, payloads }: Pick<Delivery, 'channel' | 'payloads'>,
  takesMany: boolean,
): string[] {
  if (!takesMany || payloads.length < 2) return payloads.map(encodeMessage)
  return [`{"type":"messages","payload":{"channel":${JSON.stringify(channel)},"messages":[${payloads.join(',')}]}}`]
}

/** Encodes a presence frame with all members, or with a sample and the total count for a large crowd. */
export function encodePresence(
  channel: string,
  { count, users }: { count: number; users: string },
  wish: PresenceMode,
) {
  const name = JSON.stringify(channel)
  if (wish === 'count') return `{"type":"presence","payload":{"channel":${name},"data":{"users":[],"count":${count}}}}`
  const size = count > PRESENCE_LISTED ? `,"count":${count}` : ''
  return `{"type":"presence","payload":{"channel":${name},"data":{"users":${users}${size}}}}`
}
