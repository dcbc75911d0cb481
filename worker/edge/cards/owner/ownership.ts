import { getCookie, setCookie } from 'hono/cookie'
import { ANONYMOUS } from '#shared/client/auth/auth.ts'
import { AppError } from '#shared/client/errors.ts'
import { MANAGE_HEADER } from '#shared/contracts/headers.ts'
import { isSignedByAny, sign } from '#worker/http/signature.ts'
import type { EdgeContext } from '../../app-env.ts'
import type { CardRecord } from '../card-codec.ts'
import { cardNotFound, readRecord } from '../card-record.ts'
import { readUserId } from '../../user.ts'

const claimOf = (id: string) => `manage:${id}`

/**
 * Allows seeing a card's pictures and nothing else: an `<img>` sends no header, so it is a cookie of their paths alone.
 */
const SIGHT_COOKIE = 'sight'
const sightOf = (id: string) => `sight:${id}`
const SIGHT_PATHS = ['/my-picture', '/download']
const SIGHT_SECONDS = 24 * 3600

/** The token that makes any browser a card's owner. It is the card's id, signed, and stored nowhere. */
export const manageTokenOf = (c: EdgeContext, id: string): Promise<string> =>
  sign(c.var.services.config.tokenSecret, claimOf(id))

type Owned = Pick<CardRecord, 'id' | 'owner' | 'userId'>

/** True if the request comes from a card's maker: by cookie, by its manage link, or by the account that saved it. */
export async function isOwner(c: EdgeContext, { id, owner, userId }: Owned): Promise<boolean> {
  const { visitor, services } = c.var
  if (visitor.kind === 'visitor' && visitor.id === owner) return true
  const token = c.req.header(MANAGE_HEADER)
  if (token !== undefined && (await isSignedByAny(services.config.accepted.tokenSecrets, claimOf(id), token)))
    return true
  return userId !== ANONYMOUS && userId === (await readUserId(c))
}

/**
 * The card of an act that only its owner may do.
 *
 * @throws AppError `FORBIDDEN`; `NOT_FOUND` too for another's card that is not to be seen, `GONE` when it was removed
 */
export async function requireOwn(c: EdgeContext, id: string): Promise<CardRecord> {
  const record = await readRecord(c.var.services.backend.service(c.var.origin), id)
  if (await isOwner(c, record)) return record
  throw record.visibility === 'draft' ? cardNotFound() : new AppError('FORBIDDEN')
}

/** Lets this browser fetch the pictures of a card that it has proved to own by a header, for a day. */
export async function giveSight(c: EdgeContext, id: string): Promise<void> {
  const value = await sign(c.var.services.config.tokenSecret, sightOf(id))
  for (const path of SIGHT_PATHS)
    setCookie(c, SIGHT_COOKIE, value, {
      path: `${path}/${id}`,
      maxAge: SIGHT_SECONDS,
      httpOnly: true,
      sameSite: 'Strict',
      secure: c.req.url.startsWith('https:'),
    })
}

/** True if this browser was given sight of a card ({@link giveSight}). */
export async function hasSight(c: EdgeContext, id: string): Promise<boolean> {
  const value = getCookie(c, SIGHT_COOKIE)
  return value !== undefined && isSignedByAny(c.var.services.config.accepted.tokenSecrets, sightOf(id), value)
}
