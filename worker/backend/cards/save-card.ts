import { AppError } from '#shared/client/errors.ts'
import { CONSENT_VERSION, REFUSAL } from '#shared/domain/messages.ts'
import type { Clock } from '#worker/env.ts'
import { toRequestName } from '#worker/http/idempotency-key.ts'
import type { Caller } from '../caller.ts'
import type { RuledWrite } from '../db/write-handlers.ts'
import { selectList } from '../db/compile.ts'
import { bound, joined, quoted, sql } from '../db/fragment.ts'
import type { Row } from '../db/request.ts'
import { callerValues } from '../db/rule.ts'
import { run } from '../db/statements.ts'
import type { CardEvents } from './card-events.ts'
import { isArt, notYours, saveArt, type SaveArtDeps } from './save-art.ts'

/** True if a name, or what stands for a number, may be shown to everybody. */
export type AllowsName = (name: string) => Promise<boolean>

export type SaveCardDeps = {
  readonly db: D1Database
  readonly clock: Clock
  /** Asked before a name is shown to everybody. */
  readonly allowsName: AllowsName
  /** True if a card in whose photo no face was found waits for a moderator; without one it cannot enter the Hall. */
  readonly reviewsFaceless: boolean
  readonly events: Pick<CardEvents, 'published'>
  /** Saves a card by the address of its art. */
  readonly art: Pick<SaveArtDeps, 'projectId' | 'files' | 'drawCardFile' | 'fingerprint' | 'budget'>
}

/** `isFirst`: whether it has entered the Hall by this very request, and for the first time. */
type Saved = { readonly row: Row; readonly isFirst: boolean }

/** No face was found in its photo, and no moderator has seen the card. */
const FACELESS = `(face_found = 0 and review is not 'seen')`

/** Not public before a moderator has seen it. */
const WAITS = `($reviews and ${FACELESS})`

/** Shows a photo in which nobody was found, and no moderator is there to look at it. */
const NEEDS_FACE = `(not $reviews and ${FACELESS} and source is 'computed')`

/** The facts of a picture. A card takes them from the ledger, not from the request. */
const PICTURED = ['player_name', 'jersey_number', 'team_colors', 'stats']

/** Values that the picture shows; the sent ones when its ledger entry is older than these columns. */
const pictured = (
  columns: readonly string[],
) => `(select ${columns.map((name) => `coalesce(${name}, $${name})`).join(', ')}
  from generations where image_url = $image_url)`

/** The card of the picture that was sent, where the same request has saved it. The hash holds whose request it is. */
const REPEATED = 'id = (select card_id from generations where image_url = $image_url) and saved_by = $request'

/**
 * The act `save`: publishes the draft that its maker names by its picture, or makes a card of art.
 *
 * @example
 * const handlers = { save: (write) => saveCard({ db, clock, allowsName, reviewsFaceless, events, art }, write) }
 */
export async function saveCard(deps: SaveCardDeps, write: RuledWrite): Promise<Row> {
  const { row, isFirst } = await publishCard(deps, write)
  if (isFirst) deps.events.published(String(row['id']))
  return row
}

/**
 * The stored form of a save's idempotency key. People behind one address share it: there, only the same save is a
 * repeat.
 */
async function nameOfRequest({ visitor }: Caller, key: string | null, values: RuledWrite['values']) {
  if (key === null) return null
  return toRequestName('save', visitor.id, visitor.kind === 'visitor' ? key : `${key} ${JSON.stringify(values)}`)
}

/**
 * Puts a card the caller has generated into the Hall, by one conditional statement: of any number of parallel saves
 * of one generation exactly one succeeds. The same save, sent again with the same idempotency key, is answered as the
 * first time and changes nothing.
 *
 * A card that its maker takes out and saves again keeps the time of its first publication, and is not announced again.
 *
 * @returns the row as it is now; a card that waits for a moderator is unlisted
 * @throws AppError `42501` when the image is not one this caller has generated, `23505` when its card is in the Hall,
 * `PICTURE_REFUSED` when a moderator has removed a card with its picture, `FACE_REQUIRED` when it shows a photo without
 * a face and no moderator looks at such cards,
 * `NICKNAME_REFUSED` when its name or number is not to be read there
 */
async function publishCard(
  { db, clock, allowsName, reviewsFaceless, art }: SaveCardDeps,
  { rule, values, caller, ...write }: RuledWrite,
): Promise<Saved> {
  const now = clock()
  const view = await write.view()
  const request = await nameOfRequest(caller, write.idempotencyKey, values)
  if (isArt(values['image_url'])) {
    const isReadable = (...words: readonly unknown[]) => areReadable(words, allowsName)
    return saveArt({ ...art, db, clock, isReadable }, { values, caller, request, view: write.view })
  }
  const named = {
    ...callerValues(caller),
    ...values,
    now,
    request,
    reviews: reviewsFaceless ? 1 : 0,
    saved_at: new Date(now).toISOString(),
    consent: caller.viaEdge ? CONSENT_VERSION : 'api',
  }
  const look = bound(
    `select visibility, exists (select 1 from refused_pictures where hash in (art_hash, photo_hash)) as is_refused,
       ${NEEDS_FACE} as needs_face,
       ${pictured(['player_name'])} as name, ${pictured(['jersey_number'])} as number
     from fantasy_football_cards where ${rule.rows}`,
    named,
  )
  const saved = joined(
    [sql('select '), selectList(view.columns, view), bound(` from fantasy_football_cards where ${REPEATED}`, named)],
    '',
  )
  /** The card that this very request saved before. */
  const repeated = async () => (request === null ? undefined : (await run(db, [saved]))[0]?.[0])
  const [looked, before] = await run(db, request === null ? [look] : [look, saved])
  const earlier = before?.[0]
  if (earlier !== undefined) return { row: earlier, isFirst: false }
  const found = looked?.[0]
  if (found === undefined) throw notYours()
  if (found['visibility'] !== 'public' && found['is_refused'] === 1)
    throw new AppError('PICTURE_REFUSED', REFUSAL.picture)
  if (found['visibility'] !== 'public' && found['needs_face'] === 1) throw new AppError('FACE_REQUIRED')
  if (found['visibility'] !== 'public' && !(await areReadable([found['name'], found['number']], allowsName)))
    throw new AppError('NICKNAME_REFUSED', REFUSAL.nickname)

  const others = Object.keys(values).filter((column) => !PICTURED.includes(column))
  const settings = others.map((column) => `${quoted(column)} = $${column}`)
  const publish = joined(
    [
      bound(
        `update fantasy_football_cards set visibility = iif(${WAITS}, 'unlisted', 'public'),
           created_at = iif(published_at is null, $saved_at, created_at),
           saved_by = $request, consent = $consent, consent_at = $saved_at, review = iif(${WAITS}, 'waiting', nullif(review, 'waiting')), review_at = iif(${WAITS}, $now, review_at), ${settings.join(', ')},
           (${PICTURED.join(', ')}) = ${pictured(PICTURED)}
         where visibility <> 'public' and not ${NEEDS_FACE} and (${rule.rows}) returning `,
        named,
      ),
      selectList(view.columns, view),
      // A trigger sets the time of the first publication, after this row is returned.
      sql(`, visibility = 'public' and published_at is null as is_first`),
    ],
    '',
  )
  const row = (await run(db, [publish]))[0]?.[0]
  if (row === undefined) {
    const parallel = await repeated()
    if (parallel !== undefined) return { row: parallel, isFirst: false }
    throw new AppError('23505', 'this card is already in the Hall')
  }
  const { is_first: isFirst, ...card } = row
  return { row: card, isFirst: isFirst === 1 }
}

async function areReadable(words: readonly unknown[], allowsName: AllowsName): Promise<boolean> {
  const judged = await Promise.all(words.map((text) => allowsName(String(text))))
  return !judged.includes(false)
}
