import { AppError } from '#shared/client/errors.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, retryAfterSeconds } from '#shared/time.ts'
import { logCeiling } from '#worker/limits/ceilings.ts'
import type { Clock } from '#worker/env.ts'
import { toRequestName } from '#worker/http/idempotency-key.ts'
import { noteLimit } from '#worker/http/request-scope.ts'
import type { DenyCache } from '#worker/limits/deny-cache.ts'
import { NETWORK_PART, STRANGERS_PART } from '#worker/limits/ceilings.ts'
import { endOfWindow } from '#worker/limits/window-counter.ts'
import type { Caller } from '../caller.ts'
import type { RuledWrite } from '../db/write-handlers.ts'
import { selectList } from '../db/compile.ts'
import { bound, type Fragment, joined, sql } from '../db/fragment.ts'
import type { Row } from '../db/request.ts'
import { callerValues, type WriteRule } from '../db/rule.ts'
import { run } from '../db/statements.ts'
import type { View } from '../db/view.ts'
import { outOfBounds } from '../db/writable.ts'
import type { CardEvents } from './card-events.ts'

/** Vote limits of one voter. Each limit names its window; those per day roll, but for the ceiling of everybody. */
export type VoteLimits = {
  /** A voter's votes for one card are at least this far apart. */
  readonly periodMs: number
  readonly perVoterPerDay: number
  /** Limits of all callers without a cookie behind one network: in all, and for one card. */
  readonly perAddressPerDay: number
  readonly perAddressPerCard: number
  /** Votes of everybody behind one network: for one card within {@link SPELL_MS}, and in all per rolling hour. */
  readonly perNetworkPerCard: number
  readonly perNetworkPerHour: number
  /** The same while the voter's cookie is new, for one card within {@link BURST_MS}. */
  readonly perNetworkPerCardOfNew: number
  /** Votes of everybody, per UTC day. */
  readonly perDay: number
}

/** A larger network, which one customer may hold (IPv6 /48), gets so many times what one of its parts does. */
const SITE_FACTOR = 4

/** Windows that slide: what is allowed in an hour comes evenly, not at once. */
const SPELL_MS = 20 * MINUTE_MS
const BURST_MS = 2 * MINUTE_MS

/**
 * The time in which a vote sent again under the same key is answered like the first and not counted as a second one.
 */
const REPEATED_WITHIN_MS = HOUR_MS

type Ballot = {
  readonly rule: WriteRule
  readonly card: string
  readonly total: number
  readonly caller: Caller
  /** A hash of its idempotency key; null without one. */
  readonly request: string | null
  /** Milliseconds. */
  readonly now: number
}

/** `isPublic`: null for a vote that was cast before, by the same request. */
type Cast = { readonly row: Row; readonly isPublic: boolean | null }

/** Why a vote does not count, and until when (milliseconds since 1970). */
type Refusal = {
  readonly code: '23505' | 'RATE_LIMITED'
  readonly until: number
  /** True if the voter has to wait with this card or with all. */
  readonly scope: 'card' | 'voter'
  /** The request that has cast the vote which counts. */
  readonly request?: string | null
  /**
   * The day's ceiling that is reached, of everybody or of strangers. Not cached, because an operator can raise it at
   * any time.
   */
  readonly ofAll?: number
}

export type CastVoteDeps = {
  readonly db: D1Database
  readonly clock: Clock
  readonly limits: VoteLimits
  /** Knows until when voters have to wait, so that a repeat needs no look into the ledger. */
  readonly denied: Pick<DenyCache, 'getDenials' | 'deny'>
  readonly events: Pick<CardEvents, 'voted'>
}

/**
 * The act `vote`: sent as the total that the voter wants to see, its effect is one vote. The ledger of votes lies
 * behind a negative cache, and every caller's vote comes by here. A vote that is sent again by the same voter with the
 * same idempotency key is answered with the row for an hour, and counts once: ledger and cache know by which request it
 * was cast.
 *
 * It throws `42501` for a page of another site, `23514` for a total out of reach, `23505` for a second vote within the
 * period and `RATE_LIMITED` when another limit is reached; the last two with `details.nextVoteAt` and `details.scope`.
 *
 * @example
 * const handlers = { vote: (write) => castVote({ db, clock, limits, denied, events }, write) }
 */
export async function castVote(
  { db, clock, limits, denied, events }: CastVoteDeps,
  { rule, values, id, caller, idempotencyKey, view }: RuledWrite,
): Promise<Row | null> {
  // Any busy page could spend its readers' networks on a card. A token proves an account, not that its reader agrees.
  if (caller.crossSite) throw new AppError('42501', 'permission denied: other sites cannot vote')
  const card = id!
  const keys = getKeys(caller.visitor.id, card)
  const request =
    idempotencyKey === null ? null : await toRequestName(`vote:${card}`, caller.visitor.id, idempotencyKey)
  const denials = await denied.getDenials(Object.values(keys).map(({ key }) => key))
  // Taken before the ledger moves, so that a cached refusal may end too early, but never too late.
  const now = clock()
  const ballot = { rule, card, total: Number(values['votes']), caller, request, now }
  const counted = denials.get(keys.again.key)
  if (counted !== undefined && isRepeated(ballot, counted.cause, counted.until - limits.periodMs))
    return (await run(db, [look(await view(), namedBy(ballot, limits), rule)]))[0]?.[0] ?? null
  for (const { key, code, scope } of Object.values(keys)) {
    const until = denials.get(key)?.until
    if (until !== undefined) throw refused({ code, until, scope }, now)
  }

  const cast = await moveLedger(db, await view(), limits, ballot)
  if (cast === null) return null
  if ('refusal' in cast) {
    const { code, until, scope, request: by = null, ofAll } = cast.refusal
    if (ofAll !== undefined) logCeiling('vote', ofAll)
    else denied.deny(keys[code === '23505' ? 'again' : scope].key, until, by)
    throw refused(cast.refusal, now)
  }
  if (cast.isPublic === null) return cast.row
  denied.deny(keys.again.key, now + limits.periodMs, request)
  events.voted({ card, votes: Number(cast.row['votes']), isPublic: cast.isPublic })
  return cast.row
}

/** A key for each way to be refused, as the answer to a repeat says which it was. */
const getKeys = (voter: string, card: string) =>
  ({
    again: { key: `vt:${voter}:${card}`, code: '23505', scope: 'card' },
    card: { key: `vl:${voter}:${card}`, code: 'RATE_LIMITED', scope: 'card' },
    voter: { key: `vt:${voter}`, code: 'RATE_LIMITED', scope: 'voter' },
  }) as const

/** Votes of everybody today in UTC: a trigger counts them for the admin's pages, so asking costs one row. */
const OF_ALL = `coalesce((select count from analytics_days
  where day = date($now / 1000, 'unixepoch') and measure = 'deeds' and name = 'card_voted'), 0)`

/** Votes of one network's callers without a cookie. */
const NAMELESS = `network = $network and voter glob 'address-*'`

/** One customer's network gets at most this of everybody's votes of a day. */
const siteVotesPerDay = ({ perDay }: VoteLimits) => Math.max(1, Math.floor(perDay * NETWORK_PART))
/** The rest of everybody's votes is kept for voters known for longer than a day. */
const strangersVotesPerDay = ({ perDay }: VoteLimits) => Math.ceil(perDay * STRANGERS_PART)

/** The number of votes that strangers have cast today, in UTC. */
const OF_STRANGERS = `coalesce((select used from window_counters
  where key = 'vote:strangers' and ends_at = $day_ends), 0)`

/** Counts the vote that the statement before has cast. */
const COUNT_STRANGER = `insert into window_counters (key, ends_at, used)
  select 'vote:strangers', $day_ends, 1 where changes() > 0
  on conflict (key, ends_at) do update set used = used + 1`

/** Columns that the statements below name, beside those of the rules. */
const namedBy = ({ caller, card, total, request, now }: Ballot, limits: VoteLimits) => ({
  ...callerValues(caller),
  card,
  total,
  request,
  now,
  network: caller.visitor.address,
  is_new: caller.visitor.isNew ? 1 : 0,
  hour_ago: now - HOUR_MS,
  spell_ago: now - SPELL_MS,
  burst_ago: now - BURST_MS,
  per_hour: limits.perNetworkPerHour,
  per_card: limits.perNetworkPerCard,
  per_card_of_new: limits.perNetworkPerCardOfNew,
  day_ago: now - DAY_MS,
  period_ago: now - limits.periodMs,
  per_day: limits.perDay,
  site: caller.visitor.site ?? null,
  per_site_and_hour: limits.perNetworkPerHour * SITE_FACTOR,
  per_site_and_card: limits.perNetworkPerCard * SITE_FACTOR,
  per_site_and_card_of_new: limits.perNetworkPerCardOfNew * SITE_FACTOR,
  per_site_and_day: siteVotesPerDay(limits),
  is_stranger: caller.visitor.isKnown ? 0 : 1,
  per_strangers: strangersVotesPerDay(limits),
  day_ends: endOfWindow(now, DAY_MS),
  per_voter: limits.perVoterPerDay,
  per_nameless: limits.perAddressPerDay,
  per_nameless_and_card: limits.perAddressPerCard,
})

/** True if a vote that was cast at a time by a request is this one, sent again. */
const isRepeated = ({ request, now }: Ballot, by: string | null, at: number): boolean =>
  request !== null && request === by && at > now - REPEATED_WITHIN_MS

/** The card as its voter sees it. */
const look = (view: View, named: ReturnType<typeof namedBy>, rule: WriteRule): Fragment =>
  joined(
    [
      sql('select '),
      selectList(view.columns, view),
      bound(` from fantasy_football_cards where id = $card and (${rule.rows})`, named),
    ],
    '',
  )

/**
 * Casts one vote. The total that was sent says only that a vote is meant: it may be stale, but no honest client has
 * seen more votes than there are. One conditional statement moves the ledger, triggers count.
 *
 * @returns the row as it is now and whether everybody may see it, or why the ledger did not move: `23505` for a second
 *   vote within the period, `RATE_LIMITED` when another limit is reached; null when there is no such card to vote for
 * @throws AppError `23514` for a total out of reach
 */
async function moveLedger(
  db: D1Database,
  view: View,
  limits: VoteLimits,
  ballot: Ballot,
): Promise<Cast | { readonly refusal: Refusal } | null> {
  const named = namedBy(ballot, limits)
  const card = `id = $card and (${ballot.rule.rows})`
  const move = bound(
    `insert into votes (voter, card, at, network, site, request)
     select $visitor, id, $now, $network, $site, $request from fantasy_football_cards c
     where ${card} and $total <= c.votes + 1 and ${OF_ALL} < $per_day
       and (select count(*) from votes v where v.voter = $visitor and v.at > $day_ago) < $per_voter
       and (select count(*) from votes v where v.network = $network and v.at > $hour_ago) < $per_hour
       and (select count(*) from votes v where v.network = $network and v.at > $spell_ago and v.card = $card) < $per_card
       and ($is_new = 0 or
         (select count(*) from votes v where v.network = $network and v.at > $burst_ago and v.card = $card)
           < $per_card_of_new)
       and ($is_stranger = 0 or ${OF_STRANGERS} < $per_strangers)
       and ($site is null or (
         (select count(*) from votes v where v.site = $site and v.at > $day_ago) < $per_site_and_day
         and (select count(*) from votes v where v.site = $site and v.at > $hour_ago) < $per_site_and_hour
         and (select count(*) from votes v where v.site = $site and v.at > $spell_ago and v.card = $card)
           < $per_site_and_card
         and ($is_new = 0 or
           (select count(*) from votes v where v.site = $site and v.at > $burst_ago and v.card = $card)
             < $per_site_and_card_of_new)))
       and ($nameless = 0 or (
         (select count(*) from votes where ${NAMELESS} and at > $day_ago and card = $card) < $per_nameless_and_card
         and (select count(*) from votes where ${NAMELESS} and at > $day_ago) < $per_nameless))
     on conflict (voter, card) do update set at = excluded.at, network = excluded.network, site = excluded.site,
         request = excluded.request
       where votes.at <= $period_ago
     returning (select visibility = 'public' from fantasy_football_cards where id = votes.card) as is_public`,
    named,
  )

  const count = named.is_stranger === 1 ? [bound(COUNT_STRANGER, named)] : []
  const answers = await run(db, [move, ...count, look(view, named, ballot.rule)])
  const [moved, row] = [answers[0], answers.at(-1)?.[0]]
  if (row === undefined) return null
  const cast = moved?.[0]
  if (cast !== undefined) return { row, isPublic: cast['is_public'] === 1 }
  if (ballot.total > Number(row['votes']) + 1) throw outOfBounds('votes')
  const refusal = await findRefusal(db, limits, ballot)
  const isSame =
    refusal.code === '23505' && isRepeated(ballot, refusal.request ?? null, refusal.until - limits.periodMs)
  return isSame ? { row, isPublic: null } : { refusal }
}

/** The vote that has to grow old before there is room for another: the n-th newest of those that count. */
const nth = (where: string, n: string, since = '$day_ago') =>
  `(select at from votes where ${where} and at > ${since} order by at desc limit 1 offset ${n} - 1)`

/** The time of this voter's vote for this card. */
const last = (column: string) => `(select ${column} from votes where voter = $visitor and card = $card)`

type Counted =
  | 'voters'
  | 'cards'
  | 'networks'
  | 'hours'
  | 'spells'
  | 'bursts'
  | 'site_days'
  | 'site_hours'
  | 'site_spells'
  | 'site_bursts'

/** Why the ledger did not move, and until when. */
async function findRefusal(db: D1Database, limits: VoteLimits, ballot: Ballot): Promise<Refusal> {
  const { now } = ballot
  const [rows] = await run(db, [
    bound(
      `select ${last('at')} as last, ${last('request')} as request, ${OF_ALL} as everybody,
         ${nth('voter = $visitor', '$per_voter')} as voters,
         iif($nameless, ${nth(`${NAMELESS} and card = $card`, '$per_nameless_and_card')}, null) as cards,
         iif($nameless, ${nth(NAMELESS, '$per_nameless')}, null) as networks,
         ${nth('network = $network', '$per_hour', '$hour_ago')} as hours,
         ${nth('network = $network and card = $card', '$per_card', '$spell_ago')} as spells,
         iif($is_new, ${nth('network = $network and card = $card', '$per_card_of_new', '$burst_ago')}, null) as bursts,
         ${OF_STRANGERS} as strangers,
         ${nth('site = $site', '$per_site_and_day')} as site_days,
         ${nth('site = $site', '$per_site_and_hour', '$hour_ago')} as site_hours,
         ${nth('site = $site and card = $card', '$per_site_and_card', '$spell_ago')} as site_spells,
         iif($is_new, ${nth('site = $site and card = $card', '$per_site_and_card_of_new', '$burst_ago')}, null)
           as site_bursts`,
      namedBy(ballot, limits),
    ),
  ])
  const at = rows?.[0] as Record<Counted | 'last' | 'everybody' | 'strangers', number | null> & {
    request: string | null
  }
  if (at.last !== null && at.last > now - limits.periodMs)
    return { code: '23505', until: at.last + limits.periodMs, scope: 'card', request: at.request }
  if ((at.everybody ?? 0) >= limits.perDay)
    return { code: 'RATE_LIMITED', until: endOfWindow(now, DAY_MS), scope: 'voter', ofAll: limits.perDay }
  if (!ballot.caller.visitor.isKnown && (at.strangers ?? 0) >= strangersVotesPerDay(limits))
    return {
      code: 'RATE_LIMITED',
      until: endOfWindow(now, DAY_MS),
      scope: 'voter',
      ofAll: strangersVotesPerDay(limits),
    }
  const until = (counted: Counted, windowMs: number) => (at[counted] ?? now - windowMs) + windowMs
  const day = Math.max(
    until('voters', DAY_MS),
    until('networks', DAY_MS),
    until('hours', HOUR_MS),
    until('site_days', DAY_MS),
    until('site_hours', HOUR_MS),
  )
  const ofCard = Math.max(
    until('cards', DAY_MS),
    until('spells', SPELL_MS),
    until('bursts', BURST_MS),
    until('site_spells', SPELL_MS),
    until('site_bursts', BURST_MS),
  )
  return { code: 'RATE_LIMITED', until: Math.max(ofCard, day), scope: ofCard > day ? 'card' : 'voter' }
}

/** A refusal as it is answered. */
function refused({ code, until, scope, ofAll }: Refusal, now: number): AppError {
  noteLimit(ofAll !== undefined ? 'vote:all' : code === '23505' ? 'vote:again' : `vote:${scope}`)
  return new AppError(code, undefined, {
    details: { nextVoteAt: new Date(until).toISOString(), scope },
    retryAfterSeconds: retryAfterSeconds(until - now),
  })
}
