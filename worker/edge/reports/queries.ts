import type { SqlStatement } from '#shared/client/sql.ts'
import { GRAVE_REASONS, type ReportReason } from '#shared/contracts/reports.ts'
import {
  AUTOMATIC_HIDINGS_PER_NETWORK_PER_HOUR,
  ESTABLISHED_CARD,
  GRAVE_REPORTERS_TO_HIDE_ESTABLISHED,
  GRAVE_REPORTS_THAT_HIDE_PER_NETWORK_PER_DAY,
  REPORTERS_TO_HIDE,
} from '#shared/domain/limits.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { CARDS } from '../cards/card-queries.ts'

/** SQL queries about reports and refused pictures. They need the service key. */

const VISIBLE = `visibility in ('unlisted', 'public')`
const GRAVE = GRAVE_REASONS.map((reason) => `'${reason}'`).join(', ')

/**
 * Stores a report within the daily limits. A second report by the same reporter has no effect, unless the card was
 * renamed after a moderator had restored it.
 */
const STORE = `insert into reports (card, reporter, network, reason, detail, at)
  select id, ?, ?, ?, ?, ? from ${CARDS} where id = ? and ${VISIBLE}
    and (select count(*) from reports where reporter = ? and at > ?) < ?
    and (select count(*) from reports where network = ? and at > ?) < ?
  on conflict (card, reporter) do update set network = excluded.network, reason = excluded.reason,
    detail = excluded.detail, at = excluded.at, decided = 0 where reports.decided = 2`

/** Open reports, excluding networks that already have a decided report of this card. */
const OPEN = `from reports r where r.card = c.id and r.decided = 0
  and not exists (select 1 from reports d where d.card = c.id and d.decided = 1 and d.network = r.network)`
const WAS_RESTORED = `exists (select 1 from reports where card = c.id and decided = 1)`
const IS_ESTABLISHED = `(c.votes >= ${ESTABLISHED_CARD.votes} or c.created_at < ?)`

/**
 * Cards to hide automatically: reported by three networks, or for a grave reason by one (two for an established card).
 * Cookies are free, so each network counts once, and only its first grave reports of a day can hide on their own. A card
 * that a moderator has restored is never hidden by a single report again (worker/DECISIONS.md).
 */
const IS_TO_HIDE = `((select count(distinct r.network) ${OPEN}) >= ${REPORTERS_TO_HIDE}
  or (not ${WAS_RESTORED}
    and exists (select 1 ${OPEN} and r.network = ? and r.at > ? and r.reason in (${GRAVE}))
    and (select count(*) from reports where network = ? and at > ? and reason in (${GRAVE}))
      <= ${GRAVE_REPORTS_THAT_HIDE_PER_NETWORK_PER_DAY}
    and (select count(distinct r.network) ${OPEN} and r.reason in (${GRAVE}))
      >= case when ${IS_ESTABLISHED} then ${GRAVE_REPORTERS_TO_HIDE_ESTABLISHED} else 1 end))`

/**
 * Hides the card. To limit mass reporting, a network above its ceiling hides nothing except for grave reasons. A
 * moderator then decides.
 */
const HIDE = `update ${CARDS} as c set hidden_from = visibility, visibility = 'draft', hidden_at = ?, hidden_by = ?
  where c.id = ? and ${VISIBLE} and ${IS_TO_HIDE}
    and (? in (${GRAVE}) or (select count(*) from ${CARDS} where hidden_by = ? and hidden_at > ?)
      < ${AUTOMATIC_HIDINGS_PER_NETWORK_PER_HOUR})
  returning hidden_from`

const OUTCOME = `select (select visibility from ${CARDS} where id = ?) as visibility,
  (select 1 from reports where card = ? and reporter = ? and decided <> 2) as entered,
  (select min(at) from reports where reporter = ? and at > ?) as oldest,
  (select 1 from ${CARDS} c where c.id = ? and ${VISIBLE} and ${IS_TO_HIDE}) as stopped`

export type Reported = {
  readonly card: string
  readonly reporter: string
  readonly network: string
  readonly reason: ReportReason
  readonly detail: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** Maximum number of reports that count in a day. */
  readonly perVisitor: number
  readonly perNetwork: number
}

/** Result of the third statement of `takeReport`. `oldest` is the time of the reporter's first report of the day. */
export type ReportOutcome = {
  visibility: string | null
  entered: number | null
  oldest: number | null
  stopped: number | null
}

/** Stores a report, hides its card if necessary, and returns the outcome. */
export function takeReport(report: Reported): SqlStatement[] {
  const { card, reporter, network, reason, detail, now, perVisitor, perNetwork } = report
  const since = now - DAY_MS
  const judged = [network, since, network, since, new Date(now - ESTABLISHED_CARD.days * DAY_MS).toISOString()]
  return [
    {
      sql: STORE,
      args: [reporter, network, reason, detail, now, card, reporter, since, perVisitor, network, since, perNetwork],
    },
    { sql: HIDE, args: [now, network, card, ...judged, reason, network, now - HOUR_MS] },
    { sql: OUTCOME, args: [card, card, reporter, reporter, since, card, ...judged] },
  ]
}

/** Maximum number of reports that are read at once. */
const REPORTS = 2000
const UNDECIDED = `select card, reason, detail, at from reports r where decided = 0
  and not exists (select 1 from held_removals h where h.card = r.card) order by at limit ${REPORTS}`

/**
 * Returns undecided reports, oldest first; their cards; and the cards that wait to enter the Hall. Leaves out cards that
 * are being removed.
 */
export const QUEUE: readonly SqlStatement[] = [
  { sql: UNDECIDED },
  { sql: `select * from ${CARDS} where id in (select card from (${UNDECIDED}))` },
  {
    sql: `select * from ${CARDS} where review = 'waiting'
    and not exists (select 1 from held_removals h where h.card = ${CARDS}.id) order by review_at limit ${REPORTS}`,
  },
]

/** Returns the number of cards in the queue, and the time of the oldest one. */
export const WAITING = `select count(distinct card) as waiting, min(at) as oldest from (
    select r.card, r.at from reports r join ${CARDS} c on c.id = r.card where r.decided = 0
    union all select id, review_at from ${CARDS} where review = 'waiting')`

/** Shows a card again. The first and third statements return its new visibility. */
export const restoreStatements = (card: string, now: number): SqlStatement[] => [
  {
    sql: `update ${CARDS} set visibility = hidden_from, hidden_from = null where id = ? and hidden_from is not null
      returning visibility`,
    args: [card],
  },
  { sql: 'update reports set decided = 1 where card = ?', args: [card] },
  {
    sql: `update ${CARDS} set review = 'seen', visibility = 'public', created_at = iif(published_at is null, ?, created_at)
      where id = ? and review = 'waiting' and visibility = 'unlisted' returning visibility`,
    args: [new Date(now).toISOString(), card],
  },
  // Cancels a removal that can still be undone.
  unblockHeldPictures(card),
  { sql: 'delete from held_removals where card = ?', args: [card] },
]

/** Blocks a picture permanently. @param hash the picture's hash */
export const blockPicture = (hash: string, card: string, now: number): SqlStatement => ({
  sql: `insert into refused_pictures (hash, card, refused_at) values (?, ?, ?)
    on conflict (hash) do update set card = excluded.card, lapses_at = null where lapses_at is not null`,
  args: [hash, card, now],
})

/** Other cards with the same picture, except those that a moderator has reviewed for it and shown again. */
const SAME_PICTURE = `${VISIBLE} and id <> ? and (art_hash in (select value from json_each(?))
    or photo_hash in (select value from json_each(?)))
  and not exists (select 1 from reports r where r.card = ${CARDS}.id and r.network = 'moderation' and r.decided = 1)`

/**
 * Hides other cards with a refused picture and adds them to the queue as if they had been reported. The second statement
 * returns them with their former visibility.
 */
export function hideTwins(hashes: readonly string[], card: string, now: number): SqlStatement[] {
  const twins = [card, JSON.stringify(hashes), JSON.stringify(hashes)]
  return [
    {
      sql: `insert into reports (card, reporter, network, reason, detail, at)
        select id, 'refused:' || ?, 'moderation', 'spam-or-other', 'Has the picture of a card that was removed.', ?
        from ${CARDS} where ${SAME_PICTURE} on conflict (card, reporter) do nothing`,
      args: [card, now, ...twins],
    },
    {
      sql: `update ${CARDS} set hidden_from = visibility, visibility = 'draft' where ${SAME_PICTURE}
        returning id, hidden_from`,
      args: twins,
    },
  ]
}

/** Returns a row if one of the hashes is refused. */
export const findBlocked = (hashes: readonly string[]): SqlStatement => ({
  sql: 'select 1 as refused from refused_pictures where hash in (select value from json_each(?)) limit 1',
  args: [JSON.stringify(hashes)],
})

/** Returns the cards of the latest refused pictures. */
export const LATEST_REFUSED: SqlStatement = {
  sql: `select card, max(refused_at) as refused_at from
      (select card, refused_at from refused_pictures order by refused_at desc limit 50)
    group by card order by 2 desc`,
}

/** Unblocks the pictures of a removal that is undone. */
export const unblockHeldPictures = (card: string): SqlStatement => ({
  sql: `delete from refused_pictures where card = ? and exists (select 1 from held_removals where card = ?)`,
  args: [card, card],
})

export const unblockPictures = (card: string): SqlStatement => ({
  sql: 'delete from refused_pictures where card = ?',
  args: [card],
})
