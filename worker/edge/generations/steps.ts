import { AppError } from '#shared/client/errors.ts'
import { toAppError } from '#worker/http/transient-error.ts'
import { isFaceQuestion } from '#shared/contracts/generation-states.ts'
import { getArmor, type Armor } from '#shared/domain/armor.ts'
import { buildPrompt } from '#shared/domain/prompt.ts'
import { getTier, type Tier } from '#shared/domain/rarity.ts'
import type { Stats } from '#shared/domain/stats.ts'
import { getTeam, type Team } from '#shared/domain/team.ts'
import type { LookAtPhoto } from '#worker/artist/look.ts'
import type { GenerationCharges } from '#worker/limits/generation-charges.ts'
import { newId } from '#worker/http/signature.ts'
import { type CardRecord, tierWith } from '../cards/card-codec.ts'
import { CARDS } from '../cards/card-queries.ts'
import { drawEdition, type DrawingDeps, type DrawnEdition, drawOrRemove, ignoreDuplicate } from '../pictures/drawing.ts'
import { removeDrawn, removeEditions } from '../cards/editions.ts'
import { where } from '#shared/query/ast.ts'
import { removePictures } from '../pictures/remove.ts'
import { type ModerationKeys, moveToArt, removeUnmoved } from './adjusting.ts'
import { countInvited } from './invited.ts'
import { getPose } from './job-pose.ts'
import { recordLeagueCard } from '../leagues/league-queries.ts'
import type { ArtDetails, CheckedPhoto, Job } from './machine.ts'
import { checkPhoto, hasFace, UNCHECKED_PHOTO } from './question.ts'

export type JobSteps = {
  /** Checks that the photo exists and has one clear face. @throws AppError `FILE_NOT_FOUND` */
  check(job: Job): Promise<CheckedPhoto>
  /**
   * Settles a generation's charge when drawing starts or a question ends it. Idempotent.
   */
  settle(job: Job): Promise<void>
  /** Calls the image engine once. @returns the URL of the player's art @throws AppError with the engine's failure */
  draw(job: Job, signal: AbortSignal): Promise<string>
  /** Draws the card around the art, stores it and makes it a draft. Idempotent. */
  finish(job: Job): Promise<{ imageUrl: string; stats: Stats; made: ArtDetails }>
  /**
   * Draws the card with new stats and moves the draft to the new picture.
   *
   * @throws AppError `CONFLICT` once the card is public
   */
  redraw(job: Job, stats: Stats): Promise<{ imageUrl: string }>
  /** Removes the photo and, unless there is a card, everything that was drawn. */
  cleanUp(job: Job): Promise<void>
}

export type StepDeps = DrawingDeps & {
  readonly charges: Pick<GenerationCharges, 'drawn' | 'refundQuestion'>
  readonly lookAt: LookAtPhoto
  /** Forgets a generation whose art the card no longer uses. */
  readonly forget: (id: string) => Promise<void>
}

/** Timeout of one engine call. */
const ENGINE_TIMEOUT_MS = 90_000

/** The parts of a card that its maker may have changed since. */
type EditableParts = { readonly stats: Stats; readonly tier: Tier; readonly playerName: string }

/** Implements the steps of a generation with the backend, the image engine and the card renderer. */
export class GenerationSteps implements JobSteps {
  private readonly deps: StepDeps

  constructor(deps: StepDeps) {
    this.deps = deps
  }

  async check({ photo, origin }: Job): Promise<CheckedPhoto> {
    if (photo === null) throw new AppError('FILE_NOT_FOUND')
    const file = await this.deps.backend.image(photo.url, origin).catch((thrown: unknown) => {
      // Only a missing photo ends the generation. The next step retries transient failures.
      if (toAppError(thrown).code === 'FILE_NOT_FOUND') throw thrown
      return null
    })
    // The visitor has marked the face, so detection is skipped.
    if (file === null || photo.face !== undefined) return UNCHECKED_PHOTO
    return checkPhoto(this.deps.lookAt, file.bytes)
  }

  async settle({ id, state, error }: Job): Promise<void> {
    if (state === 'drawing') await this.deps.charges.drawn(id)
    if (isFaceQuestion(error?.code)) await this.deps.charges.refundQuestion(id)
  }

  async draw(job: Job, signal: AbortSignal): Promise<string> {
    if (job.photo === null) throw new AppError('FILE_NOT_FOUND')
    const { team, armor } = getOutfit(job)
    const { nickname, number, finish = 'ink', engine } = job.player
    const face = job.photo.face ?? null
    const prompt = buildPrompt({ nickname, number, team, armor, finish, face, pose: getPose(job) })
    const client = await this.deps.backend.for(job.visitor, job.origin)
    const result = await client.ai.modifyImage({
      prompt,
      images: [job.photo.url],
      ...(engine && { model: engine }),
      // Identifies a repeated call after the host has died, so that it does not queue behind the first one.
      headers: { 'idempotency-key': job.id },
      signal: AbortSignal.any([signal, AbortSignal.timeout(ENGINE_TIMEOUT_MS)]),
    })
    return result.data[0]!.url
  }

  async finish(job: Job): Promise<{ imageUrl: string; stats: Stats; made: ArtDetails }> {
    if (job.adjusts !== undefined) {
      const draw = (row: CardRecord, stats: Stats, edition: string) =>
        this.drawCard(job, { stats, tier: tierWith(row, stats), playerName: row.playerName }, edition)
      const artPath = getArtPath(job, this.deps.backend.coreUrl(job.origin))
      const getModerationKeys = (edition: DrawnEdition) => this.getModerationKeys(job, edition)
      const { edition, stats } = await moveToArt(this.deps.backend.service(job.origin), {
        job,
        artPath,
        draw,
        getModerationKeys,
      })
      return { imageUrl: edition.imageUrl, stats, made: toArtDetails(edition) }
    }
    const stats = job.editedStats ?? job.rolledStats
    const parts = { stats, tier: getTier(stats), playerName: job.player.nickname }
    const edition = await this.drawCard(job, parts, job.edition)
    const { imageUrl, mark } = edition
    const now = new Date(this.deps.clock()).toISOString()
    await ignoreDuplicate(
      this.deps.backend
        .service(job.origin)
        .db.table(CARDS)
        .create({
          id: job.cardId,
          playerName: job.player.nickname,
          jerseyNumber: job.player.number,
          teamColors: job.player.team,
          imageUrl,
          stats,
          createdAt: now,
          votes: 0,
          userId: 'anonymous',
          visibility: 'draft',
          owner: job.visitor.id,
          generationId: job.id,
          armor: job.player.armor,
          tier: getTier(job.rolledStats),
          rolledStats: job.rolledStats,
          artPath: getArtPath(job, this.deps.backend.coreUrl(job.origin)),
          source: mark.source,
          finish: mark.finish,
          ...(await this.getModerationKeys(job, edition)),
          draftedAt: now,
        }),
    )
    if (job.league !== undefined)
      await this.deps.backend.service(job.origin).db.batch([recordLeagueCard(job.league, job.cardId)])
    if (job.invited) await countInvited(this.deps.backend.service(job.origin), job.invited, this.deps.clock())
    return { imageUrl, stats, made: toArtDetails(edition) }
  }

  async redraw(job: Job, stats: Stats): Promise<{ imageUrl: string }> {
    const client = this.deps.backend.service(job.origin)
    const row = await client.db.table(CARDS).get(job.cardId)
    if (row === null || row['visibility'] === 'public' || row['hiddenFrom'] !== null) throw notEditable()
    // The photo was adjusted, so the picture belongs to another generation.
    if (row['generationId'] !== job.id) throw notEditable()
    // The name may have changed since the generation.
    const name = newId()
    const parts = { stats, tier: tierWith(row, stats), playerName: String(row['playerName']) }
    const drawing = this.drawCard(job, parts, name)
    const edition = await drawOrRemove(client, { cardId: job.cardId, edition: name }, drawing)
    const { imageUrl, mark } = edition
    // A card that was saved or renamed during drawing must stay unchanged.
    const unchanged = [
      where('id', 'eq', job.cardId),
      where('visibility', 'neq', 'public'),
      where('image_url', 'eq', String(row['imageUrl'])),
    ]
    const changes = { image_url: imageUrl, stats, source: mark.source, finish: mark.finish }
    const changed = await client.rest(CARDS).update(unchanged, changes, { returning: true })
    if (changed.length === 0) {
      await removeEditions(client, [edition])
      throw notEditable()
    }
    await removePictures(client, row)
    return { imageUrl }
  }

  async cleanUp(job: Job): Promise<void> {
    if (job.photo !== null)
      await (await this.deps.backend.for(job.visitor, job.origin)).storage.remove([job.photo.path])
    const artPath = getArtPath(job, this.deps.backend.coreUrl(job.origin))
    if (job.adjusts !== undefined)
      return job.state === 'ready'
        ? this.deps.forget(job.adjusts)
        : removeUnmoved(this.deps.backend.service(job.origin), job, artPath)
    if (job.state !== 'ready') await removeDrawn(this.deps.backend.service(job.origin), job.cardId, artPath)
  }

  private drawCard(job: Job, { stats, tier, playerName }: EditableParts, edition: string): Promise<DrawnEdition> {
    if (job.artUrl === null) throw new AppError('INTERNAL', undefined, { cause: 'a job without art' })
    return drawEdition(this.deps, {
      ...getOutfit(job),
      cardId: job.cardId,
      generationId: job.id,
      visitorId: job.visitor.id,
      ...(job.place && { place: job.place }),
      playerName,
      jerseyNumber: job.player.number,
      stats,
      tier,
      rolledTier: getTier(job.rolledStats),
      artUrl: job.artUrl,
      edition,
      origin: job.origin,
    })
  }

  /**
   * Returns the values with which moderation recognizes a card: hashes of its art and photo, and whether it has a face.
   */
  private async getModerationKeys({ photo, origin }: Job, { mark, artHash }: DrawnEdition): Promise<ModerationKeys> {
    const file = photo === null ? null : await this.deps.backend.image(photo.url, origin).catch(() => null)
    const photoHash = file === null ? null : await this.deps.fingerprint(file.bytes)
    // Our own artist records this in the art. For other engines, detect a face in the photo.
    const needsDetection = mark.source === 'trained' && file !== null
    const isFound = needsDetection ? await hasFace(this.deps.lookAt, file.bytes) : !mark.notices.includes('no-face')
    return { artHash, photoHash, faceFound: isFound ? 1 : 0 }
  }
}

const getOutfit = ({ player }: Job): { team: Team; armor: Armor } => {
  const team = getTeam(player.team)
  const armor = getArmor(player.armor)
  if (team === null || armor === null)
    throw new AppError('INTERNAL', undefined, { cause: 'a job with an unknown team' })
  return { team, armor }
}

const toArtDetails = ({ mark: { finish, notices } }: DrawnEdition): ArtDetails => ({ finish, notices })

const notEditable = () => new AppError('CONFLICT', 'This card cannot be edited now.')

/** Returns the storage path of the art, which lives as long as the card. Null if the art is on another host. */
function getArtPath(job: Job, coreUrl: string): string | null {
  const path = job.artUrl?.startsWith(`${coreUrl}/storage/`) ? job.artUrl.slice(`${coreUrl}/storage/`.length) : null
  return path === null ? null : path.slice(path.indexOf('/') + 1)
}
