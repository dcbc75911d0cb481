import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { getBrowserFamily, getClientAddress, getSiteAddress } from './address.ts'
import { findSigner, isSignedByAny, newId, sign } from './signature.ts'

/**
 * The identity of a caller. `visitor`: a browser with our signed cookie. `address`: a caller without it, identified by
 * network and browser family. `id` identifies the person in ledgers. `address` identifies the network, whose callers
 * share budgets. `site` identifies the larger network that one ISP customer may have. All three are pseudonyms (HMACs).
 */
export type Visitor = {
  readonly kind: 'visitor' | 'address'
  readonly id: string
  readonly address: string
  /** Network with IPv6 truncated to /48. Missing in headers from an older version. */
  readonly site?: string
  /** True for a cookie issued in the last two minutes. A client can obtain any number of new cookies. */
  readonly isNew?: boolean
  /** True for a cookie that was issued more than a day ago. */
  readonly isKnown?: boolean
  /** Issue time of a cookie that an earlier secret signed. The cookie must be signed again. */
  readonly reissueFrom?: string
}

/** The secret that signs, followed by earlier ones that are still accepted. */
export type Secrets = readonly [string, ...string[]]

/**
 * Age until which a cookie counts as new. Voting with many cookies has to wait this long, and then hits the network's
 * limit.
 */
const NEW_MS = 2 * MINUTE_MS
/** A visitor counts as known once the cookie is older than this. */
const KNOWN_MS = DAY_MS
/** Issue time of cookies from before issue times were stored. Such cookies are not new. */
const UNKNOWN_TIME = '0'
const YEAR_SECONDS = 365 * 24 * 3600
/** Header in which the edge tells the backend who its visitor is, signed with the service key that both know. */
export const ON_BEHALF_HEADER = 'x-on-behalf-of'
/** Second header of the edge: `1` for a list that may come from a database replica, which lags behind the primary. */
export const ANY_REPLICA_HEADER = 'x-any-replica'

const isSecure = (c: Context) => c.req.url.startsWith('https:')
const cookieName = (c: Context) => (isSecure(c) ? '__Host-visitor' : 'visitor')
const ID = /^[0-9a-f]{32}$/

/** Cache of recent callers' pseudonyms, which saves HMACs because most callers send several requests. */
const CACHED_PSEUDONYMS_MAX = 500
const pseudonyms = new Map<string, string>()

async function toPseudonym(secret: string, text: string): Promise<string> {
  const key = `${secret}:${text}`
  const known = pseudonyms.get(key)
  if (known !== undefined) return known
  const pseudonym = await sign(secret, text)
  if (pseudonyms.size >= CACHED_PSEUDONYMS_MAX) pseudonyms.clear()
  pseudonyms.set(key, pseudonym)
  return pseudonym
}

/** Returns the identity of a caller without a cookie: the HMAC of its network and browser family. */
export async function getNamelessId(headers: Headers, secret: string): Promise<string> {
  const address = await toPseudonym(secret, `address:${getClientAddress(headers)}`)
  return `address-${(await toPseudonym(secret, `${address}:${getBrowserFamily(headers)}`)).slice(0, 32)}`
}

/** Returns the HMAC of a request's network, with IPv6 truncated to /48, so that one ISP customer does not count as many. */
export const getSiteNetwork = (c: Context, secret: string): Promise<string> =>
  toPseudonym(secret, `site:${getSiteAddress(c.req.raw.headers)}`)

/**
 * Reads the visitor's cookie: its id, its issue time (seconds since 1970 in base 36; missing in old cookies) and a
 * signature of both. A forged cookie counts as none.
 *
 * @param secrets any of them may have signed the cookie; the first one derives the pseudonyms of networks
 * @param now milliseconds since 1970
 */
export async function readVisitor(c: Context, secrets: Secrets, now = Date.now()): Promise<Visitor> {
  const [secret] = secrets
  const address = await toPseudonym(secret, `address:${getClientAddress(c.req.raw.headers)}`)
  const site = await getSiteNetwork(c, secret)
  const [id = '', ...rest] = (getCookie(c, cookieName(c)) ?? '').split('.')
  const signature = rest.pop() ?? ''
  const claim = ['visitor', id, ...rest].join(':')
  const signer = ID.test(id) && rest.length <= 1 ? await findSigner(secrets, claim, signature) : null
  if (signer !== null) {
    const [given = UNKNOWN_TIME] = rest
    const age = now - Number.parseInt(given, 36) * 1000
    const [isNew, isKnown] = [age < NEW_MS, age > KNOWN_MS]
    const flags = { ...(isNew && { isNew }), ...(isKnown && { isKnown }) }
    return { kind: 'visitor', id, address, site, ...flags, ...(signer !== secret && { reissueFrom: given }) }
  }
  return { kind: 'address', id: await getNamelessId(c.req.raw.headers, secret), address, site }
}

/** Issues a cookie with a new identity. It lasts a year. */
export async function giveVisitorCookie(
  c: Context,
  secret: string,
  address: string,
  now = Date.now(),
): Promise<Visitor> {
  const id = newId()
  await signCookie(c, secret, id, Math.floor(now / 1000).toString(36))
  return { kind: 'visitor', id, address, isNew: true }
}

/** Writes a visitor's cookie. @param given its issue time, in seconds since 1970 in base 36 */
export async function signCookie(c: Context, secret: string, id: string, given: string): Promise<void> {
  setCookie(c, cookieName(c), `${id}.${given}.${await sign(secret, `visitor:${id}:${given}`)}`, {
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Lax',
    path: '/',
    maxAge: YEAR_SECONDS,
  })
}

/** Kinds of visitors in the `x-on-behalf-of` header: those with a new cookie, and those with one older than a day. */
const [NEW_KIND, KNOWN_KIND] = ['new', 'known'] as const

/** Returns the header in which the edge tells the backend who its visitor is. */
export async function toVisitorHeader(visitor: Visitor, serviceKey: string): Promise<Record<string, string>> {
  const kind = visitor.isNew ? NEW_KIND : visitor.isKnown ? KNOWN_KIND : visitor.kind
  const claim = [kind, visitor.id, visitor.address, ...(visitor.site === undefined ? [] : [visitor.site])].join('.')
  return { [ON_BEHALF_HEADER]: `${claim}.${await sign(serviceKey, `behalf:${claim}`)}` }
}

/** Returns the visitor for whom an edge acts, or null if the header is missing or none of the service keys signed it. */
export async function readOnBehalf(headers: Headers, serviceKeys: readonly string[]): Promise<Visitor | null> {
  const claims = (headers.get(ON_BEHALF_HEADER) ?? '').split('.')
  const signature = claims.pop() ?? ''
  const [kind, id = '', address = '', site] = claims
  if (kind !== 'visitor' && kind !== 'address' && kind !== NEW_KIND && kind !== KNOWN_KIND) return null
  if (!(await isSignedByAny(serviceKeys, `behalf:${claims.join('.')}`, signature))) return null
  return {
    kind: kind === 'address' ? kind : 'visitor',
    id,
    address,
    ...(site !== undefined && { site }),
    ...(kind === NEW_KIND && { isNew: true }),
    ...(kind === KNOWN_KIND && { isKnown: true }),
  }
}
