import type { Clock } from '#worker/env.ts'
import { runOrVerify } from '#worker/http/run-or-verify.ts'
import { newId } from '#worker/http/signature.ts'
import type { AccountHoldings, ForgetPerson, UserRow } from './user.ts'

export type Profile = { readonly displayName?: string | null; readonly photoURL?: string | null }

export type NewUser = Profile & {
  readonly email: string
  /** True if its maker reads the mail of its address. */
  readonly isProven: boolean
  readonly passwordHash: string | null
  /** The visitor cookie of the browser that signs up, or null. */
  readonly signedUpBy?: string | null
}

export type Identity = { readonly provider: string; readonly subject: string }

/** An address, and the one that a link was mailed to while that is good: both from what is bound first. */
type Whose = typeof ADDRESS | typeof OF_LINK
const ADDRESS = '?1'
const OF_LINK = '(select email from one_time_tokens where hash = ?1)'
const selectUnproven = (whose: Whose) => `select id from users where email = ${whose} and is_proven = 0`
/** True if the change before it in the same transaction has happened: a hash has a salt of its own. */
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

  /** Claims an address for a sign-up. Of any number at the same time one gets it. @returns null when it is taken */
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

  /** Changes what is given; null empties it. @returns null when there is no such account any more */
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

  /** The same password, hashed anew, while it is the one that was checked. */
  async renewHash(id: string, hash: string, checked: string | null): Promise<void> {
    await this.statement(
      'update users set password_hash = ?2 where id = ?1 and password_hash is ?3',
      id,
      hash,
      checked,
    ).run()
  }

  /**
   * Sets another password while the old one is the one that was checked; every session but one ends, and links to set
   * another that were mailed before are good no more; the address's owner can still come in by mail. One transaction.
   *
   * @returns whether it was
   */
  async changePassword({ id, email, password_hash }: UserRow, hash: string, staying: string): Promise<boolean> {
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
        staying,
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
   * Resets a password, for the user that has verified the address by mail; every session ends, and this link and
   * every other one is good no more. One transaction: a link is used up by what it is for, and by nothing less.
   *
   * @param link its hash
   * @returns null when the link was used meanwhile, or the account is gone
   */
  async resetPassword(link: string, email: string, hash: string): Promise<UserRow | null> {
    await this.forgetUnproven(email)
    const reset = async () =>
      this.db.batch<UserRow>([
        ...this.handOver(OF_LINK, link),
        this.statement(
          `update sessions set ended_at = ?2
           where ended_at is null and user_id in (select id from users where email = ${OF_LINK})`,
          link,
          this.clock(),
        ),
        this.statement(`update users set password_hash = ?2 where email = ${OF_LINK} returning *`, link, hash),
        this.statement(`delete from one_time_tokens where email = ${OF_LINK} and purpose in ('reset', 'magic')`, link),
      ])
    return runOrVerify(
      async () => (await reset()).at(-2)!.results[0] ?? null,
      async () => this.first('select * from users where email = ?1 and password_hash = ?2', email, hash),
    )
  }

  /**
   * Confirms the address that a link was mailed to, which uses up the link and every other one like it. One
   * transaction.
   *
   * @param link its hash
   * @param isMaker whether the account is proven too, if the row is unchanged since it was read
   * @returns whether it was: false when the link was used meanwhile
   */
  async confirm(link: string, { id, email, password_hash }: UserRow, isMaker: boolean): Promise<boolean> {
    const confirm = async () =>
      this.db.batch([
        this.statement(
          `update users set is_proven = 1, signed_up_by = null
           where id = ?2 and ?4 and password_hash is ?3 and email = ${OF_LINK}`,
          link,
          id,
          password_hash,
          isMaker ? 1 : 0,
        ),
        this.statement(`update users set email_verified = 1 where email = ${OF_LINK} returning id`, link),
        this.statement(`delete from one_time_tokens where email = ${OF_LINK} and purpose = 'verify'`, link),
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
   * The account of a verified address: the existing one, or a new one.
   *
   * @returns null when it was removed in the same moment
   */
  async ofProved(proved: Profile & { readonly email: string }): Promise<UserRow | null> {
    const made = { ...proved, isProven: true, passwordHash: null }
    // Another request may sign up between the first two.
    return (await this.claim(proved.email)) ?? (await this.create(made)) ?? this.claim(proved.email)
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
   * Hands an unproven account to the user that has just verified its address (defence against account pre-hijacking).
   * Its password, identities, sessions, name and picture may be a stranger's, and are removed; the stranger's cards
   * stay with the browser that made them.
   */
  private handOver(whose: Whose, value: string) {
    return [
      this.statement(`delete from identities where user_id in (${selectUnproven(whose)})`, value),
      this.statement(`delete from sessions where user_id in (${selectUnproven(whose)})`, value),
      ...this.holdings.release(selectUnproven(whose), value),
      this.statement(
        `update users set password_hash = null, display_name = null, photo_url = null, email_verified = 1, is_proven = 1,
         signed_up_by = null where email = ${whose} and is_proven = 0`,
        value,
      ),
    ]
  }

  /** An account that is handed over may own a stranger's data, which its next owner must not read. */
  private async forgetUnproven(email: string): Promise<void> {
    const row = await this.first('select * from users where email = ?1 and is_proven = 0', email)
    if (row !== null) await this.forget(row.id)
  }

  /** @returns the account, or null when the address has none */
  private async claim(email: string): Promise<UserRow | null> {
    await this.forgetUnproven(email)
    return theOne(
      await this.db.batch<UserRow>([
        ...this.handOver(ADDRESS, email),
        this.statement('select * from users where email = ?1', email),
      ]),
    )
  }
}

const theOne = (answers: readonly D1Result<UserRow>[]): UserRow | null => answers.at(-1)!.results[0] ?? null
