import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { EditStats, type Generation, GenerationForm } from '#shared/contracts/generations.ts'
import { getArmor } from '#shared/domain/armor.ts'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import { JERSEY_NUMBER_MAX_CHARACTERS, NICKNAME_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { tierOf } from '#shared/domain/rarity.ts'
import { rollStats } from '#shared/domain/stats.ts'
import { getTeam } from '#shared/domain/team.ts'
import { cutText } from '#shared/domain/text.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { newId } from '#worker/http/signature.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import { ATTEMPTS, type Job } from './machine.ts'
import { readVisibility } from '../visibility.ts'
import { readPhotoForm } from './photo-form.ts'

const PHOTO_FOLDER = 'player-photos/'

/** A uniform number in [0, 1) that nobody can predict. */
const secureRandom = () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32

export const generations = new Hono<EdgeEnv>()
  .post('/', async (c) => {
    const { photo, fields } = await readPhotoForm(c)
    const { player, face } = orderOf(fields)
    const { quota, jobs, clock } = c.var.services
    // Everybody without a cookie behind one address shares one budget; a browser has its own.
    const budget = c.var.visitor.id
    if ((await quota.read(budget)).left === 0) throw await quotaExceeded(c)

    const now = clock()
    const client = await c.var.services.backend.for(c.var.owner, c.var.origin)
    const wanted = `${PHOTO_FOLDER}${now}-${newId()}.jpg`
    const { publicUrl } = await client.storage.upload(photo, wanted, { upsert: true })
    // The extension may have been corrected: the address tells where the photo really is.
    const path = publicUrl.slice(publicUrl.indexOf(PHOTO_FOLDER))
    try {
      if (!(await quota.take(budget))) throw await quotaExceeded(c)
      const job = await jobs.create({
        id: newId(),
        visitor: c.var.owner,
        origin: c.var.origin,
        player,
        createdAt: now,
        rolledStats: rollStats(secureRandom),
        cardId: newId(),
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
      return c.json(await generationOf(c, job), 202)
    } catch (thrown) {
      await client.storage.remove([path])
      throw thrown
    }
  })
  .get('/:id', async (c) => c.json(await generationOf(c, await ownJob(c))))
  .post('/:id/cancel', async (c) => {
    const { id } = await ownJob(c)
    return c.json(await generationOf(c, (await c.var.services.jobs.cancel(id))!))
  })
  .post('/:id/stats', async (c) => {
    const { id } = await ownJob(c)
    const { stats } = parseInput(EditStats, await readJson(c))
    return c.json(await generationOf(c, await c.var.services.jobs.edit(id, stats)))
  })

async function quotaExceeded(c: EdgeContext): Promise<AppError> {
  const { resetsAt } = await c.var.services.quota.read(c.var.visitor.id)
  return new AppError('QUOTA_EXCEEDED', undefined, { details: { resetsAt } })
}

/** What is to be drawn, and where in the photo the visitor says the face is. */
function orderOf(fields: unknown): { player: Job['player']; face: FaceOval | undefined } {
  const { nickname, number, team, armor, finish, face } = parseInput(GenerationForm, fields)
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
  }
  return { player, face }
}

/** Another visitor's generation is told from a missing one by nothing. */
async function ownJob(c: EdgeContext): Promise<Job> {
  const id = c.req.param('id') ?? ''
  const job = /^[0-9a-f]{32}$/.test(id) ? await c.var.services.jobs.view(id) : null
  if (job === null || job.visitor.id !== c.var.visitor.id) throw new AppError('NOT_FOUND')
  return job
}

async function generationOf(c: EdgeContext, job: Job): Promise<Generation> {
  return {
    id: job.id,
    state: job.state,
    attempt: job.attempt,
    attempts: ATTEMPTS,
    createdAt: new Date(job.createdAt).toISOString(),
    error: job.error,
    card:
      job.state === 'ready' && job.card !== null
        ? {
            id: job.cardId,
            imageUrl: job.card.imageUrl,
            playerName: job.player.nickname,
            jerseyNumber: job.player.number,
            teamColors: job.player.team,
            armor: job.player.armor,
            stats: job.card.stats,
            rolledStats: job.rolledStats,
            tier: tierOf(job.rolledStats),
            visibility: (await readVisibility(c.var.services.backend.service(c.var.origin), job.cardId)) ?? 'draft',
          }
        : null,
  }
}
