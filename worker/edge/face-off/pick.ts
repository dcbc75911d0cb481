import { AppError } from '#shared/client/errors.ts'
import type { FaceOffPick, FaceOffResult } from '#shared/contracts/face-off.ts'
import { FACE_OFF_FAILURE, FACE_OFF_PAIRS_PER_DAY, toShownRating } from '#shared/domain/face-off.ts'
import { DAY_MS, retryAfterSeconds } from '#shared/time.ts'
import { recordLimit } from '#worker/http/request-scope.ts'
import { newId } from '#worker/http/signature.ts'
import { requireUnderCap } from '#worker/limits/network-caps.ts'
import { endOfWindow } from '#worker/limits/window-counter.ts'
import type { EdgeContext } from '../app-env.ts'
import { deal, query, readToken, toDay } from './deal.ts'
import { rate } from './glicko2.ts'
import { countPicks, insertPick, type RatedRow, readPair, readPick, updateRatings } from './queries.ts'

/** Number of attempts to store a pick when concurrent picks change the same card. */
const TRIES = 12

type Ratings = FaceOffResult['ratings']

/**
 * Counts a pick and deals the next pair. Idempotent: a resent pick counts once. Each pick is a rating period of one game.
 *
 * @throws AppError `FORBIDDEN` if the pair was not dealt to this visitor, `CONFLICT` if the visitor picked the other card,
 *   `GONE` if a card is no longer public, `RATE_LIMITED` above the limits of the visitor or the network
 */
export async function pick(c: EdgeContext, wanted: FaceOffPick): Promise<FaceOffResult> {
  const ratings = await countPick(c, wanted)
  return { ratings, next: await deal(c) }
}

/** Counts a pick without dealing the next pair, for a plain form. */
export async function countPick(c: EdgeContext, { token, winner }: FaceOffPick): Promise<Ratings> {
  const dealt = await readToken(c, token)
  if (dealt === null) throw new AppError('FORBIDDEN', FACE_OFF_FAILURE.notDealt)
  const { visitor, services } = c.var
  await requireUnderCap(services.buckets, 'faceOff', visitor.address, FACE_OFF_FAILURE.tooOften)
  const { left, right } = dealt
  for (let tries = 0; tries < TRIES; tries++) {
    const [cards, picked, counted] = await query(c, [
      readPair(left, right),
      readPick(visitor.id, left, right),
      countPicks(visitor.id, toDay(c)),
    ])
    const rows = cards as readonly RatedRow[]
    const [one, other] = [left, right].map((id) => rows.find((row) => row.id === id))
    if (one === undefined || other === undefined) throw new AppError('GONE', FACE_OFF_FAILURE.gone)
    const earlier = picked![0]?.['winner']
    if (earlier === dealt[winner]) return { left: toShownRating(one), right: toShownRating(other) }
    if (earlier !== undefined) throw new AppError('CONFLICT', FACE_OFF_FAILURE.answered)
    if ((counted![0]!['today'] as number) >= FACE_OFF_PAIRS_PER_DAY) throw dayIsOver(c)
    const score = winner === 'left' ? 1 : 0
    const rated = [rate(one, [{ opponent: other, score }]), rate(other, [{ opponent: one, score: 1 - score }])] as const
    const nonce = newId()
    const stored = await query(
      c,
      [
        insertPick(visitor.id, [one, other], { winner: dealt[winner], day: toDay(c), nonce }),
        ...updateRatings(visitor.id, [one, other], rated, nonce),
      ],
      'write',
    )
    if (stored[0]!.length > 0) return { left: toShownRating(rated[0]), right: toShownRating(rated[1]) }
  }
  throw new AppError('OVERLOADED')
}

function dayIsOver(c: EdgeContext): AppError {
  recordLimit('face-off:day')
  const now = c.var.services.clock()
  const retryAfter = retryAfterSeconds(endOfWindow(now, DAY_MS) - now)
  return new AppError('RATE_LIMITED', FACE_OFF_FAILURE.dayIsOver, { retryAfterSeconds: retryAfter })
}
