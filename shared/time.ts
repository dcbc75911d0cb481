/** Units of time, in milliseconds. */
export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/**
 * Returns a `Retry-After` value (RFC 9110, section 10.2.3): whole seconds, at least one.
 *
 * @param waitMs milliseconds
 * @example retryAfterSeconds(19_001) // 20
 */
export const retryAfterSeconds = (waitMs: number): number => Math.max(1, Math.ceil(waitMs / SECOND_MS))

/**
 * Formats a wait, rounded up to whole minutes so that a visitor does not come back too early.
 *
 * No-break spaces keep numbers and units together.
 *
 * @example timeUntil(86_340_000) // '23 h 59 min'
 */
export function timeUntil(milliseconds: number): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / MINUTE_MS))
  const hours = Math.floor((minutes * MINUTE_MS) / HOUR_MS)
  const rest = minutes % 60
  if (hours === 0) return `${rest}\u00a0min`
  return rest === 0 ? `${hours}\u00a0h` : `${hours}\u00a0h ${rest}\u00a0min`
}
