import { AppError } from '#shared/client/errors.ts'
import type { Clock } from '#worker/env.ts'
import { runOrVerify } from '#worker/http/run-or-verify.ts'
import { newId } from '#worker/http/signature.ts'
import type { Secrets } from '#worker/http/visitor.ts'
import type { AccessTokens } from './access-token.ts'
import { ACCESS_SECONDS, OVERLAP_MS, REFRESH_SECONDS } from './limits.ts'
import { base64Url, deriveSecret, keyFor, newSecret, sha256Hex } from '#worker/http/secrets.ts'
import type { UserRow } from './user.ts'

/** The tokens in a sign-in response. */
export type Tokens = {
  readonly access_token: string
  readonly refresh_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly refresh_expires_in: number
}

type SessionOfToken = { session_id: string; user_id: string; expires_at: number }

const END_IF_REPLAYED = `update sessions set ended_at = ?3 where ended_at is null and id = (
  select session_id from refresh_tokens where hash = ?1 and used_at is not null
    and (used_at <= ?4 or exists (select 1 from refresh_tokens where hash = ?2 and used_at is not null)))`

const INSERT_NEXT = `insert into refresh_tokens (hash, session_id)
  select ?2, session_id from refresh_tokens join sessions on sessions.id = session_id
  where hash = ?1 and used_at is null and ended_at is null and expires_at > ?3 on conflict do nothing`

const OPEN = `insert into sessions (id, user_id, expires_at)
  select ?1, id, ?3 from users where id = ?2 and password_hash is ?4
    and (?5 is null or exists (select 1 from one_time_tokens where hash = ?5))`

/** Consumes the link that was followed and all others of the same purpose and address. */
const CONSUME_LINKS = `delete from one_time_tokens where exists (select 1 from sessions where id = ?1)
  and (email, purpose) in (select email, purpose from one_time_tokens where hash = ?2)`

const FIND = `select session_id, user_id, expires_at from refresh_tokens join sessions on sessions.id = session_id
  where hash = ?1 and ended_at is null and expires_at > ?2`

type SessionDeps = { db: D1Database; clock: Clock; access: AccessTokens; tokenSecrets: Secrets }

/** Sessions with refresh token rotation (RFC 9700, section 4.14). Each use replaces the token. */
export class Sessions {
  private readonly deps: SessionDeps

  constructor(deps: SessionDeps) {
    this.deps = deps
  }

  /**
   * Opens a session for a fixed thirty days. Checking a password is slow, so the account could be handed over or get a
   * new password meanwhile. The session opens only if the password hash is still the one that was read.
   *
   * @param link the hash of a one-time token. It is consumed only if the session opens, so a failed attempt leaves the
   *   link valid. Of several concurrent uses, one opens a session.
   * @returns null when the password hash has changed or the link was used meanwhile
   */
  async open(
    { id: userId, password_hash: checked }: Pick<UserRow, 'id' | 'password_hash'>,
    link: string | null = null,
  ): Promise<Tokens | null> {
    const [sessionId, refreshToken] = [newId(), newSecret()]
    const expiresAt = this.deps.clock() + REFRESH_SECONDS * 1000
    const statements = [
      this.deps.db.prepare(OPEN).bind(sessionId, userId, expiresAt, checked, link),
      this.deps.db
        .prepare('insert into refresh_tokens (hash, session_id) select ?1, id from sessions where id = ?2')
        .bind(await sha256Hex(refreshToken), sessionId),
      this.deps.db
        .prepare('update users set last_sign_in_at = ?2 where id = (select user_id from sessions where id = ?1)')
        .bind(sessionId, new Date(this.deps.clock()).toISOString()),
      ...(link === null ? [] : [this.deps.db.prepare(CONSUME_LINKS).bind(sessionId, link)]),
    ]
    const isOpen = await runOrVerify(
      async () => (await this.deps.db.batch(statements))[0]!.meta.changes > 0,
      async () =>
        (await this.deps.db.prepare('select id from sessions where id = ?1').bind(sessionId).first()) !== null || null,
    )
    return !isOpen ? null : this.createTokens(userId, sessionId, expiresAt, refreshToken)
  }

  /**
   * Exchanges a refresh token for new tokens. The successor is derived from the token itself. Tabs that send the same
   * token concurrently get the same successor, so the chain never forks. A used token still works for
   * {@link OVERLAP_MS} while its successor is unused. After that it counts as stolen (replay detection), and its
   * session ends. One transaction, so no request sees an intermediate state.
   *
   * @throws AppError `TOKEN_EXPIRED` for an unknown, ended, expired or replayed token
   */
  async refresh(token: string): Promise<Tokens> {
    const now = this.deps.clock()
    const next = await this.getSuccessor(token)
    const [hash, nextHash] = [await sha256Hex(token), await sha256Hex(next)]
    const [, , , sessions] = await this.deps.db.batch<SessionOfToken>([
      this.deps.db.prepare(END_IF_REPLAYED).bind(hash, nextHash, now, now - OVERLAP_MS),
      this.deps.db.prepare(INSERT_NEXT).bind(hash, nextHash, now),
      this.deps.db
        .prepare('update refresh_tokens set used_at = ?2 where hash = ?1 and used_at is null')
        .bind(hash, now),
      this.deps.db.prepare(FIND).bind(hash, now),
    ])
    const session = sessions!.results[0]
    if (session === undefined) throw new AppError('TOKEN_EXPIRED')
    return this.createTokens(session.user_id, session.session_id, session.expires_at, next)
  }

  /** Ends the session of a refresh token, even if the token was already replaced. */
  async end(token: string): Promise<void> {
    await this.deps.db
      .prepare(
        `update sessions set ended_at = ?2
         where ended_at is null and id = (select session_id from refresh_tokens where hash = ?1)`,
      )
      .bind(await sha256Hex(token), this.deps.clock())
      .run()
  }

  /** Returns the user of an open session, or null. */
  findUser(sessionId: string, userId: string): Promise<UserRow | null> {
    return this.deps.db
      .prepare(
        `select users.* from sessions join users on users.id = user_id
         where sessions.id = ?1 and user_id = ?2 and ended_at is null and expires_at > ?3`,
      )
      .bind(sessionId, userId, this.deps.clock())
      .first<UserRow>()
  }

  /**
   * Returns the successor of a refresh token. If the successor was already issued under an earlier secret, it is
   * returned again. Tabs that refresh before and after a secret rotation then get the same token.
   */
  private async getSuccessor(token: string): Promise<string> {
    const [current, ...earlier] = this.deps.tokenSecrets
    for (const secret of earlier) {
      const next = await deriveSuccessor(secret, token)
      const issued = await this.deps.db
        .prepare('select 1 from refresh_tokens where hash = ?1')
        .bind(await sha256Hex(next))
        .first()
      if (issued !== null) return next
    }
    return deriveSuccessor(current, token)
  }

  private async createTokens(
    userId: string,
    sessionId: string,
    expiresAt: number,
    refreshToken: string,
  ): Promise<Tokens> {
    return {
      access_token: await this.deps.access.issue({ userId, sessionId }),
      refresh_token: refreshToken,
      token_type: 'Bearer',
      expires_in: ACCESS_SECONDS,
      refresh_expires_in: Math.ceil((expiresAt - this.deps.clock()) / 1000),
    }
  }
}

const deriveSuccessor = async (secret: string, token: string) =>
  deriveSecret(base64Url(await keyFor(secret, 'refresh-chain')), token)
