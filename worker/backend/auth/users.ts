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

export type Users = ReturnType<typeof createUsers>

/** Accounts and who they are elsewhere. */
export function createUsers({ db, clock }: { db: D1Database; clock: Clock }) {
  const first = (sql: string, ...values: unknown[]) =>
    db
      .prepare(sql)
      .bind(...values)
      .first<UserRow>()

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
   * it: then its password, its identities and its sessions are a stranger's, and go.
   *
   * @returns the account, or null when the address has none
   */
  async function claim(email: string): Promise<UserRow | null> {
    const unproved = '(select id from users where email = ?1 and email_verified = 0)'
    const [, , , claimed] = await db.batch<UserRow>([
      db.prepare(`delete from identities where user_id in ${unproved}`).bind(email),
      db.prepare(`delete from sessions where user_id in ${unproved}`).bind(email),
      db
        .prepare('update users set password_hash = null, email_verified = 1 where email = ?1 and email_verified = 0')
        .bind(email),
      db.prepare('select * from users where email = ?1').bind(email),
    ])
    return claimed!.results[0] ?? null
  }

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

    /** Replaces a hash only while it is the one that was checked. */
    async setPassword(id: string, hash: string, old: string | null): Promise<boolean> {
      const { meta } = await db
        .prepare('update users set password_hash = ?2 where id = ?1 and password_hash is ?3')
        .bind(id, hash, old)
        .run()
      return meta.changes > 0
    },

    verify: (email: string) => first('update users set email_verified = 1 where email = ?1 returning *', email),

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
