const LOOKS_RIGHT = /^https?:\/\/[a-z0-9.[\]:-]+(?:[/?#]|$)/

/** Longer addresses are refused. */
const MAX_CHARACTERS = 2000

/**
 * An address people may be sent to with their tokens, or null. Its origin must be one of `origins`, letter for letter as
 * it is written: whatever a reader of addresses would first have to repair (backslashes, user names, capitals, blanks,
 * letters outside ASCII) is refused, because another reader may repair it otherwise.
 *
 * @param origins as `new URL(…).origin` writes them
 */
export function allowedUrl(address: unknown, origins: readonly string[]): URL | null {
  if (typeof address !== 'string' || address.length > MAX_CHARACTERS) return null
  if (!/^[\x21-\x7e]+$/.test(address) || address.includes('\\') || !LOOKS_RIGHT.test(address)) return null
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return null
  const isListed = origins.some((origin) => {
    const next = address[origin.length]
    return url.origin === origin && address.startsWith(origin) && (next === undefined || '/?#'.includes(next))
  })
  return isListed ? url : null
}

/** An origin and nothing more, or null. */
export const allowedOrigin = (origin: unknown, origins: readonly string[]): string | null =>
  typeof origin === 'string' && origins.includes(origin) ? origin : null
