import type { Row } from '#shared/client/rows.ts'
import type { SqlStatement } from '#shared/client/sql.ts'
import type { FaceOff, FaceOffPair } from '#shared/contracts/face-off.ts'
import { FACE_OFF_PAIRS_PER_DAY } from '#shared/domain/face-off.ts'
import { DAY_MS } from '#shared/time.ts'
import { isSignedByAny, sign } from '#worker/http/signature.ts'
import { endOfWindow } from '#worker/limits/window-counter.ts'
import type { EdgeContext } from '../app-env.ts'
import { sqlToRecord, toCard } from '../cards/card-codec.ts'
import { readUserId } from '../user.ts'
import { countPicks, type Picker, type RatedRow, readNearest, readUncertain } from './queries.ts'

/** Number of cards with the most uncertain ratings. The first card of a pair is one of them. */
const UNCERTAIN = 24
/** Number of opponents to read on each side. The second card is one of the `NEAREST` of them. */
const NEIGHBORS = 12
const NEAREST = 6
/** Number of first cards to try before the visitor counts as having seen every pair. */
const TRIES = 4

/** Runs queries in one batch. */
export async function query(c: EdgeContext, statements: readonly SqlStatement[], mode: 'read' | 'write' = 'read') {
  const { results } = await c.var.services.backend.service(c.var.origin).db.batch([...statements], mode)
  return results.map(({ rows }) => rows as readonly Row[])
}

export const toDay = (c: EdgeContext): number => Math.floor(c.var.services.clock() / DAY_MS)

/**
 * Deals a pair: a card with an uncertain rating, and one with nearly the same rating. The choice depends on the visitor
 * and the number of picks so far, so that reloading the page returns the same pair.
 */
export async function deal(c: EdgeContext): Promise<FaceOff> {
  // A browser without a cookie gets its identity with this response.
  const picker = { visitor: c.var.owner.id, userId: await readUserId(c) }
  const [counted, uncertain] = await query(c, [countPicks(picker.visitor, toDay(c)), readUncertain(picker, UNCERTAIN)])
  const { total, today } = counted![0] as { total: number; today: number }
  const left = Math.max(0, FACE_OFF_PAIRS_PER_DAY - today)
  const pair = left === 0 ? null : await choosePair(c, picker, total, uncertain as readonly RatedRow[])
  const resetsAt = new Date(endOfWindow(c.var.services.clock(), DAY_MS)).toISOString()
  return { pair, left, resetsAt }
}

async function choosePair(c: EdgeContext, picker: Picker, picks: number, uncertain: readonly RatedRow[]) {
  const { tokenSecret } = c.var.services.config
  const seed = await sign(tokenSecret, `face-off deal:${picker.visitor}:${picks}`)
  // Eight digits, so that the modulo bias is negligible.
  const roll = (at: number, sides: number): number => Number.parseInt(seed.slice(at * 8, at * 8 + 8), 16) % sides
  const candidates = [...uncertain]
  for (let tries = 0; tries < TRIES && candidates.length > 0; tries++) {
    const [first] = candidates.splice(roll(tries, candidates.length), 1)
    const [found] = await query(c, [readNearest(picker, first!, NEIGHBORS)])
    const distance = ({ rating }: RatedRow) => Math.abs(rating - first!.rating)
    const nearest = ([...found!] as unknown as RatedRow[])
      .toSorted((one, other) => distance(one) - distance(other))
      .slice(0, NEAREST)
    const second = nearest[roll(6, Math.max(1, nearest.length))]
    if (second !== undefined) return toPair(c, picker.visitor, roll(7, 2) === 0 ? [first!, second] : [second, first!])
  }
  return null
}

async function toPair(c: EdgeContext, visitor: string, rows: readonly [RatedRow, RatedRow]): Promise<FaceOffPair> {
  const core = c.var.services.backend.coreUrl(c.var.origin)
  const [left, right] = await Promise.all(rows.map((row) => toCard(sqlToRecord(row, core))))
  const dealt = { day: toDay(c), left: left!.id, right: right!.id }
  const signature = await sign(c.var.services.config.tokenSecret, toClaim(visitor, dealt))
  return { left: left!, right: right!, token: [dealt.day, dealt.left, dealt.right, signature].join('.') }
}

type Dealt = { readonly day: number; readonly left: string; readonly right: string }

const toClaim = (visitor: string, { day, left, right }: Dealt) => `face-off pair:${visitor}:${day}:${left}:${right}`

const TOKEN = /^(\d{1,6})\.([^.]{1,64})\.([^.]{1,64})\.([0-9a-f]{64})$/

/** Returns the pair of a token that was signed for this visitor today or yesterday, or null. */
export async function readToken(c: EdgeContext, token: string): Promise<Dealt | null> {
  const [, day = '', left = '', right = '', signature = ''] = TOKEN.exec(token) ?? []
  const dealt = { day: Number(day), left, right }
  const { visitor, services } = c.var
  if (visitor.kind !== 'visitor' || signature === '' || toDay(c) - dealt.day > 1) return null
  const isOurs = await isSignedByAny(services.config.accepted.tokenSecrets, toClaim(visitor.id, dealt), signature)
  return isOurs ? dealt : null
}
