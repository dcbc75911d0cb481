import { createAccountCards } from '../../worker/backend/cards/account-cards.ts'
import { createForgetPerson } from '../../worker/backend/forget-person.ts'
import { erasureOf, removeAccount } from '../../worker/backend/auth/remove-account.ts'
import { CARD_TABLES } from '../../worker/backend/cards/tables.ts'
import { createSchemaCache } from '../../worker/backend/db/schema.ts'
import { rowsOf } from './tables.mjs'

/** The tables that say what was erased: cards by their ids, accounts by hashes of theirs. */
export const LEDGERS = ['removed_cards', 'erasures']

const PAGE = 500

/**
 * Erases again what was erased after a backup was made: accounts with everything of theirs, and cards. What is removed
 * of files beside these is taken by the next sweep.
 *
 * @param {D1Database} db restored and migrated
 * @param {R2Bucket} files
 * @param {{ folder: string, columns: Record<string, string[]> }} ledger a backup whose tables {@link LEDGERS} are newer
 * @returns {Promise<{ accounts: number, cards: number }>}
 */
export async function eraseAgain(db, files, { folder, columns }) {
  const removed = await entriesOf(folder, columns, 'removed_cards')
  const accounts = await eraseAccounts(
    db,
    files,
    new Set((await entriesOf(folder, columns, 'erasures')).map(({ hash }) => hash)),
  )
  let cards = 0
  for (const { id, removed_at: at, art_path: art } of removed) {
    const [, gone] = await db.batch([
      // Not swept yet: the pictures are here again.
      db
        .prepare(
          'insert into removed_cards (id, removed_at, art_path) values (?1, ?2, ?3) on conflict (id) do update set swept = 0',
        )
        .bind(id, at, art ?? null),
      db.prepare('delete from fantasy_football_cards where id = ?1').bind(id),
      db.prepare('delete from generations where card_id = ?1').bind(id),
    ])
    await removeBelow(files, `cards/${id}/`)
    if (art) await files.delete(art)
    cards += gone.meta.changes > 0 ? 1 : 0
  }
  return { accounts, cards }
}

async function entriesOf(folder, columns, table) {
  const names = columns[table] ?? []
  const entries = []
  for await (const row of rowsOf(folder, table))
    entries.push(Object.fromEntries(names.map((name, i) => [name, row[i]])))
  return entries
}

async function eraseAccounts(db, files, hashes) {
  if (hashes.size === 0) return 0
  const clock = Date.now
  const removeFiles = (paths) => (paths.length === 0 ? Promise.resolve() : files.delete([...paths]))
  const forget = createForgetPerson({
    db,
    schema: createSchemaCache(db, clock, CARD_TABLES),
    removeFiles: (userId) => removeBelow(files, `users/${userId}/`),
  })
  const holdings = createAccountCards({ db, clock })
  let erased = 0
  let after = ''
  for (;;) {
    const { results } = await db
      .prepare('select * from users where id > ?1 order by id limit ?2')
      .bind(after, PAGE)
      .all()
    for (const user of results) {
      after = user.id
      if (!hashes.has(await erasureOf(user.id))) continue
      await forget(user.id)
      await removeAccount(user, { db, clock, holdings, removeFiles })
      erased += 1
    }
    if (results.length < PAGE) return erased
  }
}

async function removeBelow(files, prefix) {
  for (;;) {
    const { objects, truncated } = await files.list({ prefix, limit: 500 })
    if (objects.length > 0) await files.delete(objects.map(({ key }) => key))
    if (!truncated) return
  }
}
