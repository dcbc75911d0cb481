import { getCookie, setCookie } from 'hono/cookie'
import { AppError } from '#shared/client/errors.ts'
import { newSecret, sha256Hex } from '#worker/http/secrets.ts'
import { runOrVerify } from '#worker/http/run-or-verify.ts'
import { isSignedByAny, sign } from '#worker/http/signature.ts'
import type { EdgeContext } from '../app-env.ts'

const LINK_SECONDS = 15 * 60
const SESSION_SECONDS = 8 * 3600

type Kind = 'link' | 'session'

/** A signed-in admin. */
export type Admin = {
  readonly email: string
  readonly session: string
  /** CSRF token for the forms of this session. */
  readonly formToken: string
}

export const isListed = (c: EdgeContext, email: string) => c.var.services.config.auth.adminEmails.includes(email)
const sql = (c: EdgeContext, query: string, params: readonly unknown[]) =>
  c.var.services.backend.service(c.var.origin).db.sql<{ email: string }>(query, params)

type Issued = { readonly kind: Kind; readonly email: string; readonly seconds: number; readonly signIn: string | null }

async function issue(c: EdgeContext, { kind, email, seconds, signIn }: Issued): Promise<string> {
  const token = newSecret()
  await sql(c, 'insert into admin_tokens (hash, kind, email, expires_at, sign_in) values (?, ?, ?, ?, ?)', [
    await sha256Hex(token),
    kind,
    email,
    c.var.services.clock() + seconds * 1000,
    signIn,
  ])
  return token
}

/** Issues a sign-in token to mail to a listed address. */
export const issueLink = (c: EdgeContext, email: string): Promise<string> =>
  issue(c, { kind: 'link', email, seconds: LINK_SECONDS, signIn: null })

const BY_LINK = `insert into admin_tokens (hash, kind, email, expires_at)
  select ?, 'session', email, ? from admin_tokens where hash = ? and kind = 'link' and expires_at > ? returning email`

/**
 * Signs an admin in with an emailed link. Consumes the link in the same transaction, so concurrent uses open only one
 * session, and the link still works after a failure.
 *
 * @throws AppError `MAGIC_LINK_EXPIRED` if the link is unknown, used or expired
 */
export async function useLink(c: EdgeContext, token: string): Promise<void> {
  const { backend, clock } = c.var.services
  const { db } = backend.service(c.var.origin)
  const [link, session] = [await sha256Hex(token), newSecret()]
  const hash = await sha256Hex(session)
  const now = clock()
  const statements = [
    { sql: BY_LINK, args: [hash, now + SESSION_SECONDS * 1000, link, now] },
    {
      sql: `delete from admin_tokens where hash = ? and exists (select 1 from admin_tokens where hash = ?)`,
      args: [link, hash],
    },
  ]
  const email = await runOrVerify(
    async () => (await db.batch(statements, 'write')).results[0]?.rows[0]?.['email'],
    async () => (await sql(c, 'select email from admin_tokens where hash = ?', [hash])).rows[0]?.email,
  )
  if (typeof email !== 'string' || !isListed(c, email)) throw new AppError('MAGIC_LINK_EXPIRED')
  giveCookie(c, session, SESSION_SECONDS)
}

/**
 * Signs an admin in with an account. The cookie is `SameSite=Strict`.
 *
 * @param signIn id of the account's session. The admin session ends with it.
 */
export async function openSession(c: EdgeContext, email: string, signIn: string): Promise<void> {
  if (!isListed(c, email)) throw new AppError('FORBIDDEN')
  giveCookie(c, await issue(c, { kind: 'session', email, seconds: SESSION_SECONDS, signIn }), SESSION_SECONDS)
}

const isSecure = (c: EdgeContext) => c.req.url.startsWith('https:')
const cookieName = (c: EdgeContext) => (isSecure(c) ? '__Host-admin' : 'admin')

const giveCookie = (c: EdgeContext, value: string, maxAge: number) =>
  setCookie(c, cookieName(c), value, {
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Strict',
    path: '/',
    maxAge,
  })

const toClaim = (session: string) => `admin-form:${session}`

const WHO = `select email from admin_tokens where hash = ? and kind = 'session' and expires_at > ?
  and (sign_in is null or exists (
    select 1 from sessions where sessions.id = sign_in and ended_at is null and sessions.expires_at > ?))`

/**
 * Returns the signed-in admin, or null. Checks on every request that the admin is still listed and the account's session
 * has not ended.
 */
export async function readAdmin(c: EdgeContext): Promise<Admin | null> {
  const cookie = getCookie(c, cookieName(c))
  if (cookie === undefined) return null
  const session = await sha256Hex(cookie)
  const now = c.var.services.clock()
  const { rows } = await sql(c, WHO, [session, now, now])
  const email = rows[0]?.email
  if (email === undefined || !isListed(c, email)) return null
  return { email, session, formToken: await sign(c.var.services.config.tokenSecret, toClaim(session)) }
}

/** Returns the admin who sent a form. @throws AppError `UNAUTHORIZED` without a session, `FORBIDDEN` for a bad form token */
export async function requireAdmin(c: EdgeContext, formToken: unknown): Promise<Admin> {
  const admin = await readAdmin(c)
  if (admin === null) throw new AppError('UNAUTHORIZED', 'Sign in to the admin pages first.')
  const { tokenSecrets } = c.var.services.config.accepted
  const isOwn = typeof formToken === 'string' && (await isSignedByAny(tokenSecrets, toClaim(admin.session), formToken))
  if (!isOwn) throw new AppError('FORBIDDEN')
  return admin
}

export async function endSession(c: EdgeContext, { session }: Admin): Promise<void> {
  await sql(c, 'delete from admin_tokens where hash = ?', [session])
  giveCookie(c, '', 0)
}
