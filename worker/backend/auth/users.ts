import type { Clock } from '#worker/env.ts'
import { newId } from '#worker/http/signature.ts'
import type { AccountHoldings, ForgetPerson, UserRow } from './user.ts'

export type Profile = { readonly displayName?: string | null; readonly photoURL?: string | null }

export type NewUser = Profile & {
  readonly email: string
  /** Whether its maker reads the mail of its address. */
  readonly isProven: boolean
  readonly passwordHash: string | null
  /** The visitor cookie of the browser that signs up, or null. */
  readonly signedUpBy?: string | null
}

export type Identity = { readonly provider: string; readonly subject: string }

const UNPROVEN = 'select id from users where email = ?1 and is_proven = 0'
/** Whether the change before it in the same transaction has happened: a hash has a salt of its own. */
const HAS_HASH = 'exists (select 1 from users where id = ?1 and password_hash = ?2)'

export type Users = ReturnType<typeof createUsers>

/** Accounts and their identities at sign-in providers. */
export function createUsers(deps: {
  db: D1Database
  clock: Clock
  forget: ForgetPerson
  holdings: Pick<AccountHoldings, 'release'>
}) {
  const { db, clock, forget, holdings } = deps
  const statement = (sql: string, ...values: unknown[]) => db.prepare(sql).bind(...values)
  const first = (sql: string, ...values: unknown[]) => statement(sql, ...values).first<UserRow>()
  const theOne = (answers: readonly D1Result<UserRow>[]): UserRow | null => answers.at(-1)!.results[0] ?? null

  /** Of any number of sign-ups with one address at the same time, one gets it. @returns null when it is taken */
  const create = ({ email, isProven, passwordHash, signedUpBy, displayName, photoURL }: NewUser) =>
    first(
      `insert into users
         (id, email, email_verified, is_proven, password_hash, display_name, photo_url, created_at, signed_up_by)
       values (?1, ?2, ?3, ?3, ?4, ?5, ?6, ?7, ?8) on conflict (email) do nothing returning *`,
      newId(),
      email,
      isProven ? 1 : 0,
      passwordHash,
      displayName ?? null,
      photoURL ?? null,
      new Date(clock()).toISOString(),
      signedUpBy ?? null,
    )

  /**
   * Hands an unproven account to the user that has just verified its address (defence against account pre-hijacking).
   * Its password, identities, sessions, name and picture may be a stranger's, and are removed; the stranger's cards stay with
   * the browser that made them.
   */
  const handOver = (email: string) => [
    statement(`delete from identities where user_id in (${UNPROVEN})`, email),
    statement(`delete from sessions where user_id in (${UNPROVEN})`, email),
    holdings.release(UNPROVEN, email),
    statement(
      `update users set password_hash = null, display_name = null, photo_url = null, email_verified = 1, is_proven = 1,
         signed_up_by = null where email = ?1 and is_proven = 0`,
      email,
    ),
  ]

  /** What an account that is handed over owns may be a stranger's, and is not for its next owner to read. */
  async function forgetUnproven(email: string): Promise<void> {
    const row = await first('select * from users where email = ?1 and is_proven = 0', email)
    if (row !== null) await forget(row.id)
  }

  /** @returns the account, or null when the address has none */
  async function claim(email: string): Promise<UserRow | null> {
    await forgetUnproven(email)
    return theOne(
      await db.batch<UserRow>([...handOver(email), statement('select * from users where email = ?1', email)]),
    )
  }

  return {
    create,

    byEmail: (email: string) => first('select * from users where email = ?1', email),

    byIdentity: ({ provider, subject }: Identity) =>
      first(
        `select users.* from identities join users on users.id = identities.user_id
         where provider = ?1 and subject = ?2`,
        provider,
        subject,
      ),

    /** Changes what is given; null empties it. @returns null when there is no such account any more */
    change: (id: string, { displayName, photoURL }: Profile) =>
      first(
        `update users set display_name = case when ?2 then ?3 else display_name end,
           photo_url = case when ?4 then ?5 else photo_url end where id = ?1 returning *`,
        id,
        displayName === undefined ? 0 : 1,
        displayName ?? null,
        photoURL === undefined ? 0 : 1,
        photoURL ?? null,
      ),

    /** The same password, hashed anew, while it is the one that was checked. */
    async renewHash(id: string, hash: string, checked: string | null): Promise<void> {
      await statement(
        'update users set password_hash = ?2 where id = ?1 and password_hash is ?3',
        id,
        hash,
        checked,
      ).run()
    },

    /**
     * Sets another password while the old one is the one that was checked; every session but one ends, and links to set
     * another that were mailed before are good no more; the address's owner can still come in by mail. One transaction.
     *
     * @returns whether it was
     */
    async changePassword({ id, email, password_hash }: UserRow, hash: string, staying: string): Promise<boolean> {
      const [changed] = await db.batch([
        statement('update users set password_hash = ?2 where id = ?1 and password_hash is ?3', id, hash, password_hash),
        statement(
          `update sessions set ended_at = ?3 where user_id = ?1 and ended_at is null and id <> ?4 and ${HAS_HASH}`,
          id,
          hash,
          clock(),
          staying,
        ),
        statement(
          `delete from one_time_tokens where email = ?3 and purpose = 'reset' and ${HAS_HASH}`,
          id,
          hash,
          email,
        ),
      ])
      return changed!.meta.changes > 0
    },

    /**
     * Resets a password, for the user that has verified the address by mail; every session ends, and every
     * other link is good no more. One transaction.
     *
     * @returns null when the account is gone
     */
    async resetPassword(email: string, hash: string): Promise<UserRow | null> {
      await forgetUnproven(email)
      return theOne(
        await db.batch<UserRow>([
          ...handOver(email),
          statement(
            `update sessions set ended_at = ?2
             where ended_at is null and user_id in (select id from users where email = ?1)`,
            email,
            clock(),
          ),
          statement(`delete from one_time_tokens where email = ?1 and purpose in ('reset', 'magic')`, email),
          statement('update users set password_hash = ?2 where email = ?1 returning *', email, hash),
        ]),
      )
    },

    /** Confirms an address and proves the account, if the row is unchanged since it was read. @returns null when it is not */
    prove: ({ id, password_hash }: UserRow) =>
      first(
        `update users set email_verified = 1, is_proven = 1, signed_up_by = null
         where id = ?1 and password_hash is ?2 returning *`,
        id,
        password_hash,
      ),

    /** Confirms an address only; the account stays unproven. */
    async confirm(email: string): Promise<void> {
      await statement('update users set email_verified = 1 where email = ?1', email).run()
    },

    /**
     * The account of a verified address: the existing one, or a new one.
     *
     * @returns null when it was removed in the same moment
     */
    async ofProved(proved: Profile & { readonly email: string }): Promise<UserRow | null> {
      const made = { ...proved, isProven: true, passwordHash: null }
      // Another request may sign up between the first two.
      return (await claim(proved.email)) ?? (await create(made)) ?? claim(proved.email)
    },

    async addIdentity({ provider, subject }: Identity, userId: string): Promise<void> {
      await db
        .prepare('insert into identities (provider, subject, user_id) values (?1, ?2, ?3) on conflict do nothing')
        .bind(provider, subject, userId)
        .run()
    },
  }
}
