import { AppError } from '#shared/client/errors.ts'
import { GenerationForm, GenerationId } from '#shared/contracts/generations.ts'
import { getArmor } from '#shared/domain/armor.ts'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import { JERSEY_NUMBER_MAX_CHARACTERS, NICKNAME_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { rollStats } from '#shared/domain/stats.ts'
import { getTeam } from '#shared/domain/team.ts'
import { cutText } from '#shared/domain/text.ts'
import { parseInput } from '#worker/http/body.ts'
import { newId, secureRandom } from '#worker/http/signature.ts'
import { getNamelessId } from '#worker/http/visitor.ts'
import { withinCap } from '#worker/limits/network-caps.ts'
import type { EdgeContext } from '../app-env.ts'
import type { CardRecord } from '../cards/card-codec.ts'
import { CARDS } from '../cards/card-queries.ts'
import { requireLeagueCard, withLeagueCard } from '../leagues/league-generation.ts'
import { isDraftFrom, notAdjustableError } from './adjusting.ts'
import { findInvitingCard } from './invited.ts'
import { getFirstPose, getNextPose, getPose, hasOtherPose } from './job-pose.ts'
import type { Job } from './machine.ts'
import { isOwnJob, readOwnJob } from './own-job.ts'
import { cardsLeft, isPaid, pay, type Purchase as PaidOrder, quotaExceeded, requireAffordable } from './pay.ts'
import type { HeldPhoto, PhotoForm } from './photo-form.ts'

const PHOTO_FOLDER = 'player-photos/'
const CLEAN_ABOVE_BYTES = 2 * 1024 * 1024

const isId = (id: string | undefined): id is string => GenerationId.safeParse(id).success

/**
 * Refuses visitors without cards left today, and outsiders who name a league, before the photo is read. Free requests (a
 * retry or an adjustment) pass if their fields precede the photo. They are checked with the whole form later.
 *
 * @throws AppError `QUOTA_EXCEEDED`, `NOT_FOUND` if the adjusted generation is not this visitor's; the errors of
 *   {@link requireLeagueCard}
 */
export async function requireAdmitted(
  c: EdgeContext,
  { id, adjusts, league }: Readonly<Record<string, string>>,
): Promise<void> {
  const isKnown = async () => isId(id) && (await c.var.services.jobs.view(id)) !== null
  if (league !== undefined && adjusts === undefined && !(await isKnown())) await requireLeagueCard(c, league)
  if ((await cardsLeft(c)) > 0 || (await isKnown())) return
  if (!isId(adjusts)) throw await quotaExceeded(c)
  await readAdjusted(c, adjusts)
}

/**
 * Returns the generation whose card is redrawn from another crop of its photo or in another pose.
 *
 * @throws AppError `NOT_FOUND` if it does not exist or is another visitor's, `CONFLICT` if its card is missing, no
 *   longer a draft, or drawn from a later generation
 */
async function readAdjusted(c: EdgeContext, id: string): Promise<Job> {
  const { backend } = c.var.services
  const job = await readOwnJob(c, id)
  if (job.state !== 'ready') throw notAdjustableError()
  const row = await backend.service(c.var.origin).db.table<CardRecord>(CARDS).get(job.cardId)
  if (!isDraftFrom(row, id)) throw notAdjustableError()
  return job
}

/**
 * Starts a generation. Idempotent: the client's id is the idempotency key. Resending the form after a lost response
 * returns the same generation and is charged once.
 *
 * @throws AppError `VALIDATION_ERROR`, `QUOTA_EXCEEDED`, `RATE_LIMITED` if the network has used up its free cards,
 *   `CONFLICT` if the id is another visitor's, or the card can no longer be adjusted or has no other pose, `NOT_FOUND`
 *   if the card is another visitor's; any error of storing the photo
 */
export async function startGeneration(c: EdgeContext, { photo, fields }: PhotoForm): Promise<Job> {
  const { id = newId(), like, adjusts, pose, from, league: code, player: wanted, face } = readOrder(fields)
  const { jobs, buckets } = c.var.services
  const known = await jobs.view(id)
  if (known !== null) return ownOnly(c, known)
  const adjusted = adjusts === undefined ? null : await readAdjusted(c, adjusts)
  const changed = adjusted === null || pose === undefined ? 'photo' : 'pose'
  const player = adjusted === null ? wanted : { ...adjusted.player, ...(changed === 'photo' && drawnBy(wanted)) }
  const order = { generation: id, card: adjusted?.cardId ?? null, changed, isPaid: isPaid(c, player) } as const
  if (adjusted !== null && changed === 'pose' && (order.isPaid || !hasOtherPose(adjusted)))
    throw new AppError('CONFLICT', REFUSAL.onePose)
  await requireAffordable(c, order, face !== undefined)
  const league = code === undefined || adjusted !== null ? undefined : await requireLeagueCard(c, code)

  // New art for an existing card does not count as an invited card.
  const invitedFrom = like === undefined && adjusts === undefined ? from : undefined
  const ordered = { id, like, adjusted, pose, player, face, invitedFrom, league, order, photo }
  return withinCap(buckets, 'generation', c.var.visitor.address, () => begin(c, ordered))
}

type Ordered = Pick<OrderForm, 'like' | 'pose' | 'player' | 'face'> & {
  readonly id: string
  readonly adjusted: Job | null
  readonly invitedFrom: string | undefined
  /** Id of the league that the card is for. */
  readonly league: string | undefined
  readonly order: PaidOrder
  readonly photo: HeldPhoto
}

/**
 * Reserves a place below the site-wide ceiling, then creates the job. Gives the place back after a failure or for a
 * duplicate form.
 */
async function begin(c: EdgeContext, ordered: Ordered): Promise<Job> {
  const place = await c.var.services.ceilings.reserve('generation', c.var.visitor)
  try {
    const { job, isNew } = await withLeagueCard(c, ordered.league, () => create(c, ordered))
    if (!isNew) await place.refund()
    return ownOnly(c, job)
  } catch (thrown) {
    await place.refund(thrown)
    throw thrown
  }
}

/** Stores the photo and creates the job. `isNew` is false if a concurrent duplicate created it first. */
async function create(
  c: EdgeContext,
  { id, like, adjusted, pose, player, face, invitedFrom, league, order, photo }: Ordered,
): Promise<{ job: Job; isNew: boolean }> {
  const { jobs, clock } = c.var.services
  const now = clock()
  const client = await c.var.services.backend.for(c.var.owner, c.var.origin)
  const stored = `${PHOTO_FOLDER}${now}-${newId()}.jpg`
  const file = await toUpload(photo)
  const { publicUrl } = await client.storage.upload(file, stored, { upsert: true }).catch(async (thrown: unknown) => {
    // The photo may be stored anyway, if only the response was lost.
    await client.storage.remove([stored]).catch(() => undefined)
    throw thrown
  })
  // The storage may have corrected the extension, so read the path from the URL.
  const path = publicUrl.slice(publicUrl.indexOf(PHOTO_FOLDER))
  const edition = newId()
  try {
    await pay(c, order)
    const service = c.var.services.backend.service(c.var.origin)
    const invited = invitedFrom === undefined ? undefined : await findInvitingCard(service, invitedFrom, c.var.owner.id)
    const job = await jobs.create({
      id,
      // A card belongs to its maker, no matter who redraws it.
      visitor: adjusted?.visitor ?? c.var.owner,
      place: await getNamelessId(c.req.raw.headers, c.var.services.config.visitorSecret),
      origin: c.var.origin,
      player,
      createdAt: now,
      ...(adjusted ? carryOver(adjusted, pose) : await rollFor(c, like, player)),
      ...(invited && { invited }),
      ...(league && { league }),
      cardId: adjusted?.cardId ?? newId(),
      edition,
      state: 'checking',
      attempt: 0,
      nextAt: now,
      photo: { path, url: publicUrl, removals: 0, ...(face && { face }) },
      artUrl: null,
      card: null,
      error: null,
      version: 1,
    })
    // A concurrent duplicate of this form may have won.
    const isNew = job.edition === edition
    if (!isNew) await client.storage.remove([path])
    return { job, isNew }
  } catch (thrown) {
    // The job may exist anyway, if only the response was lost. Then it needs its photo.
    const existing = await jobs.view(id).catch(() => undefined)
    if (existing?.edition === edition) return { job: existing, isNew: true }
    // If we cannot tell whether the job exists, the sweep removes the photo after an hour.
    if (existing !== undefined) await client.storage.remove([path])
    throw thrown
  }
}

/**
 * Returns the photo as a file for the backend, which cleans every photo. Uploading makes more copies in memory, so large
 * photos are cleaned and scaled down first. Browsers usually have done that already.
 */
async function toUpload(photo: HeldPhoto): Promise<File> {
  const isSmall = photo.bytes.length <= CLEAN_ABOVE_BYTES
  const { cleanPhoto } = await import('#worker/photo/clean-photo.ts')
  const file = new File([isSmall ? photo.bytes : await cleanPhoto(photo.bytes)], 'photo')
  photo.release()
  return file
}

async function ownOnly(c: EdgeContext, job: Job): Promise<Job> {
  if (job.visitor.id !== c.var.owner.id && !(await isOwnJob(c, job))) throw new AppError('CONFLICT')
  return job
}

/** Returns the fields that a redrawn card keeps: its roll, and its pose unless another one is requested. */
const carryOver = (
  adjusted: Job,
  pose: OrderForm['pose'],
): Pick<Job, 'rolledStats' | 'adjusts' | 'pose' | 'firstPose'> => ({
  rolledStats: adjusted.rolledStats,
  adjusts: adjusted.id,
  pose: pose === undefined ? getPose(adjusted) : getNextPose(adjusted, pose),
  firstPose: getFirstPose(adjusted),
})

/**
 * Rolls the stats of a new card. New art for the visitor's own card keeps its roll and current stats. It also keeps the
 * pose if only the finish changes.
 */
async function rollFor(
  c: EdgeContext,
  like: string | undefined,
  player: Job['player'],
): Promise<Pick<Job, 'rolledStats' | 'editedStats' | 'pose'>> {
  const earlier = like === undefined ? null : await c.var.services.jobs.view(like)
  if (earlier === null || !(await isOwnJob(c, earlier))) return { rolledStats: rollStats(secureRandom) }
  const { rolledStats, card, player: before } = earlier
  const isOnlyFinishChanged =
    (before.finish ?? 'ink') !== (player.finish ?? 'ink') &&
    (['team', 'armor', 'number'] as const).every((field) => before[field] === player[field])
  return {
    rolledStats,
    ...(card && { editedStats: card.stats }),
    ...(isOnlyFinishChanged && { pose: getPose(earlier) }),
  }
}

/** Returns the engine and finish that a form chose. */
const drawnBy = ({ finish, engine }: Job['player']) => ({ ...(finish && { finish }), ...(engine && { engine }) })

type OrderForm = Pick<GenerationForm, 'id' | 'like' | 'adjusts' | 'pose' | 'from' | 'league'> & {
  player: Job['player']
  face: FaceOval | undefined
}

/** Parses the player to draw and the position of the face, if the visitor marked it. */
function readOrder(fields: unknown): OrderForm {
  const { id, like, adjusts, pose, from, league, nickname, number, team, armor, finish, engine, face } = parseInput(
    GenerationForm,
    fields,
  )
  const unknown = [
    ...(getTeam(team) === null ? [{ path: 'team', message: 'is not one of the 32 teams' }] : []),
    ...(getArmor(armor) === null ? [{ path: 'armor', message: 'is not one of the 30 options' }] : []),
  ]
  if (unknown.length > 0) throw new AppError('VALIDATION_ERROR', undefined, { details: unknown })
  const player = {
    nickname: cutText(nickname, NICKNAME_MAX_CHARACTERS),
    number: cutText(number, JERSEY_NUMBER_MAX_CHARACTERS),
    team,
    armor,
    ...(finish && { finish }),
    ...(engine && { engine }),
  }
  return { id, like, adjusts, pose, from, league, player, face }
}
