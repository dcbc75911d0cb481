import { AppError } from '#shared/client/errors.ts'
import { CONSENT_VERSION } from '#shared/domain/card-words.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import type { Clock } from '#worker/env.ts'
import { toRequestName } from '#worker/http/idempotency-key.ts'
import type { Caller } from '../caller.ts'
import type { RuledWrite } from '../db/write-handlers.ts'
import { selectList } from '../db/compile.ts'
import { bindNames, joinFragments, quoteIdentifier, sql } from '../db/fragment.ts'
import type { Row } from '../db/request.ts'
import { callerValues } from '../db/rule.ts'
import { run } from '../db/statements.ts'
import type { CardEvents } from './card-events.ts'
import { isArt, notOwnedError, saveArt, type SaveArtDeps } from './save-art.ts'

/** True if everybody may see a name or a jersey number. */
export type AllowsName = (name: string) => Promise<boolean>

export type SaveCardDeps = {
  readonly db: D1Database
  readonly clock: Clock
  /** Checks a name before everybody can see it. */
  readonly allowsName: AllowsName
  /** True if a card without a face in its photo waits for a moderator. Otherwise it cannot enter the Hall. */
  readonly reviewsFaceless: boolean
  readonly events: Pick<CardEvents, 'published'>
  /** Dependencies for saving a card by the address of its art. */
  readonly art: Pick<SaveArtDeps, 'projectId' | 'files' | 'drawCardFile' | 'fingerprint' | 'budget'>
}

/** `isFirst` is true if this very request put the card into the Hall for the first time. */
type Saved = { readonly row: Row; readonly isFirst: boolean }

/** No face was found in its photo, and no moderator has seen the card. */
const FACELESS = `(face_found = 0 and review is not 'seen')`

/** The card waits until a moderator has seen it. */
const WAITS = `($reviews and ${FACELESS})`

/** The card shows a photo without a face, and no moderator reviews it. */
const NEEDS_FACE = `(not $reviews and ${FACELESS} and source is 'computed')`

/** Facts that the picture shows. A card takes them from the ledger, not from the request. */
const PICTURED = ['player_name', 'jersey_number', 'team_colors', 'stats']

/** Selects the facts that the picture shows. A ledger entry older than these columns falls back to the sent values. */
const pictured = (
  columns: readonly string[],
) => `(select ${columns.map((name) => `coalesce(${name}, $${name})`).join(', ')}
  from generations where image_url = $image_url)`

/** Matches the card of the sent picture if the same request saved it. The hash includes the caller. */
const REPEATED = 'id = (select card_id from generations where image_url = $image_url) and saved_by = $request'

/**
 * The `save` handler: publishes the draft of the sent picture for its maker, or makes a card of art.
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
 * Returns the stored form of a save's idempotency key. People without a cookie may share an id, so there only an
 * identical save is a retry.
 */
async function toSaveName({ visitor }: Caller, key: string | null, values: RuledWrite['values']) {
  if (key === null) return null
  return toRequestName('save', visitor.id, visitor.kind === 'visitor' ? key : `${key} ${JSON.stringify(values)}`)
}

/**
 * Puts a card that the caller has generated into the Hall with one conditional statement. Of any number of parallel
 * saves of one generation, exactly one succeeds. A retry with the same idempotency key returns the first result and
 * changes nothing.
 *
 * A card that its maker takes out and saves again keeps the time of its first publication, and is not announced again.
 *
 * @returns the current row; a card that waits for a moderator is unlisted
 * @throws AppError `42501` when this caller did not generate the image, `23505` when its card is in the Hall,
 *   `PICTURE_REFUSED` when a moderator has removed a card with its picture, `FACE_REQUIRED` when it shows a photo
 *   without a face and no moderator reviews such cards, `NICKNAME_REFUSED` when its name or number is not allowed there
 */
async function publishCard(
  { db, clock, allowsName, reviewsFaceless, art }: SaveCardDeps,
  { rule, values, caller, ...write }: RuledWrite,
): Promise<Saved> {
  const now = clock()
  const view = await write.view()
  const request = await toSaveName(caller, write.idempotencyKey, values)
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
  const selectCard = bindNames(
    `select visibility, exists (select 1 from refused_pictures where hash in (art_hash, photo_hash)) as is_refused,
       ${NEEDS_FACE} as needs_face,
       ${pictured(['player_name'])} as name, ${pictured(['jersey_number'])} as number
     from fantasy_football_cards where ${rule.rows}`,
    named,
  )
  const selectSaved = joinFragments(
    [
      sql('select '),
      selectList(view.columns, view),
      bindNames(` from fantasy_football_cards where ${REPEATED}`, named),
    ],
    '',
  )
  /** Returns the card that this very request saved before. */
  const findSaved = async () => (request === null ? undefined : (await run(db, [selectSaved]))[0]?.[0])
  const [cards, before] = await run(db, request === null ? [selectCard] : [selectCard, selectSaved])
  const earlier = before?.[0]
  if (earlier !== undefined) return { row: earlier, isFirst: false }
  const found = cards?.[0]
  if (found === undefined) throw notOwnedError()
  if (found['visibility'] !== 'public' && found['is_refused'] === 1)
    throw new AppError('PICTURE_REFUSED', REFUSAL.picture)
  if (found['visibility'] !== 'public' && found['needs_face'] === 1) throw new AppError('FACE_REQUIRED')
  if (found['visibility'] !== 'public' && !(await areReadable([found['name'], found['number']], allowsName)))
    throw new AppError('NICKNAME_REFUSED', REFUSAL.nickname)

  const others = Object.keys(values).filter((column) => !PICTURED.includes(column))
  const settings = others.map((column) => `${quoteIdentifier(column)} = $${column}`)
  const publish = joinFragments(
    [
      bindNames(
        `update fantasy_football_cards set visibility = iif(${WAITS}, 'unlisted', 'public'),
           created_at = iif(published_at is null, $saved_at, created_at),
           saved_by = $request, consent = $consent, consent_at = $saved_at, review = iif(${WAITS}, 'waiting', nullif(review, 'waiting')), review_at = iif(${WAITS}, $now, review_at), ${settings.join(', ')},
           (${PICTURED.join(', ')}) = ${pictured(PICTURED)}
         where visibility <> 'public' and not ${NEEDS_FACE} and (${rule.rows}) returning `,
        named,
      ),
      selectList(view.columns, view),
      // A trigger sets the time of the first publication after this row is returned.
      sql(`, visibility = 'public' and published_at is null as is_first`),
    ],
    '',
  )
  const row = (await run(db, [publish]))[0]?.[0]
  if (row === undefined) {
    const parallel = await findSaved()
    if (parallel !== undefined) return { row: parallel, isFirst: false }
    throw new AppError('23505', 'this card is already in the Hall')
  }
  const { is_first: isFirst, ...card } = row
  return { row: card, isFirst: isFirst === 1 }
}

async function areReadable(words: readonly unknown[], allowsName: AllowsName): Promise<boolean> {
  const results = await Promise.all(words.map((text) => allowsName(String(text))))
  return !results.includes(false)
}
