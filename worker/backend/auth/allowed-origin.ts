const URL_FORM = /^https?:\/\/[a-z0-9.[\]:-]+(?:[/?#]|$)/

/** Longer URLs are refused. */
const MAX_CHARACTERS = 2000

/**
 * Returns a URL that may receive a user's tokens, or null. Its origin must match one of `origins` character for
 * character. URLs that a parser has to normalize (backslashes, user names, capitals, spaces, non-ASCII characters) are
 * refused, because parsers normalize differently.
 *
 * @param origins in the form of `new URL(…).origin`
 */
export function allowedUrl(address: unknown, origins: readonly string[]): URL | null {
  if (typeof address !== 'string' || address.length > MAX_CHARACTERS) return null
  if (!/^[\x21-\x7e]+$/.test(address) || address.includes('\\') || !URL_FORM.test(address)) return null
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return null
  const isListed = origins.some((origin) => {
    const next = address[origin.length]
    return url.origin === origin && address.startsWith(origin) && (next === undefined || '/?#'.includes(next))
  })
  return isListed ? url : null
}

/** Returns the origin if it is allowed, or null. */
export const allowedOrigin = (origin: unknown, origins: readonly string[]): string | null =>
  typeof origin === 'string' && origins.includes(origin) ? origin : null
