import { AppError } from '#shared/client/errors.ts'
import { GRAVE_REASONS, type SendReport } from '#shared/contracts/reports.ts'
import {
  GRAVE_REPORTS_THAT_HIDE_PER_NETWORK_PER_DAY,
  REPORT_DETAIL_MAX_CHARACTERS,
  REPORTERS_TO_HIDE,
} from '#shared/domain/limits.ts'
import { cutText } from '#shared/domain/text.ts'
import type { Visibility } from '#shared/domain/card.ts'
import type { EdgeContext } from '../app-env.ts'
import { CARDS } from '../card-data.ts'
import { cardNotFound, missingCard } from '../card-record.ts'

const DAY_MS = 86_400_000

const VISIBLE = `visibility in ('unlisted', 'public')`
const GRAVE = GRAVE_REASONS.map((reason) => `'${reason}'`).join(', ')

/** Counts only while there is room; a second report of one reporter changes nothing. */
const ENTER = `insert into reports (card, reporter, network, reason, detail, at)
  select id, ?, ?, ?, ?, ? from ${CARDS} where id = ? and ${VISIBLE}
    and (select count(*) from reports where reporter = ? and at > ?) < ?
    and (select count(*) from reports where network = ? and at > ?) < ?
  on conflict (card, reporter) do nothing`

/**
 * Hidden is what three networks have reported and nobody has looked at yet, or one for a grave reason. Cookies cost
 * nothing, so people behind one network count once, and only its first grave reports of a day hide by themselves.
 */
const HIDE = `update ${CARDS} set hidden_from = visibility, visibility = 'draft' where id = ? and ${VISIBLE}
  and ((select count(distinct network) from reports where card = ? and decided = 0) >= ${REPORTERS_TO_HIDE}
    or (exists (select 1 from reports where card = ? and network = ? and at > ? and decided = 0 and reason in (${GRAVE}))
      and (select count(*) from reports where network = ? and at > ? and reason in (${GRAVE}))
        <= ${GRAVE_REPORTS_THAT_HIDE_PER_NETWORK_PER_DAY}))
  returning hidden_from`

const LOOK = `select (select visibility from ${CARDS} where id = ?) as visibility,
  (select 1 from reports where card = ? and reporter = ?) as entered,
  (select min(at) from reports where reporter = ? and at > ?) as oldest`

type Look = { visibility: string | null; entered: number | null; oldest: number | null }

/**
 * Takes a report of a card that its reporter can see. Entering, counting and hiding are one transaction, so of reports
 * that come at the same time none is overlooked.
 *
 * @throws AppError `NOT_FOUND`, `GONE`; `RATE_LIMITED` after too many reports of a visitor or a network in a day
 */
export async function sendReport(c: EdgeContext, id: string, { reason, detail = '' }: SendReport): Promise<void> {
  const { backend, clock, config, live } = c.var.services
  const { id: reporter, address: network } = c.var.visitor
  const { perVisitor, perNetwork } = config.reports
  const service = backend.service(c.var.origin)
  const now = clock()
  const since = now - DAY_MS
  const words = cutText(detail, REPORT_DETAIL_MAX_CHARACTERS)
  const { results } = await service.db.batch([
    {
      sql: ENTER,
      args: [reporter, network, reason, words, now, id, reporter, since, perVisitor, network, since, perNetwork],
    },
    { sql: HIDE, args: [id, id, id, network, since, network, since] },
    { sql: LOOK, args: [id, id, reporter, reporter, since] },
  ])
  const [hidden] = results[1]!.rows as { hiddenFrom: Visibility }[]
  if (hidden !== undefined) live.gone(c.var.origin, id, hidden.hiddenFrom)
  const { visibility, entered, oldest } = results[2]!.rows[0] as Look
  if (entered !== null) return
  if (visibility === null) return missingCard(service, id)
  if (visibility === 'draft') throw cardNotFound()
  const waitMs = (oldest ?? now) + DAY_MS - now
  throw new AppError('RATE_LIMITED', undefined, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
}
