import { DRAFT_RETENTION_DAYS } from '#shared/domain/limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { runInSequence, type Piece, type Task } from '#worker/operate/tasks.ts'
import type { SweepDeps, SweepPart } from '../sweep.ts'
import { removeBelow, type SweptFiles } from '../sweep-files.ts'

const DRAFT_RETENTION_MS = DRAFT_RETENTION_DAYS * DAY_MS
/** Longer than any work that was in progress when a card was removed. */
const REMOVED_SETTLED_MS = 2 * MINUTE_MS
const ART = 'ai/'
/** Each sweep covers one of sixteen shares of all art. Ids are random, so their first digit divides them evenly. */
const SHARES = 16
const SHARE_MS = 5 * MINUTE_MS
/** Rows per statement, so that no sweep holds the database for long. */
const BATCH = 200
/** Cards whose files are removed in one piece. Each costs several calls to the file storage. */
const CARDS = 5

const sweepDrafts = (deps: SweepDeps): Task => runInSequence([takeDrafts(deps), sweepPictures(deps)])

/**
 * Removes drafts that were not saved or shared in 30 days, with their art. Releases their pictures for the next task.
 */
const takeDrafts =
  ({ db, clock, storage }: SweepDeps): Task =>
  async (): Promise<Piece> => {
    const before = new Date(clock() - DRAFT_RETENTION_MS).toISOString()
    const oldest = `from fantasy_football_cards where visibility = 'draft' and hidden_from is null and drafted_at < ?1 order by drafted_at, id limit ${BATCH}`
    // One transaction: a concurrent save either comes first and keeps all files, or finds no draft.
    const [, taken] = await db.batch([
      db
        .prepare(`update generations set visitor = '' where generation_id in (select generation_id ${oldest})`)
        .bind(before),
      db
        .prepare(`delete from fantasy_football_cards where id in (select id ${oldest}) returning art_path`)
        .bind(before),
    ])
    const drafts = taken!.results as { art_path: string | null }[]
    await storage.remove(drafts.flatMap((draft) => draft.art_path ?? []))
    return { items: drafts.length, resume: drafts.length < BATCH ? null : 'more' }
  }

/**
 * Removes files before entries, so that the next sweep can continue an interrupted one. Art without a card has its own
 * sweep.
 */
const sweepPictures =
  ({ db, storage }: Pick<SweepDeps, 'db'> & { storage: Pick<SweptFiles, 'list' | 'remove'> }): Task =>
  async (): Promise<Piece> => {
    const { results } = await db
      .prepare(
        `select id, image_path, card_id from generations where visitor = '' and not exists (
           select 1 from fantasy_football_cards where generation_id = generations.generation_id) limit ${CARDS}`,
      )
      .all<{ id: string; image_path: string; card_id: string }>()
    if (results.length === 0) return { items: 0, resume: null }
    await storage.remove(results.map((entry) => entry.image_path))
    // Copies and backs are stored beside the front.
    for (const id of new Set(results.map((entry) => entry.card_id))) await removeBelow(storage, `cards/${id}/`)
    await db
      .prepare(`delete from generations where visitor = '' and id in (select value from json_each(?1))`)
      .bind(JSON.stringify(results.map((entry) => entry.id)))
      .run()
    return { items: 0, resume: 'more' }
  }

/**
 * Removes files and ledger entries that were made for a card during its removal. The id stays, so that it still reports
 * the card as gone.
 */
const sweepRemoved =
  ({ db, clock, storage }: SweepDeps): Task =>
  async (): Promise<Piece> => {
    const { results } = await db
      .prepare(
        `select id, art_path from removed_cards where swept = 0 and removed_at <= ?1 order by removed_at limit ${CARDS}`,
      )
      .bind(clock() - REMOVED_SETTLED_MS)
      .all<{ id: string; art_path: string | null }>()
    for (const { id, art_path } of results) {
      if (art_path !== null) await storage.remove([art_path])
      await removeBelow(storage, `cards/${id}/`)
      await db.batch([
        db.prepare('delete from generations where card_id = ?1').bind(id),
        db.prepare('update removed_cards set swept = 1 where id = ?1').bind(id),
      ])
    }
    return { items: results.length, resume: results.length < CARDS ? null : 'more' }
  }

/**
 * Removes art older than a day that no card uses. Its generation failed, was canceled or did not come from our edge.
 */
const sweepArt =
  ({ db, storage, clock }: SweepDeps): Task =>
  async (resume): Promise<Piece> => {
    // A later run continues the share that an earlier one began.
    const [share, after] =
      resume === null
        ? [(Math.floor(clock() / SHARE_MS) % SHARES).toString(16), null]
        : [resume.slice(ART.length, ART.length + 1), resume]
    const { files, last } = await storage.pageAfter(ART + share, after)
    const old = files.filter((file) => file.uploaded.getTime() <= clock() - DAY_MS).map(({ key }) => key)
    if (old.length === 0) return { items: 0, resume: last }
    const { results } = await db
      .prepare('select art_path from fantasy_football_cards where art_path in (select value from json_each(?1))')
      .bind(JSON.stringify(old))
      .all<{ art_path: string }>()
    const used = new Set(results.map((row) => row.art_path))
    const orphans = old.filter((key) => !used.has(key))
    await storage.remove(orphans)
    return { items: orphans.length, resume: last }
  }

/** Forgets where a picture was requested, because this counts for an hour only. */
const forgetPlaces =
  ({ db, clock }: SweepDeps): Task =>
  async (): Promise<Piece> => {
    const { meta } = await db
      .prepare(
        `update generations set place = null where id in (select id from generations
           where place is not null and created_at <= ?1 order by created_at limit ${BATCH})`,
      )
      .bind(clock() - HOUR_MS)
      .run()
    return { items: meta.changes, resume: meta.changes < BATCH ? null : 'more' }
  }

/** A day is the longest window in which votes of a network are counted. */
const NETWORK_RETENTION_MS = 2 * DAY_MS
const VOTES = 1000

/** Keeps votes, but forgets their networks once no limit depends on them. */
const forgetVotersNetworks =
  ({ db, clock }: SweepDeps): Task =>
  async (): Promise<Piece> => {
    const { meta } = await db
      .prepare(
        `update votes set network = null, site = null where (voter, card) in (
           select voter, card from votes indexed by votes_of_network where network is not null and at <= ?1 limit ${VOTES})`,
      )
      .bind(clock() - NETWORK_RETENTION_MS)
      .run()
    return { items: meta.changes, resume: meta.changes < VOTES ? null : 'more' }
  }

const forgetNetworks = (deps: SweepDeps): Task => runInSequence([forgetVotersNetworks(deps), forgetPlaces(deps)])

/** Removes expired refusals of pictures that no moderator has decided. */
const endRefusals =
  ({ db, clock }: SweepDeps): Task =>
  async (): Promise<Piece> => {
    const { meta } = await db
      .prepare(
        `delete from refused_pictures where hash in (select hash from refused_pictures where lapses_at <= ?1 limit ${BATCH})`,
      )
      .bind(clock())
      .run()
    return { items: meta.changes, resume: meta.changes < BATCH ? null : 'more' }
  }

/** The sweeps of expired card data. */
export const CARD_SWEEPS = {
  drafts: sweepDrafts,
  removed: sweepRemoved,
  art: sweepArt,
  networks: forgetNetworks,
  refusals: endRefusals,
} as const satisfies Record<string, SweepPart>
