import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import type { SweepDeps, SweepPart } from '../sweep.ts'
import { removeBelow, type SweptFiles } from '../sweep-files.ts'

const DRAFT_KEPT_MS = 30 * DAY_MS
/** Longer than anything that was under way when a card was removed. */
const REMOVED_SETTLED_MS = 2 * MINUTE_MS
const ART = 'ai/'
/** A sweep looks at one of sixteen shares of all art: its ids are random, so their first digit divides them evenly. */
const SHARES = 16
const SHARE_MS = 5 * MINUTE_MS
/** Rows per statement, so that no sweep holds the database for long. */
const BATCH = 200

/** Drafts that were not saved or shared in 30 days, with every picture made for them and their entries in the ledger. */
async function sweepDrafts({ db, clock, storage }: SweepDeps): Promise<number> {
  const before = new Date(clock() - DRAFT_KEPT_MS).toISOString()
  const oldest = `from fantasy_football_cards where visibility = 'draft' and hidden_from is null and drafted_at < ?1 order by drafted_at, id limit ${BATCH}`
  // One transaction: a draft is saved before it, and stays with all its files, or not at all.
  const claim = db.prepare(
    `update generations set visitor = '' where generation_id in (select generation_id ${oldest})`,
  )
  const take = db.prepare(`delete from fantasy_football_cards where id in (select id ${oldest}) returning art_path`)
  let swept = 0
  for (;;) {
    const [, taken] = await db.batch([claim.bind(before), take.bind(before)])
    const drafts = taken!.results as { art_path: string | null }[]
    await storage.remove(drafts.flatMap((draft) => draft.art_path ?? []))
    swept += drafts.length
    if (drafts.length < BATCH) break
  }
  await sweepPictures(db, storage)
  return swept
}

/** Files before entries, so that a sweep cut short is taken up by the next. Art without a card is swept by itself. */
async function sweepPictures(db: D1Database, storage: Pick<SweptFiles, 'list' | 'remove'>): Promise<void> {
  const find = db.prepare(
    `select id, image_path, card_id from generations where visitor = '' and not exists (
       select 1 from fantasy_football_cards where generation_id = generations.generation_id) limit ${BATCH}`,
  )
  const forget = db.prepare(`delete from generations where visitor = '' and id in (select value from json_each(?1))`)
  for (;;) {
    const { results } = await find.all<{ id: string; image_path: string; card_id: string }>()
    if (results.length === 0) return
    await storage.remove(results.map((entry) => entry.image_path))
    // Copies and backs lie beside the front.
    for (const id of new Set(results.map((entry) => entry.card_id))) await removeBelow(storage, `cards/${id}/`)
    await forget.bind(JSON.stringify(results.map((entry) => entry.id))).run()
  }
}

/**
 * What may have been made of a removed card while it was being removed: a picture, an entry of the ledger. The id itself
 * stays: it answers that it is gone.
 */
async function sweepRemoved({ db, clock, storage }: SweepDeps): Promise<number> {
  const before = clock() - REMOVED_SETTLED_MS
  const { results } = await db
    .prepare(
      `select id, art_path from removed_cards where swept = 0 and removed_at <= ?1 order by removed_at limit ${BATCH}`,
    )
    .bind(before)
    .all<{ id: string; art_path: string | null }>()
  for (const { id, art_path } of results) {
    if (art_path !== null) await storage.remove([art_path])
    await removeBelow(storage, `cards/${id}/`)
    await db.batch([
      db.prepare('delete from generations where card_id = ?1').bind(id),
      db.prepare('update removed_cards set swept = 1 where id = ?1').bind(id),
    ])
  }
  return results.length
}

/** Art older than a day that no card names: its generation failed, was cancelled or never came from our edge. */
async function sweepArt({ db, storage, clock }: SweepDeps): Promise<number> {
  const share = (Math.floor(clock() / SHARE_MS) % SHARES).toString(16)
  const named = db.prepare(
    'select art_path from fantasy_football_cards where art_path in (select value from json_each(?1))',
  )
  let swept = 0
  for await (const page of storage.list(ART + share)) {
    const old = page.filter((file) => file.uploaded.getTime() <= clock() - DAY_MS).map(({ key }) => key)
    if (old.length === 0) continue
    const { results } = await named.bind(JSON.stringify(old)).all<{ art_path: string }>()
    const kept = new Set(results.map((row) => row.art_path))
    const orphans = old.filter((key) => !kept.has(key))
    await storage.remove(orphans)
    swept += orphans.length
  }
  return swept
}

/** The longest window in which votes of a network are counted is a day. */
const NETWORKS_KEPT_MS = 2 * DAY_MS

/** Votes stay; where they came from is known only for as long as it limits anything. */
async function forgetNetworks({ db, clock }: SweepDeps): Promise<number> {
  const { meta } = await db
    .prepare(`update votes indexed by votes_of_network set network = null where network is not null and at <= ?1`)
    .bind(clock() - NETWORKS_KEPT_MS)
    .run()
  return meta.changes
}

/** What of cards has had its time. */
export const CARD_SWEEPS = {
  drafts: sweepDrafts,
  removed: sweepRemoved,
  art: sweepArt,
  networks: forgetNetworks,
} as const satisfies Record<string, SweepPart>
