import { HOUR_MS, MINUTE_MS } from '#shared/time.ts'

/**
 * A waiting time in words, rounded up to whole minutes so that a visitor does not come back too early.
 *
 * Numbers stay on one line with their units.
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

/** @example clockTime(74_000) // '1:14' */
export function clockTime(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
