import { AppError } from '#shared/client/errors.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, retryAfterSeconds } from '#shared/time.ts'
import { logCeiling } from '#worker/limits/ceilings.ts'
import type { Clock } from '#worker/env.ts'
import { toRequestName } from '#worker/http/idempotency-key.ts'
import { recordLimit } from '#worker/http/request-scope.ts'
import type { DenyCache } from '#worker/limits/deny-cache.ts'
import { NETWORK_PART, STRANGERS_PART } from '#worker/limits/ceilings.ts'
import { endOfWindow } from '#worker/limits/window-counter.ts'
import type { Caller } from '../caller.ts'
import type { RuledWrite } from '../db/write-handlers.ts'
import { selectList } from '../db/compile.ts'
import { bindNames, type Fragment, joinFragments, sql } from '../db/fragment.ts'
import type { Row } from '../db/request.ts'
import { callerValues, type WriteRule } from '../db/rule.ts'
import { run } from '../db/statements.ts'
import type { View } from '../db/view.ts'
import { outOfBounds } from '../db/writable.ts'
import type { CardEvents } from './card-events.ts'

/** Vote limits. Daily windows are rolling, except the site-wide ceiling. */
export type VoteLimits = {
  /** Minimum time between two votes of one voter for one card. */
  readonly periodMs: number
  readonly perVoterPerDay: number
  /** Limits on all callers without a cookie behind one network: in total, and for one card. */
  readonly perAddressPerDay: number
  readonly perAddressPerCard: number
  /** Limits on all votes behind one network: for one card within {@link SPELL_MS}, and in total per rolling hour. */
  readonly perNetworkPerCard: number
  readonly perNetworkPerHour: number
  /** The limit for one card within {@link BURST_MS} while the voter's cookie is new. */
  readonly perNetworkPerCardOfNew: number
  /** Site-wide votes per UTC day. */
  readonly perDay: number
}

/** Factor for the limits of a larger network, which one customer may hold (IPv6 /48). */
const SITE_FACTOR = 4

/** Sliding windows, which spread an hour's votes evenly. */
const SPELL_MS = 20 * MINUTE_MS
const BURST_MS = 2 * MINUTE_MS

/** Idempotency window: a retry within it gets the first result and is not counted. */
const REPEATED_WITHIN_MS = HOUR_MS

type Ballot = {
  readonly rule: WriteRule
  readonly card: string
  readonly total: number
  readonly caller: Caller
  /** Hash of its idempotency key, or null. */
  readonly request: string | null
  /** Milliseconds. */
  readonly now: number
}

/** `isPublic` is null for a vote that the same request has cast before. */
type Cast = { readonly row: Row; readonly isPublic: boolean | null }

/** Why a vote does not count, and until when (milliseconds since 1970). */
type Refusal = {
  readonly code: '23505' | 'RATE_LIMITED'
  readonly until: number
  /** The scope of the wait: this card, or all cards. */
  readonly scope: 'card' | 'voter'
  /** The request that cast the counted vote. */
  readonly request?: string | null
  /**
   * The daily ceiling that is reached, site-wide or for strangers. Not cached, because an operator can raise it at any
   * time.
   */
  readonly ceiling?: number
}

export type CastVoteDeps = {
  readonly db: D1Database
  readonly clock: Clock
  readonly limits: VoteLimits
  /** Caches how long voters must wait, so that a repeat does not query the ledger. */
  readonly denied: Pick<DenyCache, 'getDenials' | 'deny'>
  readonly events: Pick<CardEvents, 'voted'>
}

/**
 * The `vote` handler. The client sends the total that the voter wants to see, and the effect is one vote. A negative
 * cache protects the ledger. For an hour, a retry by the same voter with the same idempotency key returns the row and
 * counts once. The ledger and the cache store which request cast each vote.
 *
 * It throws `42501` for a page of another site, `23514` for a total out of reach, `23505` for a second vote within the
 * period, and `RATE_LIMITED` for any other limit. The last two carry `details.nextVoteAt` and `details.scope`.
 *
 * @example
 * const handlers = { vote: (write) => castVote({ db, clock, limits, denied, events }, write) }
 */
export async function castVote(
  { db, clock, limits, denied, events }: CastVoteDeps,
  { rule, values, id, caller, idempotencyKey, view }: RuledWrite,
): Promise<Row | null> {
  // Any busy page could spend its readers' networks on a card. A token proves an account, not its reader's consent.
  if (caller.crossSite) throw new AppError('42501', 'permission denied: other sites cannot vote')
  const card = id!
  const keys = getKeys(caller.visitor.id, card)
  const request =
    idempotencyKey === null ? null : await toRequestName(`vote:${card}`, caller.visitor.id, idempotencyKey)
  const denials = await denied.getDenials(Object.values(keys).map(({ key }) => key))
  // Read before the ledger changes, so that a cached refusal may end too early but never too late.
  const now = clock()
  const ballot = { rule, card, total: Number(values['votes']), caller, request, now }
  const counted = denials.get(keys.again.key)
  if (counted !== undefined && isRepeated(ballot, counted.cause, counted.until - limits.periodMs))
    return (await run(db, [selectCard(await view(), toParams(ballot, limits), rule)]))[0]?.[0] ?? null
  for (const { key, code, scope } of Object.values(keys)) {
    const until = denials.get(key)?.until
    if (until !== undefined) throw toError({ code, until, scope }, now)
  }

  const cast = await moveLedger(db, await view(), limits, ballot)
  if (cast === null) return null
  if ('refusal' in cast) {
    const { code, until, scope, request: by = null, ceiling } = cast.refusal
    if (ceiling !== undefined) logCeiling('vote', ceiling)
    else denied.deny(keys[code === '23505' ? 'again' : scope].key, until, by)
    throw toError(cast.refusal, now)
  }
  if (cast.isPublic === null) return cast.row
  denied.deny(keys.again.key, now + limits.periodMs, request)
  events.voted({ card, votes: Number(cast.row['votes']), isPublic: cast.isPublic })
  return cast.row
}

/** Cache keys, one per kind of refusal, so that a repeat gets the same kind. */
const getKeys = (voter: string, card: string) =>
  ({
    again: { key: `vt:${voter}:${card}`, code: '23505', scope: 'card' },
    card: { key: `vl:${voter}:${card}`, code: 'RATE_LIMITED', scope: 'card' },
    voter: { key: `vt:${voter}`, code: 'RATE_LIMITED', scope: 'voter' },
  }) as const

/** Site-wide votes today in UTC. A trigger counts them for the admin pages, so reading them costs one row. */
const VOTES_TODAY = `coalesce((select count from analytics_days
  where day = date($now / 1000, 'unixepoch') and measure = 'deeds' and name = 'card_voted'), 0)`

/** Votes of a network's callers without a cookie. */
const NAMELESS = `network = $network and voter glob 'address-*'`

/** Returns the maximum daily votes of one customer's network, a share of the site-wide ceiling. */
const siteVotesPerDay = ({ perDay }: VoteLimits) => Math.max(1, Math.floor(perDay * NETWORK_PART))
/** Returns the daily votes for strangers. The rest is reserved for voters known for longer than a day. */
const strangersVotesPerDay = ({ perDay }: VoteLimits) => Math.ceil(perDay * STRANGERS_PART)

/** Votes that strangers have cast today in UTC. */
const STRANGER_VOTES_TODAY = `coalesce((select used from window_counters
  where key = 'vote:strangers' and ends_at = $day_ends), 0)`

/** Counts the vote that the previous statement has cast. */
const COUNT_STRANGER = `insert into window_counters (key, ends_at, used)
  select 'vote:strangers', $day_ends, 1 where changes() > 0
  on conflict (key, ends_at) do update set used = used + 1`

/** Returns the `$name` values of the statements below, including those of the rules. */
const toParams = ({ caller, card, total, request, now }: Ballot, limits: VoteLimits) => ({
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

/** True if the vote that request `by` cast at `at` is this one, sent again. */
const isRepeated = ({ request, now }: Ballot, by: string | null, at: number): boolean =>
  request !== null && request === by && at > now - REPEATED_WITHIN_MS

/** Selects the card as its voter sees it. */
const selectCard = (view: View, named: ReturnType<typeof toParams>, rule: WriteRule): Fragment =>
  joinFragments(
    [
      sql('select '),
      selectList(view.columns, view),
      bindNames(` from fantasy_football_cards where id = $card and (${rule.rows})`, named),
    ],
    '',
  )

/**
 * Casts one vote. The sent total only means "one vote": it may be stale, but no honest client has seen more votes than
 * exist. One conditional statement changes the ledger, and triggers count.
 *
 * @returns the current row and whether everybody may see it, or why the ledger did not change: `23505` for a second
 *   vote within the period, `RATE_LIMITED` for another limit; null when there is no such card to vote for
 * @throws AppError `23514` for a total out of reach
 */
async function moveLedger(
  db: D1Database,
  view: View,
  limits: VoteLimits,
  ballot: Ballot,
): Promise<Cast | { readonly refusal: Refusal } | null> {
  const named = toParams(ballot, limits)
  const card = `id = $card and (${ballot.rule.rows})`
  const move = bindNames(
    `insert into votes (voter, card, at, network, site, request)
     select $visitor, id, $now, $network, $site, $request from fantasy_football_cards c
     where ${card} and $total <= c.votes + 1 and ${VOTES_TODAY} < $per_day
       and (select count(*) from votes v where v.voter = $visitor and v.at > $day_ago) < $per_voter
       and (select count(*) from votes v where v.network = $network and v.at > $hour_ago) < $per_hour
       and (select count(*) from votes v where v.network = $network and v.at > $spell_ago and v.card = $card) < $per_card
       and ($is_new = 0 or
         (select count(*) from votes v where v.network = $network and v.at > $burst_ago and v.card = $card)
           < $per_card_of_new)
       and ($is_stranger = 0 or ${STRANGER_VOTES_TODAY} < $per_strangers)
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

  const count = named.is_stranger === 1 ? [bindNames(COUNT_STRANGER, named)] : []
  const results = await run(db, [move, ...count, selectCard(view, named, ballot.rule)])
  const [moved, row] = [results[0], results.at(-1)?.[0]]
  if (row === undefined) return null
  const cast = moved?.[0]
  if (cast !== undefined) return { row, isPublic: cast['is_public'] === 1 }
  if (ballot.total > Number(row['votes']) + 1) throw outOfBounds('votes')
  const refusal = await findRefusal(db, limits, ballot)
  const isSame =
    refusal.code === '23505' && isRepeated(ballot, refusal.request ?? null, refusal.until - limits.periodMs)
  return isSame ? { row, isPublic: null } : { refusal }
}

/** Selects the time of the vote that must expire before another is allowed: the n-th newest in the window. */
const selectNthNewest = (where: string, n: string, since = '$day_ago') =>
  `(select at from votes where ${where} and at > ${since} order by at desc limit 1 offset ${n} - 1)`

/** Selects a column of this voter's vote for this card. */
const selectLast = (column: string) => `(select ${column} from votes where voter = $visitor and card = $card)`

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

/** Finds out why the ledger did not change, and until when. */
async function findRefusal(db: D1Database, limits: VoteLimits, ballot: Ballot): Promise<Refusal> {
  const { now } = ballot
  const [rows] = await run(db, [
    bindNames(
      `select ${selectLast('at')} as last, ${selectLast('request')} as request, ${VOTES_TODAY} as everybody,
         ${selectNthNewest('voter = $visitor', '$per_voter')} as voters,
         iif($nameless, ${selectNthNewest(`${NAMELESS} and card = $card`, '$per_nameless_and_card')}, null) as cards,
         iif($nameless, ${selectNthNewest(NAMELESS, '$per_nameless')}, null) as networks,
         ${selectNthNewest('network = $network', '$per_hour', '$hour_ago')} as hours,
         ${selectNthNewest('network = $network and card = $card', '$per_card', '$spell_ago')} as spells,
         iif($is_new, ${selectNthNewest('network = $network and card = $card', '$per_card_of_new', '$burst_ago')}, null) as bursts,
         ${STRANGER_VOTES_TODAY} as strangers,
         ${selectNthNewest('site = $site', '$per_site_and_day')} as site_days,
         ${selectNthNewest('site = $site', '$per_site_and_hour', '$hour_ago')} as site_hours,
         ${selectNthNewest('site = $site and card = $card', '$per_site_and_card', '$spell_ago')} as site_spells,
         iif($is_new, ${selectNthNewest('site = $site and card = $card', '$per_site_and_card_of_new', '$burst_ago')}, null)
           as site_bursts`,
      toParams(ballot, limits),
    ),
  ])
  const at = rows?.[0] as Record<Counted | 'last', number | null> & {
    request: string | null
    everybody: number
    strangers: number
  }
  if (at.last !== null && at.last > now - limits.periodMs)
    return { code: '23505', until: at.last + limits.periodMs, scope: 'card', request: at.request }
  if (at.everybody >= limits.perDay)
    return { code: 'RATE_LIMITED', until: endOfWindow(now, DAY_MS), scope: 'voter', ceiling: limits.perDay }
  if (!ballot.caller.visitor.isKnown && at.strangers >= strangersVotesPerDay(limits))
    return {
      code: 'RATE_LIMITED',
      until: endOfWindow(now, DAY_MS),
      scope: 'voter',
      ceiling: strangersVotesPerDay(limits),
    }
  const until = (counted: Counted, windowMs: number) => (at[counted] ?? now - windowMs) + windowMs
  const voterUntil = Math.max(
    until('voters', DAY_MS),
    until('networks', DAY_MS),
    until('hours', HOUR_MS),
    until('site_days', DAY_MS),
    until('site_hours', HOUR_MS),
  )
  const cardUntil = Math.max(
    until('cards', DAY_MS),
    until('spells', SPELL_MS),
    until('bursts', BURST_MS),
    until('site_spells', SPELL_MS),
    until('site_bursts', BURST_MS),
  )
  return {
    code: 'RATE_LIMITED',
    until: Math.max(cardUntil, voterUntil),
    scope: cardUntil > voterUntil ? 'card' : 'voter',
  }
}

/** Records which limit was reached and returns its error. */
function toError({ code, until, scope, ceiling }: Refusal, now: number): AppError {
  recordLimit(ceiling !== undefined ? 'vote:all' : code === '23505' ? 'vote:again' : `vote:${scope}`)
  return new AppError(code, undefined, {
    details: { nextVoteAt: new Date(until).toISOString(), scope },
    retryAfterSeconds: retryAfterSeconds(until - now),
  })
}
