import { AppError } from '#shared/client/errors.ts'
import { sniffFileType } from '#shared/client/file-type.ts'
import { type Armor, getArmor } from '#shared/domain/armor.ts'
import type { DrawnFinish } from '#shared/domain/finish.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import type { ArtSource } from '#shared/domain/provenance-schema.ts'
import { getTier, type Tier } from '#shared/domain/rarity.ts'
import { rollStats, type Stats } from '#shared/domain/stats.ts'
import { getTeam, type Team } from '#shared/domain/team.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'
import { newId, secureRandom } from '#worker/http/signature.ts'
import { getFrontPath } from '#worker/http/stored-address.ts'
import { Turns } from '#worker/limits/turns.ts'
import { type Caller, hashMaker } from '../caller.ts'
import type { RuledWrite } from '../db/write-handlers.ts'
import { selectList } from '../db/compile.ts'
import { bindNames, joinFragments, sql } from '../db/fragment.ts'
import type { Row } from '../db/request.ts'
import { callerValues } from '../db/rule.ts'
import { run } from '../db/statements.ts'
import { getArtOrigin } from '../storage/schema.ts'

/** Draws a card around its art. */
export type DrawCardFile = (
  face: {
    readonly cardId: string
    readonly playerName: string
    readonly jerseyNumber: string
    readonly team: Team
    readonly armor: Armor
    readonly stats: Stats
    readonly tier: Tier
  },
  art: { bytes: Uint8Array; type: string },
) => Promise<{
  readonly jpeg: Uint8Array
  readonly mark: { readonly source: ArtSource; readonly finish: DrawnFinish | null }
  readonly artHash: string
}>

export type SaveArtDeps = {
  readonly projectId: string
  readonly db: D1Database
  readonly clock: Clock
  readonly files: {
    head(path: string): Promise<R2Object | null>
    read(path: string, maxBytes: number): Promise<{ bytes: Uint8Array } | null>
    put(path: string, bytes: Uint8Array, options: { type: string }): Promise<unknown>
    remove(paths: readonly string[]): Promise<void>
  }
  readonly drawCardFile: DrawCardFile
  /** Hashes a picture, so that it can be recognized. */
  readonly fingerprint: (bytes: Uint8Array) => Promise<string>
  readonly isReadable: (name: unknown, number: unknown) => Promise<boolean>
  /** Save budget per network and hour. */
  readonly budget: {
    requireLeft(network: string): Promise<void>
    spend(network: string): Promise<void>
    refund(network: string): Promise<void>
  }
}

type ArtSave = Pick<RuledWrite, 'values' | 'caller' | 'view'> & {
  /** Hash of the save's idempotency key, or null. */
  readonly request: string | null
}

/** Address of player art, as the tables store it. */
const ART = /^(\/storage\/[^/]+\/)(ai\/([^/?#.]+)\.[^/?#.]+)$/
const ART_MAX_BYTES = 15 * 1024 * 1024
const DRAWABLE = new Set(['image/jpeg', 'image/png', 'image/webp'])

/**
 * Time limits for claiming art. Art without a card is removed after a day. A maker without a cookie or an account is
 * recognizable for an hour only.
 */
const CLAIM_MS = { own: DAY_MS, near: HOUR_MS } as const

/**
 * Runs saves of the same art one after the other, so that it is drawn once. The database decides which one claims it.
 */
const saves = new Turns('saves')

export const isArt = (address: unknown): boolean => ART.test(String(address))

/**
 * Saves a card by the address of its player's art, which an image edit has returned. Reads the art by its key, draws
 * the card, stores its picture and publishes it. Only the maker can claim the art, once, and only if its photo showed
 * exactly one face. A retry with the same idempotency key returns the same row.
 *
 * @returns the row, and whether this very request published it
 * @throws AppError `42501` when the art is not the caller's, is too old or was not drawn from a photo with one face,
 *   `23505` when it is on a card, `NICKNAME_REFUSED`, `PICTURE_REFUSED`, `RATE_LIMITED`
 */
export async function saveArt(deps: SaveArtDeps, save: ArtSave): Promise<{ row: Row; isFirst: boolean }> {
  const [, folder, path, name] = ART.exec(String(save.values['image_url']))!
  // The card's own picture is stored in the same folder.
  if (folder !== `/storage/${deps.projectId}/`) throw notOwnedError()
  return saves.run(path!, () => claimArt(deps, save, { folder: folder!, path: path!, generation: `art-${name}` }))
}

type Art = { readonly folder: string; readonly path: string; readonly generation: string }

async function claimArt(deps: SaveArtDeps, save: ArtSave, art: Art): Promise<{ row: Row; isFirst: boolean }> {
  const { db, files, budget } = deps
  const { values, caller } = save
  const earlier = await findSaved(deps, save, art)
  if (earlier !== null) return { row: earlier, isFirst: false }
  const photoHash = await getPhotoHash(deps, caller, art.path)

  const [[state] = []] = await run(db, [
    bindNames(
      `select exists (select 1 from fantasy_football_cards where generation_id = $generation) as is_claimed,
         exists (select 1 from removed_cards where swept = 0 and art_path = $path) as is_removed,
         exists (select 1 from refused_pictures where hash = $photo) as is_refused`,
      { generation: art.generation, path: art.path, photo: photoHash },
    ),
  ])
  if (state?.['is_claimed'] === 1) throw claimed()
  if (state?.['is_removed'] === 1) throw notOwnedError()
  if (photoHash === null) throw new AppError('42501', 'permission denied: image_url was not drawn from one clear face')
  if (state?.['is_refused'] === 1) throw new AppError('PICTURE_REFUSED', REFUSAL.picture)
  if (!(await deps.isReadable(values['player_name'], values['jersey_number'])))
    throw new AppError('NICKNAME_REFUSED', REFUSAL.nickname)

  await budget.requireLeft(caller.visitor.address)
  const bytes = (await files.read(art.path, ART_MAX_BYTES))?.bytes
  if (bytes === undefined) throw notOwnedError()
  const [[refusal] = []] = await run(db, [
    sql('select 1 from refused_pictures where hash = ?', await deps.fingerprint(bytes)),
  ])
  if (refusal !== undefined) throw new AppError('PICTURE_REFUSED', REFUSAL.picture)
  const type = sniffFileType(bytes)?.type ?? ''
  if (!DRAWABLE.has(type)) throw new AppError('AI_FAILED', undefined, { cause: `art of type ${type}` })

  await budget.spend(caller.visitor.address)
  try {
    return { row: await publish(deps, save, { ...art, bytes, type, photoHash }), isFirst: true }
  } catch (thrown) {
    const after = await findSaved(deps, save, art)
    if (after !== null) return { row: after, isFirst: false }
    if (thrown instanceof AppError && thrown.code === '23505') throw claimed()
    // A trigger of the table reports that a moderator has refused the picture meanwhile.
    if (thrown instanceof AppError && thrown.code === '23514') throw new AppError('PICTURE_REFUSED', REFUSAL.picture)
    await budget.refund(caller.visitor.address)
    throw thrown
  }
}

/** Returns the card that this very request saved before, or null. The hash of its key includes the caller. */
async function findSaved({ db }: SaveArtDeps, { request, caller, view }: ArtSave, { generation }: Art) {
  if (request === null) return null
  const publicView = await view()
  const [[row] = []] = await run(db, [
    joinFragments(
      [
        sql('select '),
        selectList(publicView.columns, publicView),
        bindNames(' from fantasy_football_cards where generation_id = $generation and saved_by = $request', {
          ...callerValues(caller),
          generation,
          request,
        }),
      ],
      '',
    ),
  ])
  return row ?? null
}

/**
 * Returns the fingerprint of the photo from which the caller's art was drawn, or null if it shows no face or several.
 *
 * @throws AppError `42501` for art of others and for art that is too old
 */
async function getPhotoHash({ files, clock }: SaveArtDeps, caller: Caller, path: string): Promise<string | null> {
  const file = await files.head(path)
  const origin = file === null ? null : getArtOrigin(file)
  if (file === null || origin === null) throw notOwnedError()
  const { userId, visitor } = caller
  const isBy = async (id: string) => (await hashMaker(path, id)) === origin.maker
  const isAccounts = userId !== null && (file.customMetadata?.['madeFor'] === userId || (await isBy(userId)))
  if (!isAccounts && !(await isBy(visitor.id))) throw notOwnedError()
  const claim = isAccounts || visitor.kind === 'visitor' ? 'own' : 'near'
  if (clock() - file.uploaded.getTime() >= CLAIM_MS[claim]) throw notOwnedError()
  return origin.photoHash
}

type Drawing = Art & { readonly bytes: Uint8Array; readonly type: string; readonly photoHash: string }

/**
 * Draws the card, stores its picture, and inserts the card in one transaction, which also decides the claim of the art.
 */
async function publish(
  { db, clock, files, drawCardFile }: SaveArtDeps,
  { values, caller, request, view }: ArtSave,
  { folder, path, generation, bytes, type, photoHash }: Drawing,
): Promise<Row> {
  const publicView = await view()
  const cardId = newId()
  // The caller chooses the stats. The server rolls the tier, so no sent stats can make a card rare.
  const tier = getTier(rollStats(secureRandom))
  const armor = getArmor('none')!
  const { jpeg, mark, artHash } = await drawCardFile(
    {
      cardId,
      playerName: String(values['player_name']),
      jerseyNumber: String(values['jersey_number']),
      team: getTeam(String(values['team_colors']))!,
      armor,
      stats: JSON.parse(String(values['stats'])) as Stats,
      tier,
    },
    { bytes, type },
  )
  const imagePath = getFrontPath(cardId, newId())
  await files.put(imagePath, jpeg, { type: 'image/jpeg' })
  const now = clock()
  const named = {
    ...callerValues(caller),
    ...values,
    id: cardId,
    kept: folder + imagePath,
    imagePath,
    generation,
    // A network and browser family owns nothing beyond the time limit of a claim.
    owner: caller.visitor.kind === 'visitor' ? caller.visitor.id : '',
    armor: armor.id,
    tier,
    path,
    at: new Date(now).toISOString(),
    now,
    source: mark.source,
    finish: mark.finish,
    artHash,
    photoHash,
    request,
  }
  try {
    const results = await run(db, [
      bindNames(
        `insert into fantasy_football_cards (id, player_name, jersey_number, team_colors, image_url, stats, created_at, votes,
           user_id, visibility, owner, generation_id, armor, tier, art_path, drafted_at, source, finish, art_hash,
           photo_hash, face_found, saved_by, consent, consent_at)
         values ($id, $player_name, $jersey_number, $team_colors, $kept, $stats, $at, 0,
           $user_id, 'draft', $owner, $generation, $armor, $tier, $path, $at, $source, $finish, $artHash,
           $photoHash, 1, $request, 'api', $at)`,
        named,
      ),
      bindNames(
        `insert into generations (image_url, generation_id, card_id, visitor, image_path, created_at, player_name,
           jersey_number, team_colors, stats)
         values ($kept, $generation, $id, $owner, $imagePath, $now, $player_name, $jersey_number, $team_colors, $stats)`,
        named,
      ),
      // Publishes with an update, like every other card, because the table's guards and counts are triggers on updates.
      joinFragments(
        [
          bindNames(`update fantasy_football_cards set visibility = 'public' where id = $id returning `, named),
          selectList(publicView.columns, publicView),
        ],
        '',
      ),
    ])
    return results[2]![0]!
  } catch (thrown) {
    const [[row] = []] = await run(db, [sql('select 1 from fantasy_football_cards where id = ?', cardId)])
    // The save may have been committed although its response was lost. The picture stays in that case.
    if (row === undefined) await files.remove([imagePath])
    throw thrown
  }
}

export const notOwnedError = () => new AppError('42501', 'permission denied: image_url is not one of your generations')
const claimed = () => new AppError('23505', 'this art is already on a card')
