import { AppError, toAppError } from '#shared/client/errors.ts'
import { getArmor, type Armor } from '#shared/domain/armor.ts'
import { buildPrompt } from '#shared/domain/prompt.ts'
import { tierOf } from '#shared/domain/rarity.ts'
import type { Stats } from '#shared/domain/stats.ts'
import { getTeam, type Team } from '#shared/domain/team.ts'
import type { Clock } from '#worker/env.ts'
import type { Backend } from '#worker/edge/backend.ts'
import { newId } from '#worker/http/signature.ts'
import { CARDS } from '../card-data.ts'
import { LEDGER, removeDrawn } from '../editions.ts'
import { where } from '#shared/query/ast.ts'
import type { CardPicture } from '#worker/render/card.ts'
import { type Drawn } from '#worker/render/formats/source-type.ts'
import { withMetadata } from '#worker/render/formats/metadata.ts'
import { serialOf } from '#worker/render/serial.ts'
import { titleOf } from '../pictures/pictures.ts'
import { removePictures } from '../pictures/remove.ts'
import type { Job } from './machine.ts'

export type JobSteps = {
  /** Is the photo there? @throws AppError `FILE_NOT_FOUND` */
  check(job: Job): Promise<void>
  /** Asks the image engine once. @returns the address of the player's art. @throws AppError as the engine failed */
  draw(job: Job, signal: AbortSignal): Promise<string>
  /** Draws the card around the art, stores it and makes it a draft. Doing it twice does the same. */
  finish(job: Job): Promise<{ imageUrl: string }>
  /** Draws the card with other stats and moves the draft to the new picture. @throws AppError `CONFLICT` once it is public */
  redraw(job: Job, stats: Stats): Promise<{ imageUrl: string }>
  /** Removes what was needed for the drawing only: the photo, and unless there is a card, all that was drawn. */
  cleanUp(job: Job): Promise<void>
}

export type StepDeps = {
  backend: Backend
  clock: Clock
  renderCard: (picture: CardPicture) => Promise<Uint8Array>
  /** How the configured image engine draws. */
  drawn: Drawn
}

/** An engine that has said nothing for this long has failed. */
const ENGINE_TIMEOUT_MS = 90_000

export function createJobSteps({ backend, clock, renderCard, drawn }: StepDeps): JobSteps {
  const partsOf = ({ player }: Job): { team: Team; armor: Armor } => {
    const team = getTeam(player.team)
    const armor = getArmor(player.armor)
    if (team === null || armor === null)
      throw new AppError('INTERNAL', undefined, { cause: 'a job with an unknown team' })
    return { team, armor }
  }

  async function render(job: Job, stats: Stats, name: string): Promise<{ imageUrl: string; path: string }> {
    const { team, armor } = partsOf(job)
    if (job.artUrl === null) throw new AppError('INTERNAL', undefined, { cause: 'a job without art' })
    const art = await backend.image(job.artUrl, job.origin)
    const card = await renderCard({
      art: art.bytes,
      artType: art.type,
      playerName: job.player.nickname,
      jerseyNumber: job.player.number,
      team,
      armor,
      stats,
      tier: tierOf(job.rolledStats),
      serial: serialOf(job.cardId),
    })
    const jpeg = withMetadata(card, {
      title: titleOf({ playerName: job.player.nickname, jerseyNumber: job.player.number }),
      drawn,
    })
    const path = `cards/${job.cardId}/${name}.jpg`
    const file = new File([jpeg], 'card.jpg', { type: 'image/jpeg' })
    const { publicUrl } = await backend.service(job.origin).storage.upload(file, path, { upsert: true })
    return { imageUrl: publicUrl, path }
  }

  const enterInLedger = (job: Job, imageUrl: string, path: string) =>
    unlessThere(
      backend.service(job.origin).db.table(LEDGER).create({
        imageUrl,
        generationId: job.id,
        cardId: job.cardId,
        visitor: job.visitor.id,
        imagePath: path,
        createdAt: clock(),
      }),
    )

  return {
    async check(job) {
      if (job.photo === null) throw new AppError('FILE_NOT_FOUND')
      await backend.image(job.photo.url, job.origin).catch((thrown: unknown) => {
        // Only a photo that is gone is worth stopping for; a passing failure is the next step's to retry.
        if (toAppError(thrown).code === 'FILE_NOT_FOUND') throw thrown
      })
    },

    async draw(job, signal) {
      if (job.photo === null) throw new AppError('FILE_NOT_FOUND')
      const { team, armor } = partsOf(job)
      const { nickname, number, finish = 'ink' } = job.player
      const prompt = buildPrompt({ nickname, number, team, armor, finish, face: job.photo.face ?? null })
      const client = await backend.for(job.visitor, job.origin)
      const answer = await client.ai.modifyImage({
        prompt,
        images: [job.photo.url],
        signal: AbortSignal.any([signal, AbortSignal.timeout(ENGINE_TIMEOUT_MS)]),
      })
      return answer.data[0]!.url
    },

    async finish(job) {
      const { imageUrl, path } = await render(job, job.rolledStats, job.edition)
      await enterInLedger(job, imageUrl, path)
      const now = new Date(clock()).toISOString()
      await unlessThere(
        backend
          .service(job.origin)
          .db.table(CARDS)
          .create({
            id: job.cardId,
            playerName: job.player.nickname,
            jerseyNumber: job.player.number,
            teamColors: job.player.team,
            imageUrl,
            stats: job.rolledStats,
            createdAt: now,
            votes: 0,
            userId: 'anonymous',
            visibility: 'draft',
            owner: job.visitor.id,
            generationId: job.id,
            armor: job.player.armor,
            tier: tierOf(job.rolledStats),
            artPath: artPathOf(job, backend.coreUrl(job.origin)),
            draftedAt: now,
          }),
      )
      return { imageUrl }
    },

    async redraw(job, stats) {
      const client = backend.service(job.origin)
      const row = await client.db.table(CARDS).get(job.cardId)
      if (row === null || row['visibility'] === 'public') throw notEditable()
      const { imageUrl, path } = await render(job, stats, newId())
      await enterInLedger(job, imageUrl, path)
      // Drawing takes a while; a card that was saved meanwhile stays as it was saved.
      const notPublic = [where('id', 'eq', job.cardId), where('visibility', 'neq', 'public')]
      const changed = await client.rest(CARDS).update(notPublic, { image_url: imageUrl, stats }, { returning: true })
      if (changed.length === 0) {
        await client.storage.remove([path])
        throw notEditable()
      }
      await removePictures(client, row)
      return { imageUrl }
    },

    async cleanUp(job) {
      if (job.photo !== null) await (await backend.for(job.visitor, job.origin)).storage.remove([job.photo.path])
      if (job.state !== 'ready')
        await removeDrawn(backend.service(job.origin), job.cardId, artPathOf(job, backend.coreUrl(job.origin)))
    },
  }
}

const notEditable = () => new AppError('CONFLICT', 'This card cannot be edited now.')

/** A row that is already there was written by this very step before its host died. */
async function unlessThere(creation: Promise<unknown>): Promise<void> {
  try {
    await creation
  } catch (thrown) {
    if (!(thrown instanceof AppError && thrown.code === '23505')) throw thrown
  }
}

/** The path of art that lies in our own storage, so that it is kept as long as the card; null for another host's. */
function artPathOf(job: Job, coreUrl: string): string | null {
  const path = job.artUrl?.startsWith(`${coreUrl}/storage/`) ? job.artUrl.slice(`${coreUrl}/storage/`.length) : null
  return path === null ? null : path.slice(path.indexOf('/') + 1)
}
