import { closeQuietly, sendText } from './send-text.ts'

const MEGABYTE = 1024 * 1024

/** Maximum bytes sent to one socket since its last ping. Beyond this, the socket is closed. */
export const UNREAD_MAX_BYTES = 8 * MEGABYTE
/** The same limit for all sockets of one network together. */
export const UNREAD_MAX_BYTES_OF_NETWORK = 32 * MEGABYTE
/** Close code "Try Again Later" (RFC 6455 registry). */
const TRY_AGAIN_LATER = 1013

export type OutboxDeps = {
  readonly getNetwork: (socket: WebSocket) => string
  /** Time of the platform's last pong to this socket, in milliseconds since 1970, or 0 for never. */
  readonly pingedAt: (socket: WebSocket) => number
  readonly clock: () => number
  /** Called once for each closed socket. */
  readonly onClosed: (socket: WebSocket) => void
}

type Unread = { bytes: number; since: number; readonly network: string }

/**
 * Sends to the sockets of a gateway with bounded buffers. Unread data stays in memory, and the platform does not report
 * its size. So the outbox closes a socket that gets too much data without pinging in between. Only pings prove reading,
 * because a pong queues behind earlier data. Other frames can be sent without reading.
 */
export class Outbox {
  private readonly getNetwork: (socket: WebSocket) => string
  private readonly pingedAt: (socket: WebSocket) => number
  private readonly clock: () => number
  private readonly onClosed: (socket: WebSocket) => void
  private readonly sockets = new Map<WebSocket, Unread>()
  private readonly networks = new Map<string, number>()
  // Caches the size of the last text, because the same text goes to many sockets in a row.
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

  /** Resets a socket's unread bytes after a ping or a close. */
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

  /** Resets all sockets of a network that have pinged. The platform answers pings without waking this object. */
  private clearPinged(network: string): void {
    for (const [socket, unread] of this.sockets)
      if (unread.network === network && this.pingedAt(socket) > unread.since) this.forget(socket)
  }

  private isOver({ bytes, network }: Unread): boolean {
    return bytes > UNREAD_MAX_BYTES || (this.networks.get(network) ?? 0) > UNREAD_MAX_BYTES_OF_NETWORK
  }
}
