import { getCookie, setCookie } from 'hono/cookie'
import { ANONYMOUS } from '#shared/client/auth/auth.ts'
import { AppError } from '#shared/client/errors.ts'
import { MANAGE_HEADER } from '#shared/contracts/headers.ts'
import { isSignedByAny, sign } from '#worker/http/signature.ts'
import type { EdgeContext } from '../../app-env.ts'
import type { CardRecord } from '../card-codec.ts'
import { cardNotFound, readRecord } from '../card-record.ts'
import { readUserId } from '../../user.ts'

const toClaim = (id: string) => `manage:${id}`

/**
 * Cookie that grants access to a card's pictures only. It is limited to their paths. A header does not work, because an
 * `<img>` sends none.
 */
const PREVIEW_COOKIE = 'sight'
const toPreviewClaim = (id: string) => `sight:${id}`
const PREVIEW_PATHS = ['/my-picture', '/download']
const PREVIEW_SECONDS = 24 * 3600

/** Creates the token that makes any browser a card's owner: the signed card id. It is not stored. */
export const createManageToken = (c: EdgeContext, id: string): Promise<string> =>
  sign(c.var.services.config.tokenSecret, toClaim(id))

type Owned = Pick<CardRecord, 'id' | 'owner' | 'userId'>

/** Returns true if the request comes from the browser that made a card. */
export const isMaker = ({ var: { visitor } }: EdgeContext, { owner }: Pick<CardRecord, 'owner'>): boolean =>
  visitor.kind === 'visitor' && visitor.id === owner

/** Returns true if the request comes from a card's owner: by cookie, by manage link, or by the saving account. */
export async function isOwner(c: EdgeContext, { id, owner, userId }: Owned): Promise<boolean> {
  const { services } = c.var
  if (isMaker(c, { owner })) return true
  const token = c.req.header(MANAGE_HEADER)
  if (token !== undefined && (await isSignedByAny(services.config.accepted.tokenSecrets, toClaim(id), token)))
    return true
  return userId !== ANONYMOUS && userId === (await readUserId(c))
}

/**
 * Returns the caller's card.
 *
 * @throws AppError `FORBIDDEN` for another owner's card, or `NOT_FOUND` if it is a draft; `GONE` if it was removed
 */
export async function requireOwn(c: EdgeContext, id: string): Promise<CardRecord> {
  const record = await readRecord(c.var.services.backend.service(c.var.origin), id)
  if (await isOwner(c, record)) return record
  throw record.visibility === 'draft' ? cardNotFound() : new AppError('FORBIDDEN')
}

/** Grants this browser access to the pictures of its card for a day. */
export async function grantPreviewAccess(c: EdgeContext, id: string): Promise<void> {
  const value = await sign(c.var.services.config.tokenSecret, toPreviewClaim(id))
  for (const path of PREVIEW_PATHS)
    setCookie(c, PREVIEW_COOKIE, value, {
      path: `${path}/${id}`,
      maxAge: PREVIEW_SECONDS,
      httpOnly: true,
      sameSite: 'Strict',
      secure: c.req.url.startsWith('https:'),
    })
}

/** Returns true if this browser was granted access by {@link grantPreviewAccess}. */
export async function hasPreviewAccess(c: EdgeContext, id: string): Promise<boolean> {
  const value = getCookie(c, PREVIEW_COOKIE)
  return value !== undefined && isSignedByAny(c.var.services.config.accepted.tokenSecrets, toPreviewClaim(id), value)
}
