import type { Clock } from '#worker/env.ts'
import { newId } from '#worker/http/signature.ts'
import type { UserRow } from './user.ts'

export type Profile = { readonly displayName?: string | null; readonly photoURL?: string | null }

export type NewUser = Profile & {
  readonly email: string
  readonly isVerified: boolean
  readonly passwordHash: string | null
}

export type Identity = { readonly provider: string; readonly subject: string }

const UNPROVED = '(select id from users where email = ?1 and email_verified = 0)'
/** Whether the change before it in the same transaction has happened: a hash has a salt of its own. */
const HAS_HASH = 'exists (select 1 from users where id = ?1 and password_hash = ?2)'

export type Users = ReturnType<typeof createUsers>

/** Accounts and who they are elsewhere. */
export function createUsers({ db, clock }: { db: D1Database; clock: Clock }) {
  const statement = (sql: string, ...values: unknown[]) => db.prepare(sql).bind(...values)
  const first = (sql: string, ...values: unknown[]) => statement(sql, ...values).first<UserRow>()
  const theOne = (answers: readonly D1Result<UserRow>[]): UserRow | null => answers.at(-1)!.results[0] ?? null

  /** Of any number of sign-ups with one address at the same time, one gets it. @returns null when it is taken */
  const create = ({ email, isVerified, passwordHash, displayName, photoURL }: NewUser) =>
    first(
      `insert into users (id, email, email_verified, password_hash, display_name, photo_url, created_at)
       values (?1, ?2, ?3, ?4, ?5, ?6, ?7) on conflict (email) do nothing returning *`,
      newId(),
      email,
      isVerified ? 1 : 0,
      passwordHash,
      displayName ?? null,
      photoURL ?? null,
      new Date(clock()).toISOString(),
    )

  /**
   * Hands an account to whoever has just proved that its address is theirs. Before that proof anybody could have made
   * it: then its password, its identities, its sessions, its name and its picture are a stranger's, and go; his cards
   * stay with the browser that made them.
   */
  const handOver = (email: string) => [
    statement(`delete from identities where user_id in ${UNPROVED}`, email),
    statement(`delete from sessions where user_id in ${UNPROVED}`, email),
    statement(`update fantasy_football_cards set user_id = 'anonymous' where user_id in ${UNPROVED}`, email),
    statement(
      `update users set password_hash = null, display_name = null, photo_url = null, email_verified = 1
       where email = ?1 and email_verified = 0`,
      email,
    ),
  ]

  /** @returns the account, or null when the address has none */
  const claim = async (email: string): Promise<UserRow | null> =>
    theOne(await db.batch<UserRow>([...handOver(email), statement('select * from users where email = ?1', email)]))

  return {
    create,
    claim,

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
     * Sets a password whatever the old one is, for whoever reads the mail of its address; every session ends, and every
     * other link is good no more. One transaction.
     *
     * @returns null when the account is gone
     */
    resetPassword: async (email: string, hash: string): Promise<UserRow | null> =>
      theOne(
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
      ),

    /** Confirms an address for whoever has shown that the account is his, while it is as it was read. */
    confirm: ({ id, password_hash }: UserRow) =>
      first('update users set email_verified = 1 where id = ?1 and password_hash is ?2 returning *', id, password_hash),

    /**
     * The account of somebody who has proved that an address is his: the one there is, or a new one.
     *
     * @returns null when it was removed in the same moment
     */
    async ofProved(proved: Profile & { readonly email: string }): Promise<UserRow | null> {
      const made = { ...proved, isVerified: true, passwordHash: null }
      // Somebody may sign up between the first two.
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
