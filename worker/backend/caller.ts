import type { Context } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { bearerOf } from '#worker/http/bearer.ts'
import { isSameSecret } from '#worker/http/signature.ts'
import { readOnBehalf, readVisitor, type Visitor } from '#worker/http/visitor.ts'

export type Role = 'service' | 'user' | 'public'

/** Whom the backend is talking to. */
export type Caller = {
  readonly role: Role
  /** The person: named by our edge when it asks on somebody's behalf, else read from the request's own cookie or address. */
  readonly visitor: Visitor
  /** The signed-in user's id, or null. */
  readonly userId: string | null
  /** True when our own edge asks and has already done its limits. */
  readonly viaEdge: boolean
  /** True when the request carries a key of this project. */
  readonly hasKey: boolean
}

export type CallerDeps = {
  publicKey: string
  serviceKey: string
  visitorSecret: string
  /** Whom an access token speaks for. @throws AppError `TOKEN_EXPIRED` */
  readAccess(token: string): Promise<{ readonly userId: string }>
}

/**
 * A bearer that is no key of this project is read as a user's access token: good for what it says until it is over,
 * whatever became of its session meanwhile. What a user may do here is little enough for that.
 *
 * @throws AppError `UNAUTHORIZED` when a key is given that nobody issued, `TOKEN_EXPIRED` for a token that is not good
 */
export async function readCaller(c: Context, deps: CallerDeps): Promise<Caller> {
  const headers = c.req.raw.headers
  const onBehalf = await readOnBehalf(headers, deps.serviceKey)
  const visitor = onBehalf ?? (await readVisitor(c, deps.visitorSecret))
  const bearer = bearerOf(headers)
  const isKey = (key: string) => roleOf(key, deps) !== null
  const userId = bearer === null || isKey(bearer) ? null : await readUserId(bearer, deps)
  const keys = keysOf(headers).filter((key) => userId === null || key !== bearer)
  const roles = new Set([...new Set(keys)].map((key) => roleOf(key, deps)))
  if (roles.has(null)) throw new AppError('UNAUTHORIZED')
  const role = roles.has('service') ? 'service' : userId === null ? 'public' : 'user'
  return { role, visitor, userId, viaEdge: onBehalf !== null, hasKey: keys.length > 0 || userId !== null }
}

/** Null for what does not even look like a token. */
const readUserId = async (bearer: string, { readAccess }: CallerDeps): Promise<string | null> =>
  bearer.split('.').length === 3 ? (await readAccess(bearer)).userId : null

/** Some clients name the project by a header of their own, such as `x-acme-publishable-key`, instead of a bearer. */
const PUBLISHABLE_KEY = /^x-[a-z]+-publishable-key$/

function keysOf(headers: Headers): string[] {
  const keys = [headers.get('apikey'), bearerOf(headers)]
  for (const name of headers.keys()) if (PUBLISHABLE_KEY.test(name)) keys.push(headers.get(name))
  return keys.filter((key): key is string => Boolean(key))
}

function roleOf(key: string, { publicKey, serviceKey }: CallerDeps): Role | null {
  if (key === publicKey) return 'public'
  return isSameSecret(key, serviceKey) ? 'service' : null
}

/** @throws AppError `42501` unless the caller holds the service key. */
export function requireService(caller: Caller): void {
  if (caller.role !== 'service') throw new AppError('42501', 'permission denied: this needs the service key')
}
