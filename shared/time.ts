/** Units of time, in milliseconds. */
export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/**
 * A wait as a `Retry-After` header says it (RFC 9110, section 10.2.3): whole seconds, at least one.
 *
 * @param waitMs milliseconds
 * @example retryAfterSeconds(19_001) // 20
 */
export const retryAfterSeconds = (waitMs: number): number => Math.max(1, Math.ceil(waitMs / SECOND_MS))
