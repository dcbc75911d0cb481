const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/gu

/**
 * Truncates a text to `max` UTF-16 units at a grapheme boundary, and removes control and direction-override characters.
 * A nickname that is too long is truncated, never rejected.
 */
export function cutText(text: string, max: number): string {
  const clean = text.replaceAll(CONTROL, ' ').replaceAll(/\s+/gu, ' ').trim()
  if (clean.length <= max) return clean
  let cut = ''
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(clean)) {
    if (cut.length + segment.length > max) break
    cut += segment
  }
  return cut.trimEnd() || [...clean].slice(0, max).join('').slice(0, max)
}
