import type { Clock } from '#worker/env.ts'
import { settled } from '#worker/http/settled.ts'
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
const unprovenOf = (whose: Whose) => `select id from users where email = ${whose} and is_proven = 0`
/** True if the change before it in the same transaction has happened: a hash has a salt of its own. */
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
  const hasHash = (id: string, hash: string) =>
    first('select id from users where id = ?1 and password_hash = ?2', id, hash)
  const theOne = (answers: readonly D1Result<UserRow>[]): UserRow | null => answers.at(-1)!.results[0] ?? null

  /** Claims an address for a sign-up. Of any number at the same time one gets it. @returns null when it is taken */
  function create({ email, isProven, passwordHash, signedUpBy, displayName, photoURL }: NewUser) {
    const id = newId()
    const insert = () =>
      first(
        `insert into users
           (id, email, email_verified, is_proven, password_hash, display_name, photo_url, created_at, signed_up_by)
         values (?1, ?2, ?3, ?3, ?4, ?5, ?6, ?7, ?8) on conflict (email) do nothing returning *`,
        id,
        email,
        isProven ? 1 : 0,
        passwordHash,
        displayName ?? null,
        photoURL ?? null,
        new Date(clock()).toISOString(),
        signedUpBy ?? null,
      )
    return settled(insert, () => first('select * from users where id = ?1', id))
  }

  /**
   * Hands an unproven account to the user that has just verified its address (defence against account pre-hijacking).
   * Its password, identities, sessions, name and picture may be a stranger's, and are removed; the stranger's cards
   * stay with the browser that made them.
   */
  const handOver = (whose: Whose, value: string) => [
    statement(`delete from identities where user_id in (${unprovenOf(whose)})`, value),
    statement(`delete from sessions where user_id in (${unprovenOf(whose)})`, value),
    holdings.release(unprovenOf(whose), value),
    statement(
      `update users set password_hash = null, display_name = null, photo_url = null, email_verified = 1, is_proven = 1,
         signed_up_by = null where email = ${whose} and is_proven = 0`,
      value,
    ),
  ]

  /** An account that is handed over may own a stranger's data, which its next owner must not read. */
  async function forgetUnproven(email: string): Promise<void> {
    const row = await first('select * from users where email = ?1 and is_proven = 0', email)
    if (row !== null) await forget(row.id)
  }

  /** @returns the account, or null when the address has none */
  async function claim(email: string): Promise<UserRow | null> {
    await forgetUnproven(email)
    return theOne(
      await db.batch<UserRow>([...handOver(ADDRESS, email), statement('select * from users where email = ?1', email)]),
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
      const change = async () => {
        const [changed] = await db.batch(statements)
        return changed!.meta.changes > 0
      }
      const statements = [
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
      ]
      return settled(change, async () => (await hasHash(id, hash)) !== null || null)
    },

    /**
     * Resets a password, for the user that has verified the address by mail; every session ends, and this link and
     * every other one is good no more. One transaction: a link is used up by what it is for, and by nothing less.
     *
     * @param link its hash
     * @returns null when the link was used meanwhile, or the account is gone
     */
    async resetPassword(link: string, email: string, hash: string): Promise<UserRow | null> {
      await forgetUnproven(email)
      const reset = async () =>
        db.batch<UserRow>([
          ...handOver(OF_LINK, link),
          statement(
            `update sessions set ended_at = ?2
             where ended_at is null and user_id in (select id from users where email = ${OF_LINK})`,
            link,
            clock(),
          ),
          statement(`update users set password_hash = ?2 where email = ${OF_LINK} returning *`, link, hash),
          statement(`delete from one_time_tokens where email = ${OF_LINK} and purpose in ('reset', 'magic')`, link),
        ])
      return settled(
        async () => (await reset()).at(-2)!.results[0] ?? null,
        async () => first('select * from users where email = ?1 and password_hash = ?2', email, hash),
      )
    },

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
        db.batch([
          statement(
            `update users set is_proven = 1, signed_up_by = null
             where id = ?2 and ?4 and password_hash is ?3 and email = ${OF_LINK}`,
            link,
            id,
            password_hash,
            isMaker ? 1 : 0,
          ),
          statement(`update users set email_verified = 1 where email = ${OF_LINK} returning id`, link),
          statement(`delete from one_time_tokens where email = ${OF_LINK} and purpose = 'verify'`, link),
        ])
      const isUsed = async () =>
        (await first('select hash from one_time_tokens where hash = ?1', link)) === null &&
        (await first('select * from users where email = ?1 and email_verified = 1', email)) !== null
      return settled(
        async () => (await confirm())[1]!.results.length > 0,
        async () => (await isUsed()) || null,
      )
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
