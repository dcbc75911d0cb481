import { Hono } from 'hono'
import { EditStats, Generation, GenerationForm, type MadeCard } from '#shared/contracts/generations.ts'
import { Visibility } from '#shared/domain/card-schema.ts'
import { noticeLines } from '#shared/domain/notices.ts'
import { getTier } from '#shared/domain/rarity.ts'
import { parseInput, readJson } from '#worker/http/body.ts'
import { describeResponse, describeCall, formRequest, jsonRequest, ok } from '#worker/http/openapi/describe.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import type { EdgeContext, EdgeEnv } from '../app-env.ts'
import { type CardRecord, getCardTier, needsModerator } from '../cards/card-codec.ts'
import { CARDS } from '../cards/card-queries.ts'
import { grantPreviewAccess, isMaker } from '../cards/owner/ownership.ts'
import { ATTEMPTS, type Job } from './machine.ts'
import { requireRedraw } from '../cards/require-redraw.ts'
import { getFirstPose, getPose, hasOtherPose } from './job-pose.ts'
import { readOwnJob } from './own-job.ts'
import { isPaid } from './pay.ts'
import { readPhotoForm } from './photo-form.ts'
import { requireAdmitted, startGeneration } from './start.ts'

const GENERATION = ok('Generation', Generation)

export const generations = new Hono<EdgeEnv>()
  // Each response is private to the card's maker.
  .use(async (c, next) => {
    c.header('cache-control', 'private, no-store')
    await next()
  })
  .post(
    '/',
    describeCall('Starts a job that draws a card from a photo', {
      about: 'Resending the same `id` returns the same job.',
      sends: formRequest('GenerationForm', GenerationForm, 'photo'),
      responses: describeResponse(202, 'Generation', Generation),
      errors: [400, 403, 404, 409, 422, 429],
    }),
    async (c) => {
      const form = await readPhotoForm(c, (fields) => requireAdmitted(c, fields))
      const starting = startGeneration(c, form).finally(form.photo.release)
      // The form is complete, so the generation starts even if the client disconnects. A reloaded page gets the card.
      c.executionCtx.waitUntil(starting.catch(() => undefined))
      return c.json(await toGeneration(c, await starting), 202)
    },
  )
  .get(
    '/:id',
    describeCall('Returns the state of the visitor’s generation', { responses: GENERATION, errors: [404] }),
    async (c) => {
      const job = await readOwnJob(c, c.req.param('id'))
      // Image requests cannot send the owner's header, so they need a cookie.
      if (job.visitor.id !== c.var.visitor.id) await grantPreviewAccess(c, job.cardId)
      return c.json(await toGeneration(c, job))
    },
  )
  .post(
    '/:id/cancel',
    describeCall('Cancels a generation and deletes its photo', { responses: GENERATION, errors: [404] }),
    async (c) => {
      const { id } = await readOwnJob(c, c.req.param('id'))
      return c.json(await toGeneration(c, (await c.var.services.jobs.cancel(id))!))
    },
  )
  .post(
    '/:id/stats',
    describeCall('Draws the card again with edited stats', {
      sends: jsonRequest('EditStats', EditStats),
      responses: GENERATION,
      errors: [400, 404, 409, 429, 502],
    }),
    async (c) => {
      const { id } = await readOwnJob(c, c.req.param('id'))
      const { stats } = parseInput(EditStats, await readJson(c, BODY_BYTES.small))
      await requireRedraw(c)
      return c.json(await toGeneration(c, await c.var.services.jobs.edit(id, stats)))
    },
  )

async function toGeneration(c: EdgeContext, job: Job): Promise<Generation> {
  const { charges } = c.var.services
  const isFree = job.state === 'ready' && !isPaid(c, job.player)
  return {
    id: job.id,
    state: job.state,
    attempt: job.attempt,
    attempts: ATTEMPTS,
    createdAt: new Date(job.createdAt).toISOString(),
    error: job.error,
    faces: [...(job.faces ?? [])],
    finish: job.made?.finish ?? null,
    notices: noticeLines(job.made?.notices ?? []),
    freeAdjustments: isFree ? await charges.freeAdjustments(job.cardId) : 0,
    freePoses: isFree && hasOtherPose(job) ? await charges.freeAdjustments(job.cardId, 'pose') : null,
    canUndoPose: isFree && getPose(job) !== getFirstPose(job),
    ...(canOfferOwnArtist(c, job) && { offer: 'embedded' as const }),
    card: job.state === 'ready' && job.card !== null ? await toMadeCard(c, job, job.card) : null,
  }
}

/** Returns true if an outside engine has failed and the embedded artist was not tried yet. */
const canOfferOwnArtist = (c: EdgeContext, { state, attempt, artUrl, player }: Job): boolean =>
  state === 'failed' &&
  attempt > 0 &&
  artUrl === null &&
  player.engine === undefined &&
  c.var.services.config.ai.tasks.image.provider !== null

/** Returns the current state of a generation's card, whose maker may have renamed it. */
async function toMadeCard(c: EdgeContext, job: Job, made: NonNullable<Job['card']>): Promise<MadeCard> {
  const row = await c.var.services.backend.service(c.var.origin).db.table<MadeRow>(CARDS).get(job.cardId)
  return {
    id: job.cardId,
    imageUrl: row?.imageUrl ?? made.imageUrl,
    playerName: row?.playerName ?? job.player.nickname,
    jerseyNumber: job.player.number,
    teamColors: job.player.team,
    armor: job.player.armor,
    stats: made.stats,
    rolledStats: job.rolledStats,
    tier: row === null ? getTier(job.rolledStats) : getCardTier(row),
    source: row?.source ?? null,
    visibility: row === null ? 'draft' : Visibility.parse(row.visibility),
    hidden: row !== null && row.hiddenFrom !== null,
    canSave: isMaker(c, { owner: job.visitor.id }),
    needsFace: row !== null && !c.var.services.config.reviewsFaceless && needsModerator(row),
  }
}

type MadeRow = Pick<
  CardRecord,
  'imageUrl' | 'playerName' | 'visibility' | 'hiddenFrom' | 'source' | 'faceFound' | 'review'
>
