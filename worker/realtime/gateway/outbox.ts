import { closeQuietly, sendText } from './send-text.ts'

const MEGABYTE = 1024 * 1024

/** Bytes sent to one socket since it was last heard, beyond which it is closed. */
export const UNHEARD_MAX_BYTES = 8 * MEGABYTE
/** The same, of all sockets of one network together. */
export const UNHEARD_MAX_BYTES_OF_NETWORK = 32 * MEGABYTE
/** RFC 6455 registry: try again later. */
const TRY_AGAIN_LATER = 1013

export type OutboxDeps = {
  readonly networkOf: (socket: WebSocket) => string
  /** When the platform last answered a ping of this socket, in milliseconds since 1970; 0: never. */
  readonly pingedAt: (socket: WebSocket) => number
  readonly clock: () => number
  /** Called once for a socket that is closed. */
  readonly onClosed: (socket: WebSocket) => void
}

type Unheard = { bytes: number; since: number; readonly network: string }

export type Outbox = ReturnType<typeof createOutbox>

/**
 * Sends to the sockets of a gateway. A socket that does not read leaves what it is sent in memory, and nothing tells how
 * much of it: so a socket that is sent more than it may be, without sending a frame or a ping meanwhile, is closed.
 */
export function createOutbox({ networkOf, pingedAt, clock, onClosed }: OutboxDeps) {
  const sockets = new Map<WebSocket, Unheard>()
  const networks = new Map<string, number>()
  // The same text goes to many sockets, one after the other.
  let measured = { text: '', bytes: 0 }

  function bytesOf(text: string): number {
    if (measured.text !== text) measured = { text, bytes: new TextEncoder().encode(text).byteLength }
    return measured.bytes
  }

  /** The socket has sent a frame, or is gone. */
  function clear(socket: WebSocket): void {
    const unheard = sockets.get(socket)
    if (unheard === undefined) return
    sockets.delete(socket)
    const left = (networks.get(unheard.network) ?? 0) - unheard.bytes
    if (left > 0) networks.set(unheard.network, left)
    else networks.delete(unheard.network)
  }

  function add(socket: WebSocket, bytes: number): Unheard {
    const unheard = sockets.get(socket) ?? { bytes: 0, since: clock(), network: networkOf(socket) }
    unheard.bytes += bytes
    sockets.set(socket, unheard)
    networks.set(unheard.network, (networks.get(unheard.network) ?? 0) + bytes)
    return unheard
  }

  /** Clears every socket of a network that has sent a ping: the platform answers pings without a word. */
  function clearPinged(network: string): void {
    for (const [socket, unheard] of sockets)
      if (unheard.network === network && pingedAt(socket) > unheard.since) clear(socket)
  }

  const isOver = ({ bytes, network }: Unheard): boolean =>
    bytes > UNHEARD_MAX_BYTES || (networks.get(network) ?? 0) > UNHEARD_MAX_BYTES_OF_NETWORK

  return {
    send(socket: WebSocket, text: string): void {
      if (socket.readyState !== WebSocket.OPEN) return
      const unheard = add(socket, bytesOf(text))
      if (isOver(unheard)) clearPinged(unheard.network)
      if (sockets.has(socket) && isOver(unheard)) {
        clear(socket)
        closeQuietly(socket, TRY_AGAIN_LATER, 'too much is waiting to be read')
        return onClosed(socket)
      }
      sendText(socket, text)
    },

    heard: clear,
    forget: clear,
  }
}
