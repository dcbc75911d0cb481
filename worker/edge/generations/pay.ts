import { AppError } from '#shared/client/errors.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import { retryAfterSeconds } from '#shared/time.ts'
import { recordLimit } from '#worker/http/request-scope.ts'
import type { RedrawKind, Wait } from '#worker/limits/generation-charges.ts'
import type { EdgeContext } from '../app-env.ts'
import type { Job } from './machine.ts'

export type Purchase = {
  readonly generation: string
  /** The card to redraw. Null for a new card. */
  readonly card: string | null
  /** The change to that card. */
  readonly changed: RedrawKind
  readonly isPaid: boolean
}

/** Returns true if a paid provider draws this player. The embedded artist is free. */
export const isPaid = (c: EdgeContext, { engine }: Job['player']): boolean =>
  engine === undefined && c.var.services.config.ai.tasks.image.provider !== null

/** Visitors without a cookie share one budget per address. Each browser with a cookie has its own. */
const getPayer = ({ var: { visitor } }: EdgeContext) => ({ visitor: visitor.id, network: visitor.address })

/**
 * Refuses before a photo is stored what `pay` would refuse afterward. Also refuses another photo after a question, once
 * the network's free quota is used up.
 *
 * @param isFaceSet true if the visitor has marked the face, so that there is no question
 * @throws AppError `QUOTA_EXCEEDED`, `RATE_LIMITED`
 */
export async function requireAffordable(
  c: EdgeContext,
  { card, changed, isPaid }: Purchase,
  isFaceSet: boolean,
): Promise<void> {
  const { charges } = c.var.services
  const payer = getPayer(c)
  const wait = isFaceSet ? null : await charges.waitAfterQuestion(payer)
  if (wait !== null) throw tooOften(REFUSAL.tooManyQuestions, wait)
  if (card !== null && !isPaid && (await charges.freeAdjustments(card, changed)) > 0) return
  if (changed === 'pose') throw posesUsedUp()
  if ((await cardsLeft(c)) === 0) throw await quotaExceeded(c)
}

/** Returns the number of cards that this visitor has left today. */
export const cardsLeft = async (c: EdgeContext): Promise<number> =>
  (await c.var.services.charges.quota(getPayer(c).visitor)).left

/**
 * Charges a generation: one of the card's free adjustments or poses, or one of the visitor's daily cards. A paid
 * provider also charges the network. Idempotent by generation id.
 *
 * @throws AppError `QUOTA_EXCEEDED`, `RATE_LIMITED`, `CONFLICT` if the id was used before
 */
export async function pay(c: EdgeContext, { generation, card, changed, isPaid }: Purchase): Promise<void> {
  const { charges } = c.var.services
  const payer = { generation, ...getPayer(c) }
  const free = card === null || isPaid ? 'used up' : await charges.takeAdjustment(payer, card, changed)
  if (typeof free === 'object')
    throw tooOften(changed === 'pose' ? REFUSAL.posedTooOften : REFUSAL.adjustedTooOften, free)
  if (free === 'used up' && changed === 'pose') throw posesUsedUp()
  const taken = free === 'used up' ? await charges.takeCard(payer, isPaid) : free
  if (taken === 'closed') throw new AppError('CONFLICT')
  if (taken === 'used up') throw await quotaExceeded(c)
}

function tooOften(message: string, { waitMs }: Wait): AppError {
  recordLimit('generation:free')
  return new AppError('RATE_LIMITED', message, { retryAfterSeconds: retryAfterSeconds(waitMs) })
}

/** Poses do not reset daily, so the error has no reset time. */
const posesUsedUp = () => new AppError('QUOTA_EXCEEDED', REFUSAL.posesUsedUp)

export async function quotaExceeded(c: EdgeContext): Promise<AppError> {
  const { resetsAt } = await c.var.services.charges.quota(c.var.visitor.id)
  return new AppError('QUOTA_EXCEEDED', undefined, { details: { resetsAt } })
}
