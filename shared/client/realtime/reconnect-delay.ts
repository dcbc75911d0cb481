import { RECONNECT_JITTER_MS, RECONNECT_MAX_DELAY_MS } from '../limits.ts'

/**
 * Exponential backoff: 2^attempt seconds, at most 30, plus up to a second of jitter, so that clients do not all
 * reconnect at once.
 *
 * @param attempt from 1
 * @param random in [0, 1)
 * @example reconnectDelayMs(3, 0.5) // 8500
 */
export const reconnectDelayMs = (attempt: number, random: number): number =>
  Math.min(RECONNECT_MAX_DELAY_MS, 2 ** attempt * 1000) + random * RECONNECT_JITTER_MS
