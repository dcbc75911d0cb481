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
   * The visitor. Our edge names the visitor it acts for; otherwise the request's own cookie or IP address identifies
   * them.
   */
  readonly visitor: Visitor
  /** The signed-in user's id, or null. */
  readonly userId: string | null
  /** The session that issued the user's token, or null. */
  readonly sessionId: string | null
  /** True when our own edge sends the request. It has already applied its rate limits. */
  readonly viaEdge: boolean
  /** True for a browser on a page of another site. Its network does not identify a person. */
  readonly crossSite: boolean
  /** True when the request carries a key of this project or a user's token. */
  readonly hasKey: boolean
}

type SignIn = { readonly userId: string; readonly sessionId: string }

export type CallerDeps = {
  publicKey: string
  accepted: { readonly serviceKeys: Secrets; readonly visitorSecrets: Secrets }
  publicUrl: string | null
  auth: { readonly allowedOrigins: readonly string[] }
  /** Returns the user of an access token. @throws AppError `TOKEN_EXPIRED` */
  readAccess: (token: string) => Promise<SignIn>
}

/**
 * Identifies the caller of a request. A bearer that is not a project key is read as a user's access token.
 * The token stays valid until it expires, even if its session has ended. Users may do little here, so that is safe.
 *
 * @throws AppError `UNAUTHORIZED` for an invalid key, `TOKEN_EXPIRED` for an invalid or expired token
 */
export async function readCaller(c: Context, deps: CallerDeps): Promise<Caller> {
  const headers = c.req.raw.headers
  const onBehalf = await readOnBehalf(headers, deps.accepted.serviceKeys)
  const visitor = onBehalf ?? (await readVisitor(c, deps.accepted.visitorSecrets))
  const bearer = getBearer(headers)
  const isKey = (key: string) => getRole(key, deps) !== null
  const signIn = bearer === null || isKey(bearer) ? null : await readSignIn(bearer, deps)
  const userId = signIn?.userId ?? null
  const keys = getKeys(headers).filter((key) => userId === null || key !== bearer)
  const roles = new Set([...new Set(keys)].map((key) => getRole(key, deps)))
  if (roles.has(null)) throw new AppError('UNAUTHORIZED')
  const role = roles.has('service') ? 'service' : userId === null ? 'public' : 'user'
  const ownOrigins = [deps.publicUrl ?? new URL(c.req.url).origin, ...deps.auth.allowedOrigins]
  const crossSite = onBehalf === null && isCrossSite(headers, ownOrigins)
  return {
    role,
    visitor,
    userId,
    sessionId: signIn?.sessionId ?? null,
    viaEdge: onBehalf !== null,
    crossSite,
    hasKey: keys.length > 0 || userId !== null,
  }
}

/** Returns null for a bearer that does not look like a JWT. */
const readSignIn = async (bearer: string, { readAccess }: CallerDeps): Promise<SignIn | null> =>
  bearer.split('.').length === 3 ? readAccess(bearer) : null

/** Some clients send the project key in a vendor header, such as `x-acme-publishable-key`, instead of a bearer. */
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

/** Returns the maker's id: the browser's cookie, else the account, else the network and browser family. */
export const getMaker = ({ userId, visitor }: Caller): string =>
  visitor.kind === 'visitor' || userId === null ? visitor.id : userId

/** Hashes the maker of one file. The path is the salt, so hashes do not link two files of the same maker. */
export const hashMaker = (path: string, maker: string): Promise<string> => sha256Hex(JSON.stringify([path, maker]))

/** Lets only the service key pass. @throws AppError `42501` */
export function requireService(caller: Caller): void {
  if (caller.role !== 'service') throw new AppError('42501', 'permission denied: this requires the service key')
}
