import { AppError } from '#shared/client/errors.ts'
import type { Caller } from '../caller.ts'
import { shownList } from './compile.ts'
import { bound, joined, sql } from './fragment.ts'
import { nearestRow } from './nearest.ts'
import type { Row } from './request.ts'
import { callerValues, type WriteRule } from './rule.ts'
import { run } from './statements.ts'
import type { View } from './view.ts'
import { outOfBounds } from './writable.ts'

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

export type Ballot = {
  readonly rule: WriteRule<'vote'>
  readonly card: string
  readonly total: number
  readonly caller: Caller
  /** Milliseconds. */
  readonly now: number
}

export type Cast = { readonly row: Row; readonly isPublic: boolean }

const CARD = nearestRow('fantasy_football_cards', 'id', '$card')

/** What the statements below name, beside what rules may. */
const namedBy = ({ caller, card, total, now }: Ballot, limits: VoteLimits) => ({
  ...callerValues(caller),
  card,
  total,
  now,
  network: caller.visitor.kind === 'address' ? caller.visitor.address : null,
  day_ago: now - DAY_MS,
  period_ago: now - limits.periodMs,
  per_voter: limits.perVoterPerDay,
  per_network: limits.perAddressPerDay,
  per_network_and_card: limits.perAddressPerCard,
})

/**
 * Casts one vote. The total that was sent says only that a vote is meant: it may be stale, but nobody honest has seen
 * more votes than there are. One conditional statement moves the ledger, triggers count.
 *
 * @returns the row as it is now and whether everybody may see it; null when there is no such card to vote for
 * @throws AppError `23514` for a total out of reach, `23505` for a second vote within the period, `RATE_LIMITED` when
 * a daily limit is reached; the last two with `details.nextVoteAt`
 */
export async function castVote(db: D1Database, view: View, limits: VoteLimits, ballot: Ballot): Promise<Cast | null> {
  const named = namedBy(ballot, limits)
  const card = `id = $card and (${ballot.rule.rows})`
  const move = bound(
    `insert into votes (voter, card, at, network)
     select $visitor, id, $now, $network from ${CARD} c
     where ${card} and $total <= c.votes + 1
       and (select count(*) from votes v where v.voter = $visitor and v.at > $day_ago) < $per_voter
       and ($network is null or (
         (select count(*) from votes v where v.network = $network and v.card = $card and v.at > $day_ago)
           < $per_network_and_card
         and (select count(*) from votes v where v.network = $network and v.at > $day_ago) < $per_network))
     on conflict (voter, card) do update set at = excluded.at, network = excluded.network
       where votes.at <= $period_ago
     returning (select visibility = 'public' from fantasy_football_cards where id = votes.card) as is_public`,
    named,
  )
  const look = joined([sql('select '), shownList(view.columns, view), bound(` from ${CARD} where ${card}`, named)], '')

  const [moved, seen] = await run(db, [move, look])
  const row = seen?.[0]
  if (row === undefined) return null
  const cast = moved?.[0]
  if (cast !== undefined) return { row, isPublic: cast['is_public'] === 1 }
  if (ballot.total > Number(row['votes']) + 1) throw outOfBounds('votes')
  throw await refusal(db, limits, ballot)
}

/** The vote that has to grow old before there is room for another: the n-th newest of those that count. */
const nth = (where: string, n: string) =>
  `(select at from votes where ${where} and at > $day_ago order by at desc limit 1 offset ${n} - 1)`

/** Why the ledger did not move, and until when. */
async function refusal(db: D1Database, limits: VoteLimits, ballot: Ballot) {
  const { now } = ballot
  const since = now - DAY_MS
  const [rows] = await run(db, [
    bound(
      `select (select at from votes where voter = $visitor and card = $card) as last,
         ${nth('voter = $visitor', '$per_voter')} as voters,
         ${nth('network = $network and card = $card', '$per_network_and_card')} as cards,
         ${nth('network = $network', '$per_network')} as networks`,
      namedBy(ballot, limits),
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
