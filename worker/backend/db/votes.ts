import { AppError } from '#shared/client/errors.ts'
import type { Visitor } from '#worker/http/visitor.ts'
import { shownList } from './compile.ts'
import { joined, sql } from './fragment.ts'
import type { Row } from './request.ts'
import { run } from './statements.ts'
import type { View } from './view.ts'

const DAY_MS = 86_400_000

/** How often one voter may vote. Counts are per rolling day. */
export type VoteLimits = {
  /** A voter's votes for one card are at least this far apart. */
  readonly periodMs: number
  readonly perVoterPerDay: number
  /** For callers without a cookie, all behind one network together: in all, and for one card. */
  readonly perAddressPerDay: number
  readonly perAddressPerCard: number
}

export type Ballot = { readonly card: string; readonly total: number; readonly voter: Visitor; readonly now: number }

/** @throws AppError `42501` when more than the total is sent, `23514` when it is no total */
export function readTotal(patch: Row): number {
  const { votes, ...others } = patch
  if (Object.keys(others).length > 0 || votes === undefined)
    throw new AppError('42501', 'permission denied: only votes can change')
  if (!Number.isSafeInteger(votes) || (votes as number) < 1) throw outOfBounds()
  return votes as number
}

const outOfBounds = () => new AppError('23514', 'votes violates its check constraint: it goes up one by one')

/**
 * Casts one vote. The total that was sent says only that a vote is meant: it may be stale, but nobody honest has seen
 * more votes than there are. One conditional statement moves the ledger, triggers count.
 *
 * @returns the row as it is now; null when there is no such card to vote for
 * @throws AppError `23514` for a total out of reach, `23505` for a second vote within the period, `RATE_LIMITED` when
 * a daily limit is reached; the last two with `details.nextVoteAt`
 */
export async function castVote(db: D1Database, view: View, limits: VoteLimits, ballot: Ballot): Promise<Row | null> {
  const { card, total, voter, now } = ballot
  const since = now - DAY_MS
  const network = voter.kind === 'address' ? voter.address : null
  const cast = sql(
    `insert into votes (voter, card, at, network)
     select ?1, c.id, ?2, ?3 from fantasy_football_cards c
     where c.id = ?4 and c.visibility <> 'draft' and ?5 <= c.votes + 1
       and (select count(*) from votes v where v.voter = ?1 and v.at > ?6) < ?7
       and (?3 is null or (
         (select count(*) from votes v where v.network = ?3 and v.card = ?4 and v.at > ?6) < ?8
         and (select count(*) from votes v where v.network = ?3 and v.at > ?6) < ?9))
     on conflict (voter, card) do update set at = excluded.at, network = excluded.network
       where votes.at <= excluded.at - ?10
     returning at`,
    voter.id,
    now,
    network,
    card,
    total,
    since,
    limits.perVoterPerDay,
    limits.perAddressPerCard,
    limits.perAddressPerDay,
    limits.periodMs,
  )
  const look = joined(
    [
      sql('select '),
      shownList(view.columns, view),
      sql(` from fantasy_football_cards where id = ? and visibility <> 'draft'`, card),
    ],
    '',
  )

  const [moved, seen] = await run(db, [cast, look])
  const row = seen?.[0]
  if (row === undefined) return null
  if (moved?.[0] !== undefined) return row
  if (total > Number(row['votes']) + 1) throw outOfBounds()
  throw await refusal(db, limits, ballot, network)
}

/** The vote that has to grow old before there is room for another: the n-th newest of those that count. */
const nth = (where: string) => `(select at from votes where ${where} and at > ?3 order by at desc limit 1 offset`

/** Why the ledger did not move, and until when. */
async function refusal(db: D1Database, limits: VoteLimits, { card, voter, now }: Ballot, network: string | null) {
  const since = now - DAY_MS
  const [rows] = await run(db, [
    sql(
      `select (select at from votes where voter = ?1 and card = ?2) as last,
         ${nth('voter = ?1')} ?5) as voters, ${nth('network = ?4 and card = ?2')} ?6) as cards,
         ${nth('network = ?4')} ?7) as networks`,
      voter.id,
      card,
      since,
      network,
      limits.perVoterPerDay - 1,
      limits.perAddressPerCard - 1,
      limits.perAddressPerDay - 1,
    ),
  ])
  const at = rows?.[0] as { last: number | null; voters: number | null; cards: number | null; networks: number | null }
  if (at.last !== null && at.last > now - limits.periodMs)
    return refused('23505', at.last + limits.periodMs, now, 'card')
  const day = Math.max(at.voters ?? since, at.networks ?? since) + DAY_MS
  const ofCard = (at.cards ?? since) + DAY_MS
  return ofCard > day ? refused('RATE_LIMITED', ofCard, now, 'card') : refused('RATE_LIMITED', day, now, 'voter')
}

/** @param scope whether the voter has to wait with this card or with all */
export function refused(code: '23505' | 'RATE_LIMITED', until: number, now: number, scope: 'card' | 'voter'): AppError {
  return new AppError(code, undefined, {
    details: { nextVoteAt: new Date(until).toISOString(), scope },
    retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)),
  })
}
