import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { addressOf, browserFamilyOf, siteAddressOf } from './address.ts'
import { isSignedByAny, newId, sign, signerOf } from './signature.ts'

/**
 * The identity of a caller. `visitor`: a browser with our signed cookie. `address`: unknown, told apart by network and
 * browser family. `id` names the person in ledgers (never an address in clear); `address` is the key of the network
 * alone, for budgets that all callers behind it share; `site` the key of the larger network that one customer may hold.
 */
export type Visitor = {
  readonly kind: 'visitor' | 'address'
  readonly id: string
  readonly address: string
  /** IPv6 by its /48. Missing: from before it was kept. */
  readonly site?: string
  /** True for a cookie that was issued within the last minutes: any number can be had. */
  readonly isNew?: boolean
  /** True for a cookie that was issued more than a day ago. */
  readonly isKnown?: boolean
  /** When a cookie was given whose signature is that of an earlier secret: it is to be signed again. */
  readonly resign?: string
}

/** The secret that is used, and after it those that are accepted too. */
export type Secrets = readonly [string, ...string[]]

/**
 * The time for which a cookie counts as new. Voting with many cookies has to wait that long, and then meets the
 * network's cap.
 */
const NEW_MS = 2 * MINUTE_MS
/** A visitor counts as known once the cookie is older than this. */
const KNOWN_MS = DAY_MS
/** The time of a cookie from before times were kept: it is not new. */
const UNKNOWN_TIME = '0'
const YEAR_SECONDS = 365 * 24 * 3600
/** The edge's statement about its visitor for the backend, signed with the service key they share. */
export const ON_BEHALF_HEADER = 'x-on-behalf-of'
/** Beside it: `1` for a list that may be read from a replica of the database, which lags behind its primary. */
export const ANY_REPLICA_HEADER = 'x-any-replica'

const isSecure = (c: Context) => c.req.url.startsWith('https:')
const cookieName = (c: Context) => (isSecure(c) ? '__Host-visitor' : 'visitor')
const ID = /^[0-9a-f]{32}$/

/** Cache of the last callers' names: most callers ask again, and an HMAC is computed once for each. */
const KEPT_NAMES = 500
const names = new Map<string, string>()

async function nameOf(secret: string, text: string): Promise<string> {
  const key = `${secret}:${text}`
  const known = names.get(key)
  if (known !== undefined) return known
  const name = await sign(secret, text)
  if (names.size >= KEPT_NAMES) names.clear()
  names.set(key, name)
  return name
}

/** The name of the network and browser family of a request: a caller's identity without a cookie. */
export async function placeOf(headers: Headers, secret: string): Promise<string> {
  const address = await nameOf(secret, `address:${addressOf(headers)}`)
  return `address-${(await nameOf(secret, `${address}:${browserFamilyOf(headers)}`)).slice(0, 32)}`
}

/** The name of the network a request comes from, IPv6 by its /48: where one customer must not count as many. */
export const siteNetworkOf = (c: Context, secret: string): Promise<string> =>
  nameOf(secret, `site:${siteAddressOf(c.req.raw.headers)}`)

/**
 * Reads the visitor's cookie: its id, when it was given (seconds since 1970 in base 36) and a signature of both. One
 * without a time is from before times were kept. A forged cookie is no cookie.
 *
 * @param secrets any of them may have signed; networks are named by the first
 * @param now milliseconds since 1970
 */
export async function readVisitor(c: Context, secrets: Secrets, now = Date.now()): Promise<Visitor> {
  const [secret] = secrets
  const address = await nameOf(secret, `address:${addressOf(c.req.raw.headers)}`)
  const site = await siteNetworkOf(c, secret)
  const [id = '', ...rest] = (getCookie(c, cookieName(c)) ?? '').split('.')
  const signature = rest.pop() ?? ''
  const claim = ['visitor', id, ...rest].join(':')
  const signer = ID.test(id) && rest.length <= 1 ? await signerOf(secrets, claim, signature) : null
  if (signer !== null) {
    const [given = UNKNOWN_TIME] = rest
    const age = now - Number.parseInt(given, 36) * 1000
    const [isNew, isKnown] = [age < NEW_MS, age > KNOWN_MS]
    const standing = { ...(isNew && { isNew }), ...(isKnown && { isKnown }) }
    return { kind: 'visitor', id, address, site, ...standing, ...(signer !== secret && { resign: given }) }
  }
  return { kind: 'address', id: await placeOf(c.req.raw.headers, secret), address, site }
}

/** Gives a browser that has no valid cookie a new identity, kept for a year. */
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

/** Writes the cookie of a visitor. @param given when the identity was given, in seconds since 1970 in base 36 */
export async function signCookie(c: Context, secret: string, id: string, given: string): Promise<void> {
  setCookie(c, cookieName(c), `${id}.${given}.${await sign(secret, `visitor:${id}:${given}`)}`, {
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Lax',
    path: '/',
    maxAge: YEAR_SECONDS,
  })
}

/** A visitor with a new cookie, and one with a cookie of more than a day, in that header. */
const [NEW_KIND, KNOWN_KIND] = ['new', 'known'] as const

/** The header by which the edge names its visitor to the backend. */
export async function onBehalfOf(visitor: Visitor, serviceKey: string): Promise<Record<string, string>> {
  const kind = visitor.isNew ? NEW_KIND : visitor.isKnown ? KNOWN_KIND : visitor.kind
  const claim = [kind, visitor.id, visitor.address, ...(visitor.site === undefined ? [] : [visitor.site])].join('.')
  return { [ON_BEHALF_HEADER]: `${claim}.${await sign(serviceKey, `behalf:${claim}`)}` }
}

/**
 * The visitor an edge speaks for, or null when the header is missing or not signed with our service key, or with the
 * one before.
 */
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
