import { AppError } from '#shared/client/errors.ts'
import type { Clock } from '#worker/env.ts'
import { runOrVerify } from '#worker/http/run-or-verify.ts'
import { newId } from '#worker/http/signature.ts'
import type { Secrets } from '#worker/http/visitor.ts'
import type { AccessTokens } from './access-token.ts'
import { ACCESS_SECONDS, OVERLAP_MS, REFRESH_SECONDS } from './limits.ts'
import { base64Url, derivedSecret, keyFor, newSecret, sha256Hex } from '#worker/http/secrets.ts'
import type { UserRow } from './user.ts'

/** The tokens of a sign-in on the wire. */
export type Tokens = {
  readonly access_token: string
  readonly refresh_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly refresh_expires_in: number
}

type Found = { session_id: string; user_id: string; expires_at: number }

const END_IF_REPLAYED = `update sessions set ended_at = ?3 where ended_at is null and id = (
  select session_id from refresh_tokens where hash = ?1 and used_at is not null
    and (used_at <= ?4 or exists (select 1 from refresh_tokens where hash = ?2 and used_at is not null)))`

const ENTER_NEXT = `insert into refresh_tokens (hash, session_id)
  select ?2, session_id from refresh_tokens join sessions on sessions.id = session_id
  where hash = ?1 and used_at is null and ended_at is null and expires_at > ?3 on conflict do nothing`

const OPEN = `insert into sessions (id, user_id, expires_at)
  select ?1, id, ?3 from users where id = ?2 and password_hash is ?4
    and (?5 is null or exists (select 1 from one_time_tokens where hash = ?5))`

/** The link that was followed, and the other ones for the same thing. */
const USE_UP = `delete from one_time_tokens where exists (select 1 from sessions where id = ?1)
  and (email, purpose) in (select email, purpose from one_time_tokens where hash = ?2)`

const LOOK = `select session_id, user_id, expires_at from refresh_tokens join sessions on sessions.id = session_id
  where hash = ?1 and ended_at is null and expires_at > ?2`

type SessionDeps = { db: D1Database; clock: Clock; access: AccessTokens; tokenSecrets: Secrets }

/** Sessions, with refresh token rotation (RFC 9700, section 4.14): each use replaces the token. */
export class Sessions {
  private readonly deps: SessionDeps

  constructor(deps: SessionDeps) {
    this.deps = deps
  }

  /**
   * Signs a user in: a new session, good for thirty days whatever happens in it. Deriving a key takes long enough for
   * the account to be handed over or its password to be changed meanwhile: it opens only while the account is as it
   * was read.
   *
   * @param link the hash of a one-time token, which is used up by this and nothing else: a link whose session could
   *   not be opened is still good, and of any number of uses one opens a session
   * @returns null when it is not, or the link was used meanwhile
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
      ...(link === null ? [] : [this.deps.db.prepare(USE_UP).bind(sessionId, link)]),
    ]
    const isOpen = await runOrVerify(
      async () => (await this.deps.db.batch(statements))[0]!.meta.changes > 0,
      async () =>
        (await this.deps.db.prepare('select id from sessions where id = ?1').bind(sessionId).first()) !== null || null,
    )
    return !isOpen ? null : this.createTokens(userId, sessionId, expiresAt, refreshToken)
  }

  /**
   * Takes a refresh token and gives the next. What comes next is computed from the token itself, so any number of
   * tabs that send the same one at the same time get the same one back, and the chain never forks. A token that was
   * used before answers for {@link OVERLAP_MS} more, while the next one is unused; after that it counts as stolen
   * (replay detection), and its session ends with everything in it. One transaction, so no two requests see it half
   * done.
   *
   * @throws AppError `TOKEN_EXPIRED` for an unknown, ended, expired or replayed token
   */
  async refresh(token: string): Promise<Tokens> {
    const now = this.deps.clock()
    const next = await this.getSuccessor(token)
    const [hash, nextHash] = [await sha256Hex(token), await sha256Hex(next)]
    const [, , , looked] = await this.deps.db.batch<Found>([
      this.deps.db.prepare(END_IF_REPLAYED).bind(hash, nextHash, now, now - OVERLAP_MS),
      this.deps.db.prepare(ENTER_NEXT).bind(hash, nextHash, now),
      this.deps.db
        .prepare('update refresh_tokens set used_at = ?2 where hash = ?1 and used_at is null')
        .bind(hash, now),
      this.deps.db.prepare(LOOK).bind(hash, now),
    ])
    const found = looked!.results[0]
    if (found === undefined) throw new AppError('TOKEN_EXPIRED')
    return this.createTokens(found.user_id, found.session_id, found.expires_at, next)
  }

  /** Ends the session that a refresh token belongs to, whether it is the newest one of it or not. */
  async end(token: string): Promise<void> {
    await this.deps.db
      .prepare(
        `update sessions set ended_at = ?2
         where ended_at is null and id = (select session_id from refresh_tokens where hash = ?1)`,
      )
      .bind(await sha256Hex(token), this.deps.clock())
      .run()
  }

  /** The user of a session, while it lasts. */
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
   * Returns the successor of a refresh token. While a secret is being rotated, tokens issued under the earlier one stay
   * valid: two tabs on either side of the change get the same token.
   */
  private async getSuccessor(token: string): Promise<string> {
    const [now, ...before] = this.deps.tokenSecrets
    for (const secret of before) {
      const next = await afterBy(secret, token)
      const given = await this.deps.db
        .prepare('select 1 from refresh_tokens where hash = ?1')
        .bind(await sha256Hex(next))
        .first()
      if (given !== null) return next
    }
    return afterBy(now, token)
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

const afterBy = async (secret: string, token: string) =>
  derivedSecret(base64Url(await keyFor(secret, 'refresh-chain')), token)
