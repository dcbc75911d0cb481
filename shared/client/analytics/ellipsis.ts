import { ANALYTICS_TEXT_MAX_CHARACTERS } from '../limits.ts'

const DOTS = '...'

/** Truncates a text to an event's limit, with an ellipsis. Never splits a surrogate pair. */
export function withEllipsis(text: string): string {
  if (text.length <= ANALYTICS_TEXT_MAX_CHARACTERS) return text
  return text.slice(0, ANALYTICS_TEXT_MAX_CHARACTERS - DOTS.length).replace(/[\uD800-\uDBFF]$/, '') + DOTS
}
