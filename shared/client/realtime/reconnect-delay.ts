import { RECONNECT_JITTER_MS, RECONNECT_MAX_DELAY_MS } from '../limits.ts'

/**
 * How long to wait before a connection is tried again: two to the power of the attempt in seconds, at most thirty,
 * with up to a second of jitter, so that clients that lost it together do not reconnect together.
 *
 * @param attempt from 1
 * @param random from 0 up to 1
 * @example reconnectDelayMs(3, 0.5) // 8500
 */
export const reconnectDelayMs = (attempt: number, random: number): number =>
  Math.min(RECONNECT_MAX_DELAY_MS, 2 ** attempt * 1000) + random * RECONNECT_JITTER_MS
