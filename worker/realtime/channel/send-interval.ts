const SHORTEST_MS = 32
/** A frame costs about 26 µs: with this many sockets per millisecond the sending stays below half of a thread. */
const SOCKETS_PER_MS = 15

/** The shortest time between two batches of a channel to one gateway: a crowd gets fewer and longer ones (throttling). */
export const sendIntervalMs = (sockets: number): number => Math.max(SHORTEST_MS, sockets / SOCKETS_PER_MS)

/** How long to wait now. Leading edge: after a pause nothing waits. */
export const waitMs = (sockets: number, flushedAt: number, now: number): number =>
  Math.max(0, flushedAt + sendIntervalMs(sockets) - now)
