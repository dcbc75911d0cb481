import { Hono } from 'hono'
import { AppError } from '#shared/client/errors.ts'
import { EditStats, type Generation } from '#shared/contracts/generations.ts'
import { tierOf } from '#shared/domain/rarity.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import { ATTEMPTS, type Job } from './machine.ts'
import { readVisibility } from '../visibility.ts'
import { readPhotoForm } from './photo-form.ts'
import { startGeneration } from './start.ts'

export const generations = new Hono<EdgeEnv>()
  .post('/', async (c) => {
    const starting = startGeneration(c, await readPhotoForm(c))
    // The form is here by now: whoever reloads the page still gets the card.
    c.executionCtx.waitUntil(starting.catch(() => undefined))
    return c.json(await generationOf(c, await starting), 202)
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
