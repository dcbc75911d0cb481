import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { addressOf, browserFamilyOf } from './address.ts'
import { isSigned, newId, sign } from './signature.ts'

/**
 * Who is asking. `visitor`: a browser with our signed cookie. `address`: nobody we know, told apart by network and
 * browser family. `id` names the person in ledgers (never an address in clear); `address` is the key of the network
 * alone, for budgets that all callers behind it share.
 */
export type Visitor = { readonly kind: 'visitor' | 'address'; readonly id: string; readonly address: string }

const YEAR_SECONDS = 365 * 24 * 3600
/** What the edge says on behalf of its visitor to the backend, signed with the service key they share. */
export const ON_BEHALF_HEADER = 'x-on-behalf-of'

const isSecure = (c: Context) => c.req.url.startsWith('https:')
const cookieName = (c: Context) => (isSecure(c) ? '__Host-visitor' : 'visitor')
const ID = /^[0-9a-f]{32}$/

/** Who asks once, asks again: the names of the last callers, so that they are signed for once. */
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

/** Reads the visitor's cookie. A forged cookie is no cookie. */
export async function readVisitor(c: Context, secret: string): Promise<Visitor> {
  const address = await nameOf(secret, `address:${addressOf(c.req.raw.headers)}`)
  const [id = '', signature = ''] = (getCookie(c, cookieName(c)) ?? '').split('.')
  if (ID.test(id) && (await isSigned(secret, `visitor:${id}`, signature))) return { kind: 'visitor', id, address }
  const family = browserFamilyOf(c.req.raw.headers)
  return { kind: 'address', id: `address-${(await nameOf(secret, `${address}:${family}`)).slice(0, 32)}`, address }
}

/** Gives a browser that has no valid cookie a new identity, kept for a year. */
export async function giveVisitorCookie(c: Context, secret: string, address: string): Promise<Visitor> {
  const id = newId()
  setCookie(c, cookieName(c), `${id}.${await sign(secret, `visitor:${id}`)}`, {
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Lax',
    path: '/',
    maxAge: YEAR_SECONDS,
  })
  return { kind: 'visitor', id, address }
}

/** The header by which the edge names its visitor to the backend. */
export async function onBehalfOf(visitor: Visitor, serviceKey: string): Promise<Record<string, string>> {
  const claim = `${visitor.kind}.${visitor.id}.${visitor.address}`
  return { [ON_BEHALF_HEADER]: `${claim}.${await sign(serviceKey, `behalf:${claim}`)}` }
}

/** The visitor an edge speaks for, or null when the header is missing or not signed with our service key. */
export async function readOnBehalf(headers: Headers, serviceKey: string): Promise<Visitor | null> {
  const [kind, id = '', address = '', signature = ''] = (headers.get(ON_BEHALF_HEADER) ?? '').split('.')
  if (kind !== 'visitor' && kind !== 'address') return null
  if (!(await isSigned(serviceKey, `behalf:${kind}.${id}.${address}`, signature))) return null
  return { kind, id, address }
}
