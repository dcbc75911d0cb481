import { AppError } from '#shared/client/errors.ts'
import { GenerationId } from '#shared/contracts/generations.ts'
import type { EdgeContext } from '../app-env.ts'
import type { CardRecord } from '../cards/card-codec.ts'
import { CARDS } from '../cards/card-queries.ts'
import { isOwner } from '../cards/owner/ownership.ts'
import type { Job } from './machine.ts'

/**
 * Returns a generation of this visitor, or of a card that this visitor owns through its manage link or an account.
 *
 * @throws AppError `NOT_FOUND` for any other, so that existing and unknown generations look the same
 */
export async function readOwnJob(c: EdgeContext, id: string): Promise<Job> {
  const job = GenerationId.safeParse(id).success ? await c.var.services.jobs.view(id) : null
  if (job === null || !(await isOwnJob(c, job))) throw new AppError('NOT_FOUND')
  return job
}

/** Returns true if a generation belongs to this visitor, or draws a card that this visitor owns. */
export async function isOwnJob(c: EdgeContext, job: Job): Promise<boolean> {
  if (job.visitor.id === c.var.visitor.id) return true
  const row = await c.var.services.backend.service(c.var.origin).db.table<CardRecord>(CARDS).get(job.cardId)
  // The card no longer uses the art of an earlier generation.
  const isCurrent = row !== null && [job.id, job.adjusts].includes(row.generationId)
  return isCurrent && isOwner(c, row)
}
