import { closeQuietly, sendText } from './send-text.ts'

const MEGABYTE = 1024 * 1024

/** Bytes sent to one socket since its last ping, beyond which it is closed. */
export const UNREAD_MAX_BYTES = 8 * MEGABYTE
/** The same, of all sockets of one network together. */
export const UNREAD_MAX_BYTES_OF_NETWORK = 32 * MEGABYTE
/** RFC 6455 registry: try again later. */
const TRY_AGAIN_LATER = 1013

export type OutboxDeps = {
  readonly networkOf: (socket: WebSocket) => string
  /** The time of the platform's last answer to a ping of this socket, in milliseconds since 1970; 0: never. */
  readonly pingedAt: (socket: WebSocket) => number
  readonly clock: () => number
  /** Called once for a socket that is closed. */
  readonly onClosed: (socket: WebSocket) => void
}

type Unread = { bytes: number; since: number; readonly network: string }

export type Outbox = ReturnType<typeof createOutbox>

/**
 * Sends to the sockets of a gateway. A socket that does not read leaves what it is sent in memory, and nothing tells how
 * much of it: so a socket that is sent more than it may be, without a ping meanwhile, is closed. Other frames prove nothing,
 * as a socket can send without reading; the platform's answer to a ping waits behind what was sent before.
 */
export function createOutbox({ networkOf, pingedAt, clock, onClosed }: OutboxDeps) {
  const sockets = new Map<WebSocket, Unread>()
  const networks = new Map<string, number>()
  // The same text goes to many sockets, one after the other.
  let measured = { text: '', bytes: 0 }

  function bytesOf(text: string): number {
    if (measured.text !== text) measured = { text, bytes: new TextEncoder().encode(text).byteLength }
    return measured.bytes
  }

  /** Forgets what a socket was sent: it has sent a ping, or is gone. */
  function clear(socket: WebSocket): void {
    const unread = sockets.get(socket)
    if (unread === undefined) return
    sockets.delete(socket)
    const left = (networks.get(unread.network) ?? 0) - unread.bytes
    if (left > 0) networks.set(unread.network, left)
    else networks.delete(unread.network)
  }

  function add(socket: WebSocket, bytes: number): Unread {
    const unread = sockets.get(socket) ?? { bytes: 0, since: clock(), network: networkOf(socket) }
    unread.bytes += bytes
    sockets.set(socket, unread)
    networks.set(unread.network, (networks.get(unread.network) ?? 0) + bytes)
    return unread
  }

  /** Clears every socket of a network that has sent a ping: the platform answers pings without a word. */
  function clearPinged(network: string): void {
    for (const [socket, unread] of sockets)
      if (unread.network === network && pingedAt(socket) > unread.since) clear(socket)
  }

  const isOver = ({ bytes, network }: Unread): boolean =>
    bytes > UNREAD_MAX_BYTES || (networks.get(network) ?? 0) > UNREAD_MAX_BYTES_OF_NETWORK

  return {
    send(socket: WebSocket, text: string): void {
      if (socket.readyState !== WebSocket.OPEN) return
      const unread = add(socket, bytesOf(text))
      if (isOver(unread)) clearPinged(unread.network)
      if (sockets.has(socket) && isOver(unread)) {
        clear(socket)
        closeQuietly(socket, TRY_AGAIN_LATER, 'too much is waiting to be read')
        return onClosed(socket)
      }
      sendText(socket, text)
    },

    forget: clear,
  }
}
