import { closeQuietly, sendText } from './send-text.ts'

const MEGABYTE = 1024 * 1024

/** Bytes sent to one socket since its last ping, beyond which it is closed. */
export const UNREAD_MAX_BYTES = 8 * MEGABYTE
/** The same, of all sockets of one network together. */
export const UNREAD_MAX_BYTES_OF_NETWORK = 32 * MEGABYTE
/** RFC 6455 registry: try again later. */
const TRY_AGAIN_LATER = 1013

export type OutboxDeps = {
  readonly getNetwork: (socket: WebSocket) => string
  /** The time of the platform's last answer to a ping of this socket, in milliseconds since 1970; 0: never. */
  readonly pingedAt: (socket: WebSocket) => number
  readonly clock: () => number
  /** Called once for a socket that is closed. */
  readonly onClosed: (socket: WebSocket) => void
}

type Unread = { bytes: number; since: number; readonly network: string }

/**
 * Sends to the sockets of a gateway. A socket that does not read leaves what it is sent in memory, and nothing tells how
 * much of it: so a socket that is sent more than it may be, without a ping meanwhile, is closed. Other frames prove nothing,
 * as a socket can send without reading; the platform's answer to a ping waits behind what was sent before.
 */
export class Outbox {
  private readonly getNetwork: (socket: WebSocket) => string
  private readonly pingedAt: (socket: WebSocket) => number
  private readonly clock: () => number
  private readonly onClosed: (socket: WebSocket) => void
  private readonly sockets = new Map<WebSocket, Unread>()
  private readonly networks = new Map<string, number>()
  // The same text goes to many sockets, one after the other.
  private measured = { text: '', bytes: 0 }

  constructor({ getNetwork, pingedAt, clock, onClosed }: OutboxDeps) {
    this.getNetwork = getNetwork
    this.pingedAt = pingedAt
    this.clock = clock
    this.onClosed = onClosed
  }

  send(socket: WebSocket, text: string): void {
    if (socket.readyState !== WebSocket.OPEN) return
    const unread = this.add(socket, this.countBytes(text))
    if (this.isOver(unread)) this.clearPinged(unread.network)
    if (this.sockets.has(socket) && this.isOver(unread)) {
      this.forget(socket)
      closeQuietly(socket, TRY_AGAIN_LATER, 'too much is waiting to be read')
      return this.onClosed(socket)
    }
    sendText(socket, text)
  }

  /** Forgets what a socket was sent: it has sent a ping, or is gone. */
  forget(socket: WebSocket): void {
    const unread = this.sockets.get(socket)
    if (unread === undefined) return
    this.sockets.delete(socket)
    const left = (this.networks.get(unread.network) ?? 0) - unread.bytes
    if (left > 0) this.networks.set(unread.network, left)
    else this.networks.delete(unread.network)
  }

  private countBytes(text: string): number {
    if (this.measured.text !== text) this.measured = { text, bytes: new TextEncoder().encode(text).byteLength }
    return this.measured.bytes
  }

  private add(socket: WebSocket, bytes: number): Unread {
    const unread = this.sockets.get(socket) ?? { bytes: 0, since: this.clock(), network: this.getNetwork(socket) }
    unread.bytes += bytes
    this.sockets.set(socket, unread)
    this.networks.set(unread.network, (this.networks.get(unread.network) ?? 0) + bytes)
    return unread
  }

  /** Clears every socket of a network that has sent a ping: the platform answers pings without a word. */
  private clearPinged(network: string): void {
    for (const [socket, unread] of this.sockets)
      if (unread.network === network && this.pingedAt(socket) > unread.since) this.forget(socket)
  }

  private isOver({ bytes, network }: Unread): boolean {
    return bytes > UNREAD_MAX_BYTES || (this.networks.get(network) ?? 0) > UNREAD_MAX_BYTES_OF_NETWORK
  }
}
