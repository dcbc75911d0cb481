import { AppError } from '#shared/client/errors.ts'
import type { Client } from '#shared/client/index.ts'
import type { Row } from '#shared/client/rows.ts'
import { Stats } from '#shared/domain/stats-schema.ts'
import { describeError, log } from '#worker/http/log.ts'
import { newId } from '#worker/http/signature.ts'
import type { CardRecord } from '../cards/card-codec.ts'
import { cardMove, CARDS, LEDGER } from '../cards/card-queries.ts'
import { type DrawnEdition, drawOrRemove } from '../pictures/drawing.ts'
import { type Edition, removeEditions } from '../cards/editions.ts'
import { removePictures } from '../pictures/remove.ts'
import type { Job } from './machine.ts'

/** Number of attempts, because stats and names may be edited while a card is drawn. */
const TRIES = 3

/** Returns true if a card is a draft with art from generation `id`. */
export const isDraftFrom = (row: CardRecord | null, id: string): row is CardRecord =>
  row !== null && row.visibility === 'draft' && row.hiddenFrom === null && row.generationId === id

/** The columns with which moderation recognizes a card. */
export type ModerationKeys = { readonly artHash: string; readonly photoHash: string | null; readonly faceFound: 0 | 1 }

type Moving = {
  readonly job: Job
  readonly artPath: string | null
  /** Draws the card with its current name and stats. */
  draw(row: CardRecord, stats: Stats, edition: string): Promise<DrawnEdition>
  getModerationKeys(edition: DrawnEdition): Promise<ModerationKeys>
}

/**
 * Moves a draft from the art of the adjusted generation to the art of this one, in one transaction. Earlier pictures can
 * then no longer be saved. Idempotent, because the host may die and repeat the step.
 *
 * @throws AppError `CONFLICT` if the card was published, removed or adjusted by another generation in the meantime
 */
export async function moveToArt(
  client: Client,
  { job, artPath, draw, getModerationKeys }: Moving,
): Promise<{ edition: DrawnEdition; stats: Stats }> {
  for (let tries = 0; tries < TRIES; tries++) {
    const row = await client.db.table<CardRecord>(CARDS).get(job.cardId)
    const stats = Stats.safeParse(row?.['stats'])
    if (row === null || !stats.success) throw notAdjustableError()
    const isMoved = row.generationId === job.id
    if (!isMoved && !isDraftFrom(row, job.adjusts!)) throw notAdjustableError()
    const name = newId()
    const drawing = draw(row, stats.data, name)
    const edition = await drawOrRemove(client, { cardId: job.cardId, edition: name }, drawing)
    if (!(await move(client, { job, artPath, edition, before: row, by: await getModerationKeys(edition) }))) {
      await removeEditions(client, [edition])
      continue
    }
    if (!isMoved) await removeEarlier(client, row)
    return { edition, stats: stats.data }
  }
  throw notAdjustableError()
}

type Moved = { edition: DrawnEdition; before: CardRecord; by: ModerationKeys }

/** @returns false if the card has changed in the meantime */
async function move(
  client: Client,
  { job, artPath, edition, before, by }: Pick<Moving, 'job' | 'artPath'> & Moved,
): Promise<boolean> {
  const { imagePath, mark } = edition
  const { cardId } = job
  const { results } = await client.db.batch(
    cardMove({
      cardId,
      generationId: job.id,
      imagePath,
      artPath,
      ...by,
      source: mark.source,
      finish: mark.finish,
      before,
    }),
  )
  const earlier = (results[1]?.rows ?? []) as readonly (Row & { imagePath: string })[]
  await removeFiles(
    client,
    job,
    earlier.map((entry) => entry.imagePath),
  )
  return (results[2]?.rows ?? []).length > 0
}

/** Removes the files of a failed adjustment. The card stays unchanged. */
export async function removeUnmoved(client: Client, { id, cardId }: Job, artPath: string | null): Promise<void> {
  const row = await client.db.table<CardRecord>(CARDS).get(cardId)
  if (row?.generationId === id) return
  await removeEditions(client, await client.db.table<Edition>(LEDGER).list({ where: { generationId: id } }))
  if (artPath !== null) await client.storage.remove([artPath])
}

/** Removes the replaced art and the pictures derived from the earlier front. */
async function removeEarlier(client: Client, before: CardRecord): Promise<void> {
  if (before.artPath !== null) await removeFiles(client, before, [before.artPath])
  await removePictures(client, before)
}

/**
 * Removes files with one retry. The card is already moved and no step runs again, so a second failure is only logged.
 * The sweep deletes unreferenced art, and pictures are deleted with their card.
 */
async function removeFiles(client: Client, { id }: { id: string }, paths: string[]): Promise<void> {
  if (paths.length === 0) return
  const remove = () => client.storage.remove(paths)
  await remove()
    .catch(remove)
    .catch((thrown: unknown) => {
      log.error('earlier art not removed', { of: id, cause: describeError(thrown) })
    })
}

export const notAdjustableError = () => new AppError('CONFLICT', 'The photo of this card cannot be adjusted now.')
