import { decodeJson, encodeJson } from '../exact-json.ts'
import { isRecord } from '../failure.ts'
import { type Presence, readMessage, readMessages, readPresence, type RealtimeMessage } from './messages.ts'

/** A constant text, so that a hibernating server can answer it without waking up. */
export const PING = '{"type":"ping","payload":{}}'

/** A channel's position when a subscription begins: the sequence number of the last message before it. */
export type Position = { readonly seq: number }

export type ServerFrame =
  | { readonly type: 'subscribed'; readonly channel: string; readonly position: Position | null }
  | { readonly type: 'published'; readonly channel: string; readonly messageId: string }
  /** Messages of one channel; a server may send several in one frame. */
  | { readonly type: 'messages'; readonly messages: readonly RealtimeMessage[] }
  | { readonly type: 'presence'; readonly channel: string; readonly presence: Presence }
  | { readonly type: 'error'; readonly channel: string | null; readonly message: string; readonly code: unknown }
  | { readonly type: 'pong' }

type ClientFrame = {
  readonly type: 'subscribe' | 'unsubscribe' | 'publish'
  readonly payload: { readonly channel: string } & Record<string, unknown>
}

/** Omits undefined options. */
export const encodeFrame = (frame: ClientFrame): string => encodeJson(frame)

/** Parses a server frame. Returns null for one that this client does not use or cannot read. */
export function readFrame(text: string): ServerFrame | null {
  const frame = parse(text)
  if (!isRecord(frame)) return null
  const payload = isRecord(frame['payload']) ? frame['payload'] : {}
  const channel = typeof payload['channel'] === 'string' ? payload['channel'] : null
  switch (frame['type']) {
    case 'pong':
      return { type: 'pong' }
    case 'error':
      return { type: 'error', channel, message: String(payload['error'] ?? ''), code: payload['code'] }
    case 'message': {
      const message = readMessage(payload)
      return message && { type: 'messages', messages: [message] }
    }
  }
  if (channel === null) return null
  switch (frame['type']) {
    case 'subscribed':
      return { type: 'subscribed', channel, position: readPosition(payload) }
    case 'published':
      return { type: 'published', channel, messageId: String(payload['messageId'] ?? '') }
    case 'messages':
      return { type: 'messages', messages: readMessages(payload['messages'], channel) }
    case 'presence': {
      const presence = readPresence(payload['data'])
      return presence && { type: 'presence', channel, presence }
    }
  }
  return null
}

const readPosition = ({ seq }: Record<string, unknown>): Position | null => (typeof seq === 'number' ? { seq } : null)

function parse(text: string): unknown {
  try {
    return decodeJson(text)
  } catch {
    return null
  }
}
