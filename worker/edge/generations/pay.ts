import { AppError } from '#shared/client/errors.ts'
import { REFUSAL } from '#shared/domain/messages.ts'
import { retryAfterSeconds } from '#shared/time.ts'
import { noteLimit } from '#worker/http/request-scope.ts'
import type { Changed, Wait } from '#worker/limits/generation-charges.ts'
import type { EdgeContext } from '../app-env.ts'
import type { Job } from './machine.ts'

export type Purchase = {
  readonly generation: string
  /** The card that is drawn again; null: a new one is made. */
  readonly card: string | null
  /** The change that is made to that card. */
  readonly changed: Changed
  readonly isPaid: boolean
}

/** True if a provider is paid for drawing this player. Our own artist costs nothing. */
export const isPaid = (c: EdgeContext, { engine }: Job['player']): boolean =>
  engine === undefined && c.var.services.config.ai.tasks.image.provider !== null

/** Everybody without a cookie behind one address shares one budget; a browser has its own. */
const getPayer = ({ var: { visitor } }: EdgeContext) => ({ visitor: visitor.id, network: visitor.address })

/**
 * Refuses before a photo is stored what `pay` would refuse afterwards, and a visitor who was just asked about a photo
 * and sends another one, once the network has used up what is free.
 *
 * @param isFaceSet whether the visitor says where the face is: then there is no question
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

/** Number of cards that this visitor may still have drawn today. */
export const cardsLeft = async (c: EdgeContext): Promise<number> =>
  (await c.var.services.charges.quota(getPayer(c).visitor)).left

/**
 * Takes what a generation costs: one of a card's free adjustments or poses, or one of the visitor's cards of the day,
 * and of the network's where a provider draws. Paid for twice by the same id, it is paid for once.
 *
 * @throws AppError `QUOTA_EXCEEDED`, `RATE_LIMITED`, `CONFLICT` when the id was used before
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
  noteLimit('generation:free')
  return new AppError('RATE_LIMITED', message, { retryAfterSeconds: retryAfterSeconds(waitMs) })
}

/** Another day brings no more of them, so it does not say when to come back. */
const posesUsedUp = () => new AppError('QUOTA_EXCEEDED', REFUSAL.posesUsedUp)

export async function quotaExceeded(c: EdgeContext): Promise<AppError> {
  const { resetsAt } = await c.var.services.charges.quota(c.var.visitor.id)
  return new AppError('QUOTA_EXCEEDED', undefined, { details: { resetsAt } })
}
