import type { Clock } from '#worker/env.ts'
import { runOrVerify } from '#worker/http/run-or-verify.ts'
import { newId } from '#worker/http/signature.ts'
import type { AccountHoldings, ForgetPerson, UserRow } from './user.ts'

export type Profile = { readonly displayName?: string | null; readonly photoURL?: string | null }

export type NewUser = Profile & {
  readonly email: string
  /** True if the creator has access to the address's mailbox. */
  readonly isProven: boolean
  readonly passwordHash: string | null
  /** The visitor cookie of the browser that signs up, or null. */
  readonly signedUpBy?: string | null
}

export type Identity = { readonly provider: string; readonly subject: string }

/** SQL for an email address: bound as `?1`, or the address of the valid link whose hash is bound as `?1`. */
type EmailSql = typeof EMAIL | typeof EMAIL_OF_LINK
const EMAIL = '?1'
const EMAIL_OF_LINK = '(select email from one_time_tokens where hash = ?1)'
const selectUnproven = (email: EmailSql) => `select id from users where email = ${email} and is_proven = 0`
/** True if the preceding update in the same transaction set the hash. Every hash has its own salt, so it is unique. */
const HAS_HASH = 'exists (select 1 from users where id = ?1 and password_hash = ?2)'

/** Accounts and their identities at sign-in providers. */
export class Users {
  private readonly db: D1Database
  private readonly clock: Clock
  private readonly forget: ForgetPerson
  private readonly holdings: Pick<AccountHoldings, 'release'>

  constructor(deps: {
    db: D1Database
    clock: Clock
    forget: ForgetPerson
    holdings: Pick<AccountHoldings, 'release'>
  }) {
    this.db = deps.db
    this.clock = deps.clock
    this.forget = deps.forget
    this.holdings = deps.holdings
  }

  /**
   * Creates an account. Of concurrent sign-ups for an address, one succeeds.
   *
   * @returns null when the address is taken
   */
  create({ email, isProven, passwordHash, signedUpBy, displayName, photoURL }: NewUser) {
    const id = newId()
    const insert = () =>
      this.first(
        `insert into users
           (id, email, email_verified, is_proven, password_hash, display_name, photo_url, created_at, signed_up_by)
         values (?1, ?2, ?3, ?3, ?4, ?5, ?6, ?7, ?8) on conflict (email) do nothing returning *`,
        id,
        email,
        isProven ? 1 : 0,
        passwordHash,
        displayName ?? null,
        photoURL ?? null,
        new Date(this.clock()).toISOString(),
        signedUpBy ?? null,
      )
    return runOrVerify(insert, () => this.first('select * from users where id = ?1', id))
  }

  byEmail(email: string) {
    return this.first('select * from users where email = ?1', email)
  }

  byIdentity({ provider, subject }: Identity) {
    return this.first(
      `select users.* from identities join users on users.id = identities.user_id
       where provider = ?1 and subject = ?2`,
      provider,
      subject,
    )
  }

  /** Changes the given fields; null clears a field. @returns null when the account no longer exists */
  change(id: string, { displayName, photoURL }: Profile) {
    return this.first(
      `update users set display_name = case when ?2 then ?3 else display_name end,
         photo_url = case when ?4 then ?5 else photo_url end where id = ?1 returning *`,
      id,
      displayName === undefined ? 0 : 1,
      displayName ?? null,
      photoURL === undefined ? 0 : 1,
      photoURL ?? null,
    )
  }

  /** Stores a new hash of the same password, if the stored hash is still the one that was checked. */
  async renewHash(id: string, hash: string, checked: string | null): Promise<void> {
    await this.statement(
      'update users set password_hash = ?2 where id = ?1 and password_hash is ?3',
      id,
      hash,
      checked,
    ).run()
  }

  /**
   * Changes the password if the stored hash is still the one that was checked. Ends all other sessions and voids
   * earlier reset links. The address's owner can still sign in by mail. One transaction.
   *
   * @param sessionId the session that stays open
   * @returns whether the password was changed
   */
  async changePassword({ id, email, password_hash }: UserRow, hash: string, sessionId: string): Promise<boolean> {
    const change = async () => {
      const [changed] = await this.db.batch(statements)
      return changed!.meta.changes > 0
    }
    const statements = [
      this.statement(
        'update users set password_hash = ?2 where id = ?1 and password_hash is ?3',
        id,
        hash,
        password_hash,
      ),
      this.statement(
        `update sessions set ended_at = ?3 where user_id = ?1 and ended_at is null and id <> ?4 and ${HAS_HASH}`,
        id,
        hash,
        this.clock(),
        sessionId,
      ),
      this.statement(
        `delete from one_time_tokens where email = ?3 and purpose = 'reset' and ${HAS_HASH}`,
        id,
        hash,
        email,
      ),
    ]
    return runOrVerify(change, async () => (await this.hasHash(id, hash)) !== null || null)
  }

  /**
   * Resets the password for the user who has verified the address by mail. Ends all sessions and voids all reset and
   * magic links. One transaction, so the link is consumed only if the password is set.
   *
   * @param link the link's hash
   * @returns null when the link was used meanwhile or the account is gone
   */
  async resetPassword(link: string, email: string, hash: string): Promise<UserRow | null> {
    await this.forgetUnproven(email)
    const reset = async () =>
      this.db.batch<UserRow>([
        ...this.handOver(EMAIL_OF_LINK, link),
        this.statement(
          `update sessions set ended_at = ?2
           where ended_at is null and user_id in (select id from users where email = ${EMAIL_OF_LINK})`,
          link,
          this.clock(),
        ),
        this.statement(`update users set password_hash = ?2 where email = ${EMAIL_OF_LINK} returning *`, link, hash),
        this.statement(
          `delete from one_time_tokens where email = ${EMAIL_OF_LINK} and purpose in ('reset', 'magic')`,
          link,
        ),
      ])
    return runOrVerify(
      async () => (await reset()).at(-2)!.results[0] ?? null,
      async () => this.first('select * from users where email = ?1 and password_hash = ?2', email, hash),
    )
  }

  /**
   * Confirms the address that a link was sent to. Consumes the link and all other verification links of the address.
   * One transaction.
   *
   * @param link the link's hash
   * @param isCreator marks the account as proven too, if its password hash is unchanged
   * @returns false when the link was used meanwhile
   */
  async confirm(link: string, { id, email, password_hash }: UserRow, isCreator: boolean): Promise<boolean> {
    const confirm = async () =>
      this.db.batch([
        this.statement(
          `update users set is_proven = 1, signed_up_by = null
           where id = ?2 and ?4 and password_hash is ?3 and email = ${EMAIL_OF_LINK}`,
          link,
          id,
          password_hash,
          isCreator ? 1 : 0,
        ),
        this.statement(`update users set email_verified = 1 where email = ${EMAIL_OF_LINK} returning id`, link),
        this.statement(`delete from one_time_tokens where email = ${EMAIL_OF_LINK} and purpose = 'verify'`, link),
      ])
    const isUsed = async () =>
      (await this.first('select hash from one_time_tokens where hash = ?1', link)) === null &&
      (await this.first('select * from users where email = ?1 and email_verified = 1', email)) !== null
    return runOrVerify(
      async () => (await confirm())[1]!.results.length > 0,
      async () => (await isUsed()) || null,
    )
  }

  /**
   * Returns the account of a verified address. Creates it if there is none.
   *
   * @returns null when the account was removed concurrently
   */
  async findOrCreateVerified(profile: Profile & { readonly email: string }): Promise<UserRow | null> {
    const user = { ...profile, isProven: true, passwordHash: null }
    // Another request may sign up with the address between the first two steps.
    return (await this.claim(profile.email)) ?? (await this.create(user)) ?? this.claim(profile.email)
  }

  async addIdentity({ provider, subject }: Identity, userId: string): Promise<void> {
    await this.db
      .prepare('insert into identities (provider, subject, user_id) values (?1, ?2, ?3) on conflict do nothing')
      .bind(provider, subject, userId)
      .run()
  }

  private statement(sql: string, ...values: unknown[]) {
    return this.db.prepare(sql).bind(...values)
  }

  private first(sql: string, ...values: unknown[]) {
    return this.statement(sql, ...values).first<UserRow>()
  }

  private hasHash(id: string, hash: string) {
    return this.first('select id from users where id = ?1 and password_hash = ?2', id, hash)
  }

  /**
   * Returns statements that hand an unproven account to the user who has just verified its address, as a defense
   * against account pre-hijacking. They remove the password, identities, sessions, name and picture, which may be a
   * stranger's. The stranger's cards stay with the browser that made them.
   */
  private handOver(email: EmailSql, value: string) {
    return [
      this.statement(`delete from identities where user_id in (${selectUnproven(email)})`, value),
      this.statement(`delete from sessions where user_id in (${selectUnproven(email)})`, value),
      ...this.holdings.release(selectUnproven(email), value),
      this.statement(
        `update users set password_hash = null, display_name = null, photo_url = null, email_verified = 1, is_proven = 1,
         signed_up_by = null where email = ${email} and is_proven = 0`,
        value,
      ),
    ]
  }

  /** Removes the data of an unproven account. It may be a stranger's, and the new owner must not read it. */
  private async forgetUnproven(email: string): Promise<void> {
    const row = await this.first('select * from users where email = ?1 and is_proven = 0', email)
    if (row !== null) await this.forget(row.id)
  }

  /** Hands over the account of a verified address. @returns the account, or null if the address has none */
  private async claim(email: string): Promise<UserRow | null> {
    await this.forgetUnproven(email)
    return getLastRow(
      await this.db.batch<UserRow>([
        ...this.handOver(EMAIL, email),
        this.statement('select * from users where email = ?1', email),
      ]),
    )
  }
}

const getLastRow = (results: readonly D1Result<UserRow>[]): UserRow | null => results.at(-1)!.results[0] ?? null
