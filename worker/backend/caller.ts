import type { Context } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { isCrossSite } from '#worker/http/cross-site.ts'
import { getBearer } from '#worker/http/bearer.ts'
import { sha256Hex } from '#worker/http/secrets.ts'
import { isAnySecret } from '#worker/http/signature.ts'
import { readOnBehalf, readVisitor, type Secrets, type Visitor } from '#worker/http/visitor.ts'

export type Role = 'service' | 'user' | 'public'

/** The caller of a request to the backend. */
export type Caller = {
  readonly role: Role
  /**
   * The person: named by our edge when it asks on a visitor's behalf, else read from the request's own cookie or
   * address.
   */
  readonly visitor: Visitor
  /** The signed-in user's id, or null. */
  readonly userId: string | null
  /** The sign-in that the user's token came of, or null. */
  readonly sessionId: string | null
  /** True when our own edge asks and has already done its limits. */
  readonly viaEdge: boolean
  /** True for a browser that asks for a page of another site: its network is no person. */
  readonly crossSite: boolean
  /** True when the request carries a key of this project. */
  readonly hasKey: boolean
}

type Signed = { readonly userId: string; readonly sessionId: string }

export type CallerDeps = {
  publicKey: string
  accepted: { readonly serviceKeys: Secrets; readonly visitorSecrets: Secrets }
  publicUrl: string | null
  auth: { readonly allowedOrigins: readonly string[] }
  /** The user of an access token. @throws AppError `TOKEN_EXPIRED` */
  readAccess: (token: string) => Promise<Signed>
}

/**
 * A bearer that is no key of this project is read as a user's access token: good for what it says until it is over,
 * whatever became of its session meanwhile. What a user may do here is little enough for that.
 *
 * @throws AppError `UNAUTHORIZED` for an invalid key, `TOKEN_EXPIRED` for a token that is not good
 */
export async function readCaller(c: Context, deps: CallerDeps): Promise<Caller> {
  const headers = c.req.raw.headers
  const onBehalf = await readOnBehalf(headers, deps.accepted.serviceKeys)
  const visitor = onBehalf ?? (await readVisitor(c, deps.accepted.visitorSecrets))
  const bearer = getBearer(headers)
  const isKey = (key: string) => getRole(key, deps) !== null
  const signed = bearer === null || isKey(bearer) ? null : await readSigned(bearer, deps)
  const userId = signed?.userId ?? null
  const keys = getKeys(headers).filter((key) => userId === null || key !== bearer)
  const roles = new Set([...new Set(keys)].map((key) => getRole(key, deps)))
  if (roles.has(null)) throw new AppError('UNAUTHORIZED')
  const role = roles.has('service') ? 'service' : userId === null ? 'public' : 'user'
  const own = [deps.publicUrl ?? new URL(c.req.url).origin, ...deps.auth.allowedOrigins]
  const crossSite = onBehalf === null && isCrossSite(headers, own)
  return {
    role,
    visitor,
    userId,
    sessionId: signed?.sessionId ?? null,
    viaEdge: onBehalf !== null,
    crossSite,
    hasKey: keys.length > 0 || userId !== null,
  }
}

/** Null for what does not even look like a token. */
const readSigned = async (bearer: string, { readAccess }: CallerDeps): Promise<Signed | null> =>
  bearer.split('.').length === 3 ? readAccess(bearer) : null

/** Some clients name the project by a header of their own, such as `x-acme-publishable-key`, instead of a bearer. */
const PUBLISHABLE_KEY = /^x-[a-z]+-publishable-key$/

function getKeys(headers: Headers): string[] {
  const keys = [headers.get('apikey'), getBearer(headers)]
  for (const name of headers.keys()) if (PUBLISHABLE_KEY.test(name)) keys.push(headers.get(name))
  return keys.filter((key): key is string => Boolean(key))
}

function getRole(key: string, { publicKey, accepted }: CallerDeps): Role | null {
  if (key === publicKey) return 'public'
  return isAnySecret(key, accepted.serviceKeys) ? 'service' : null
}

/** Names who has something made: the browser of a cookie, else an account, else a network and browser family. */
export const getMaker = ({ userId, visitor }: Caller): string =>
  visitor.kind === 'visitor' || userId === null ? visitor.id : userId

/** Names the maker of one file. The hashes of the same maker for two files have nothing in common. */
export const hashMaker = (path: string, maker: string): Promise<string> => sha256Hex(JSON.stringify([path, maker]))

/** @throws AppError `42501` unless the caller holds the service key. */
export function requireService(caller: Caller): void {
  if (caller.role !== 'service') throw new AppError('42501', 'permission denied: this requires the service key')
}
