/** One request of a chain. */
export type Hop = {
  readonly method: string
  readonly headers: Headers
  readonly body: string | null
}

const SEE_OTHER = 303
/** Old clients ask on with GET after a POST, and servers count on it. */
const REWRITTEN = new Set([301, 302])
const REDIRECTS = new Set([...REWRITTEN, SEE_OTHER, 307, 308])

/** All that is told to another origin: any other header may hold a key. */
const CARRIED = new Set(['accept', 'accept-language', 'user-agent'])

/** The request headers that any origin may receive. */
export const tellable = (headers: Headers): Headers => without(headers, (name) => !CARRIED.has(name))

/** Where an answer sends its reader on to, as it is written there, or null. */
export const locationOf = ({ status, headers }: Response): string | null =>
  REDIRECTS.has(status) ? headers.get('location') : null

/**
 * Builds the request to the next address (https://fetch.spec.whatwg.org/#http-redirect-fetch). To another origin go
 * neither credentials nor a body.
 *
 * @param toOthers the headers that any origin may hear
 * @returns null when the other origin wants the body
 */
export function nextHop(
  { method, headers, body }: Hop,
  status: number,
  { from, to, toOthers }: { from: URL; to: URL; toOthers: Headers },
): Hop | null {
  const becomesGet = (status === SEE_OTHER && method !== 'HEAD') || (REWRITTEN.has(status) && method === 'POST')
  const next = becomesGet
    ? { method: 'GET', headers: without(headers, (name) => name.startsWith('content-')), body: null }
    : { method, headers, body }
  if (from.origin === to.origin) return next
  if (next.body !== null) return null
  return { ...next, headers: toOthers }
}

const without = (headers: Headers, isLeft: (name: string) => boolean): Headers =>
  new Headers([...headers].filter(([name]) => !isLeft(name)))
