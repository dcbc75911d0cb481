import * as z from 'zod/mini'
import type { ErrorCode } from '#shared/client/errors.ts'
import { PRESENCE_LISTED, REALTIME_LIMITS } from '#shared/client/limits.ts'
import { ChannelName, Publish, Subscribe } from '#shared/contracts/speech.ts'
import type { Delivery, NewMessage, PresenceWish } from './ports.ts'

/** What a client says, after it was looked at. */
export type ClientFrame =
  | { readonly type: 'ping' }
  | ({ readonly type: 'subscribe' } & Readonly<z.output<typeof Subscribe>>)
  | { readonly type: 'unsubscribe'; readonly channel: string }
  | { readonly type: 'publish'; readonly message: NewMessage }

/** Why a frame is refused; `channel` as it was named, when that is a channel's name. */
export type Refused = { readonly code: ErrorCode; readonly error: string; readonly channel: string | null }

const { frameMaxBytes } = REALTIME_LIMITS
const encoder = new TextEncoder()

/** A character has one to three bytes. */
export const isTooLong = (text: string): boolean =>
  text.length > frameMaxBytes || (text.length * 3 > frameMaxBytes && encoder.encode(text).byteLength > frameMaxBytes)

/** Reads one text frame. Whatever it holds, this does not throw. */
export function readFrame(text: string): ClientFrame | Refused {
  let channel: string | null = null
  try {
    const frame: unknown = JSON.parse(text)
    const { type, payload } = Frame.parse(frame)
    channel = Named.safeParse(payload).data?.channel ?? null
    return read(type, payload)
  } catch (thrown) {
    return { code: 'VALIDATION_ERROR', error: faultOf(thrown), channel }
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

/** What a frame is about, for what is said of it. */
export function channelOf(frame: ClientFrame | Refused): string | null {
  if ('error' in frame) return frame.channel
  if (frame.type === 'ping') return null
  return frame.type === 'publish' ? frame.message.channel : frame.channel
}

function faultOf(thrown: unknown): string {
  if (!(thrown instanceof z.core.$ZodError)) return 'A frame must be JSON: {"type", "payload"}.'
  const [issue] = thrown.issues
  return `${['payload', ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'is not valid'}`
}

export const encodeFrame = (type: string, payload: unknown): string => JSON.stringify({ type, payload })

export const encodeError = ({ error, channel, code }: Refused, takesMany: boolean): string =>
  encodeFrame('error', { error, ...(channel !== null && { channel }), ...(takesMany && { code }) })

/** What the platform answers by itself, waking nothing. */
export const PING = encodeFrame('ping', {})
export const PONG = encodeFrame('pong', {})

const encodeMessage = (payload: string): string => `{"type":"message","payload":${payload}}`

/** Messages as the frames of a socket: one each, or several in one for sockets that asked for it. */
export function encodeMessages(
  { channel, payloads }: Pick<Delivery, 'channel' | 'payloads'>,
  takesMany: boolean,
): string[] {
  if (!takesMany || payloads.length < 2) return payloads.map(encodeMessage)
  return [`{"type":"messages","payload":{"channel":${JSON.stringify(channel)},"messages":[${payloads.join(',')}]}}`]
}

/** Everybody who is present, as a JSON array; of a crowd that is not listed whole, its size too. */
export function encodePresence(
  channel: string,
  { count, users }: { count: number; users: string },
  wish: PresenceWish,
) {
  const name = JSON.stringify(channel)
  if (wish === 'count') return `{"type":"presence","payload":{"channel":${name},"data":{"users":[],"count":${count}}}}`
  const size = count > PRESENCE_LISTED ? `,"count":${count}` : ''
  return `{"type":"presence","payload":{"channel":${name},"data":{"users":${users}${size}}}}`
}
