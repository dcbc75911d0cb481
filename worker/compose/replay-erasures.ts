import type { Clock } from '#worker/env.ts'
import { hashErasure, removeAccount } from '#worker/backend/auth/remove-account.ts'
import { joinHoldings, type UserRow } from '#worker/backend/auth/user.ts'
import { AccountCards } from '#worker/backend/cards/account-cards.ts'
import { CARD_TABLES } from '#worker/backend/cards/tables.ts'
import { SchemaCache } from '#worker/backend/db/schema.ts'
import { forgetPerson } from '#worker/backend/forget-person.ts'
import { createAccountLeagues } from '#worker/backend/leagues/account-leagues.ts'
import { LEAGUE_TABLES } from '#worker/backend/leagues/tables.ts'

/** A database with its file bucket. */
export type Place = { readonly db: D1Database; readonly files: R2Bucket; readonly clock: Clock }

/** Everything that was erased: accounts by hashed id, cards by id, leagues by hashed code. */
export type Erasures = {
  readonly accounts: readonly string[]
  readonly cards: readonly { readonly id: string; readonly removed_at: number; readonly art_path: string | null }[]
  /** Missing in backups from before leagues existed. */
  readonly leagues?: readonly { readonly id: string; readonly removed_at: number }[]
}

type RemovedLeague = NonNullable<Erasures['leagues']>[number]

const PAGE = 500

/** Returns everything erased so far. After a restore to an earlier time, {@link replayErasures} erases it again. */
export async function readErasures({ db }: Pick<Place, 'db'>): Promise<Erasures> {
  const accounts = await db.prepare('select hash from erasures').all<{ hash: string }>()
  const cards = await db.prepare('select id, removed_at, art_path from removed_cards').all<Erasures['cards'][number]>()
  const leagues = await db.prepare('select id, removed_at from removed_leagues').all<RemovedLeague>()
  return { accounts: accounts.results.map(({ hash }) => hash), cards: cards.results, leagues: leagues.results }
}

/**
 * Erases accounts, cards and leagues again, with all their data. The next sweep removes other leftover files.
 *
 * @param place the restored and migrated database
 * @returns the number of accounts, cards and leagues that the restore had brought back
 */
export async function replayErasures(
  place: Place,
  erasures: Erasures,
): Promise<{ accounts: number; cards: number; leagues: number }> {
  const accounts = await eraseAccounts(place, new Set(erasures.accounts))
  let cards = 0
  for (const card of erasures.cards) if (await eraseCard(place, card)) cards += 1
  let leagues = 0
  for (const league of erasures.leagues ?? []) if (await eraseLeague(place, league)) leagues += 1
  return { accounts, cards, leagues }
}

async function eraseLeague({ db }: Place, { id, removed_at: at }: RemovedLeague): Promise<boolean> {
  const [, , gone] = await db.batch<{ id: string }>([
    db.prepare('insert into removed_leagues (id, removed_at) values (?1, ?2) on conflict (id) do nothing').bind(id, at),
    db.prepare('update leagues set closed_at = ?2 where id = ?1').bind(id, at),
    db.prepare('delete from leagues where id = ?1 returning id').bind(id),
  ])
  return gone!.results.length > 0
}

async function eraseCard({ db, files }: Place, { id, removed_at: at, art_path: art }: Erasures['cards'][number]) {
  const [, gone] = await db.batch([
    // The pictures are back too, so the sweep must run again for this card.
    db
      .prepare(
        'insert into removed_cards (id, removed_at, art_path) values (?1, ?2, ?3) on conflict (id) do update set swept = 0',
      )
      .bind(id, at, art),
    db.prepare('delete from fantasy_football_cards where id = ?1').bind(id),
    db.prepare('delete from generations where card_id = ?1').bind(id),
  ])
  await removeBelow(files, `cards/${id}/`)
  if (art !== null) await files.delete(art)
  return gone!.meta.changes > 0
}

async function eraseAccounts({ db, files, clock }: Place, hashes: ReadonlySet<string>): Promise<number> {
  const removeFiles = async (paths: readonly string[]) => void (paths.length > 0 && (await files.delete([...paths])))
  const context = {
    db,
    schema: new SchemaCache(db, clock, { ...CARD_TABLES, ...LEAGUE_TABLES }),
    removeFiles: (userId: string) => removeBelow(files, `users/${userId}/`),
  }
  const holdings = joinHoldings([new AccountCards({ db, clock }), createAccountLeagues({ db, clock })])
  let erased = 0
  let after = ''
  for (;;) {
    const { results } = await db
      .prepare('select * from users where id > ?1 order by id limit ?2')
      .bind(after, PAGE)
      .all<UserRow>()
    for (const user of results) {
      after = user.id
      if (!hashes.has(await hashErasure(user.id))) continue
      await forgetPerson(context, user.id)
      await removeAccount(user, { db, clock, holdings, removeFiles })
      erased += 1
    }
    if (results.length < PAGE) return erased
  }
}

async function removeBelow(files: R2Bucket, prefix: string): Promise<void> {
  for (;;) {
    const { objects, truncated } = await files.list({ prefix, limit: PAGE })
    if (objects.length > 0) await files.delete(objects.map(({ key }) => key))
    if (!truncated) return
  }
}
