import { ANALYTICS_TEXT_MAX_CHARACTERS } from '../limits.ts'

const DOTS = '...'

/** A text as long as an event may hold; one that was cut says so by three dots. Half a pair is never left over. */
export function withEllipsis(text: string): string {
  if (text.length <= ANALYTICS_TEXT_MAX_CHARACTERS) return text
  return text.slice(0, ANALYTICS_TEXT_MAX_CHARACTERS - DOTS.length).replace(/[\uD800-\uDBFF]$/, '') + DOTS
}
