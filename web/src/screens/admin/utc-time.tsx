/** A time in UTC, to the minute. @param at ISO 8601, or milliseconds since 1970 */
export function UtcTime({ at }: { at: string | number }) {
  const iso = new Date(at).toISOString()
  return <time dateTime={iso}>{iso.slice(0, 16).replace('T', ' ')} UTC</time>
}
