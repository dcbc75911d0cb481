/** One request in a chain of redirects. */
export type Hop = {
  readonly method: string
  readonly headers: Headers
  readonly body: string | null
}

const SEE_OTHER = 303
/** Redirects after which a POST becomes a GET, as in browsers. */
const REWRITTEN = new Set([301, 302])
const REDIRECTS = new Set([...REWRITTEN, SEE_OTHER, 307, 308])

/** Headers that cross origins. Any other header may hold a key. */
const CARRIED = new Set(['accept', 'accept-language', 'user-agent'])

/** Returns the request headers that any origin may receive. */
export const toCrossOriginHeaders = (headers: Headers): Headers => without(headers, (name) => !CARRIED.has(name))

/** Returns the `Location` of a redirect, or null. */
export const getLocation = ({ status, headers }: Response): string | null =>
  REDIRECTS.has(status) ? headers.get('location') : null

/**
 * Builds the next request (https://fetch.spec.whatwg.org/#http-redirect-fetch). Credentials and bodies do not cross
 * origins.
 *
 * @param crossOriginHeaders the headers for another origin, from {@link toCrossOriginHeaders}
 * @returns null if the redirect would send the body to another origin
 */
export function nextHop(
  { method, headers, body }: Hop,
  status: number,
  { from, to, crossOriginHeaders }: { from: URL; to: URL; crossOriginHeaders: Headers },
): Hop | null {
  const becomesGet = (status === SEE_OTHER && method !== 'HEAD') || (REWRITTEN.has(status) && method === 'POST')
  const next = becomesGet
    ? { method: 'GET', headers: without(headers, (name) => name.startsWith('content-')), body: null }
    : { method, headers, body }
  if (from.origin === to.origin) return next
  if (next.body !== null) return null
  return { ...next, headers: crossOriginHeaders }
}

const without = (headers: Headers, isDropped: (name: string) => boolean): Headers =>
  new Headers([...headers].filter(([name]) => !isDropped(name)))
