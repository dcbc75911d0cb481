import { AppError } from '#shared/client/errors.ts'
import { GenerationForm } from '#shared/contracts/generations.ts'
import { getArmor } from '#shared/domain/armor.ts'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import { JERSEY_NUMBER_MAX_CHARACTERS, NICKNAME_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { rollStats, type Stats } from '#shared/domain/stats.ts'
import { getTeam } from '#shared/domain/team.ts'
import { cutText } from '#shared/domain/text.ts'
import { cleanPhoto } from '#worker/artist/photo/clean-photo.ts'
import { parseInput } from '#worker/http/body.ts'
import { newId } from '#worker/http/signature.ts'
import type { EdgeContext } from '../app-env.ts'
import type { Job } from './machine.ts'
import type { HeldPhoto, PhotoForm } from './photo-form.ts'

const PHOTO_FOLDER = 'player-photos/'
const PASSED_ON_MAX_BYTES = 2 * 1024 * 1024

/** A uniform number in [0, 1) that nobody can predict. */
const secureRandom = () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32

/**
 * Starts a generation. A browser that named it beforehand may send the same form again, when it cannot know whether
 * the first one arrived: that is the same generation, and is counted once.
 *
 * @throws AppError `VALIDATION_ERROR`, `QUOTA_EXCEEDED`, `CONFLICT` when the name is somebody else's, or as the photo
 *   could not be stored
 */
export async function startGeneration(c: EdgeContext, { photo, fields }: PhotoForm): Promise<Job> {
  const { id, like, player, face } = orderOf(fields)
  const { quota, jobs, clock } = c.var.services
  const known = id === undefined ? null : await jobs.view(id)
  if (known !== null) return ownOnly(c, known)
  // Everybody without a cookie behind one address shares one budget; a browser has its own.
  const budget = c.var.visitor.id
  if ((await quota.read(budget)).left === 0) throw await quotaExceeded(c)

  const now = clock()
  const client = await c.var.services.backend.for(c.var.owner, c.var.origin)
  const wanted = `${PHOTO_FOLDER}${now}-${newId()}.jpg`
  const { publicUrl } = await client.storage.upload(await passedOn(photo), wanted, { upsert: true })
  // The extension may have been corrected: the address tells where the photo really is.
  const path = publicUrl.slice(publicUrl.indexOf(PHOTO_FOLDER))
  const cardId = newId()
  try {
    if (!(await takeOfBoth(c, player))) throw await quotaExceeded(c)
    const job = await jobs.create({
      id: id ?? newId(),
      visitor: c.var.owner,
      origin: c.var.origin,
      player,
      createdAt: now,
      rolledStats: await rollOf(c, like),
      cardId,
      edition: newId(),
      state: 'checking',
      attempt: 0,
      nextAt: now,
      photo: { path, url: publicUrl, removals: 0, ...(face && { face }) },
      artUrl: null,
      card: null,
      error: null,
      version: 1,
    })
    // Sent twice at the same time, and the other one was there first.
    if (job.cardId !== cardId) await client.storage.remove([path])
    return ownOnly(c, job)
  } catch (thrown) {
    await client.storage.remove([path])
    throw thrown
  }
}

/**
 * The photo as a file for the backend, which cleans every photo. Handing one on means further copies of it, so a large
 * one is made small before; browsers have done that already.
 */
async function passedOn(photo: HeldPhoto): Promise<File> {
  const isSmall = photo.bytes.length <= PASSED_ON_MAX_BYTES
  const file = new File([isSmall ? photo.bytes : await cleanPhoto(photo.bytes)], 'photo')
  photo.letGo()
  return file
}

function ownOnly(c: EdgeContext, job: Job): Job {
  if (job.visitor.id !== c.var.owner.id) throw new AppError('CONFLICT')
  return job
}

/** Other art for a card keeps its roll. Whose generation `like` is, is asked for every one. */
async function rollOf(c: EdgeContext, like: string | undefined): Promise<Stats> {
  const earlier = like === undefined ? null : await c.var.services.jobs.view(like)
  return earlier !== null && earlier.visitor.id === c.var.owner.id ? earlier.rolledStats : rollStats(secureRandom)
}

/** One card of the visitor's, and of the network's where it costs money: a new identity is free for whoever wants one. */
async function takeOfBoth({ var: { services, visitor } }: EdgeContext, { engine }: Job['player']): Promise<boolean> {
  const { quota, networkQuota } = services
  const isPaid = networkQuota !== null && engine === undefined
  if (isPaid && !(await networkQuota.take(`network-${visitor.address}`))) return false
  return quota.take(visitor.id)
}

async function quotaExceeded(c: EdgeContext): Promise<AppError> {
  const { resetsAt } = await c.var.services.quota.read(c.var.visitor.id)
  return new AppError('QUOTA_EXCEEDED', undefined, { details: { resetsAt } })
}

type Order = { id: string | undefined; like: string | undefined; player: Job['player']; face: FaceOval | undefined }

/** What is to be drawn, and where in the photo the visitor says the face is. */
function orderOf(fields: unknown): Order {
  const { id, like, nickname, number, team, armor, finish, engine, face } = parseInput(GenerationForm, fields)
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
  return { id, like, player, face }
}
