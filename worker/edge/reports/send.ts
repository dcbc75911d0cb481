import { AppError } from '#shared/client/errors.ts'
import type { SendReport } from '#shared/contracts/reports.ts'
import type { Visibility } from '#shared/domain/card.ts'
import { AUTOMATIC_HIDINGS_PER_NETWORK_PER_HOUR, REPORT_DETAIL_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { cutText } from '#shared/domain/text.ts'
import { DAY_MS, retryAfterSeconds } from '#shared/time.ts'
import { log } from '#worker/http/log.ts'
import { recordLimit } from '#worker/http/request-scope.ts'
import { getSiteNetwork } from '#worker/http/visitor.ts'
import { withinCap } from '#worker/limits/network-caps.ts'
import { hidingAlert } from '#worker/mail/templates.ts'
import type { EdgeContext } from '../app-env.ts'
import { cardNotFound, throwMissingCard } from '../cards/card-record.ts'
import { type ReportOutcome, takeReport } from './queries.ts'

/**
 * Accepts a report of a card that the reporter can see. Stores, counts and hides in one transaction, so that concurrent
 * reports all count.
 *
 * @throws AppError `NOT_FOUND`, `GONE`; `RATE_LIMITED` after too many reports from a visitor or a network in a day
 */
export async function sendReport(c: EdgeContext, id: string, report: SendReport): Promise<void> {
  const { buckets, ceilings, config } = c.var.services
  const network = await getSiteNetwork(c, config.visitorSecret)
  const enterReport = () => ceilings.hold('report', c.var.visitor, () => storeReport(c, id, network, report))
  await withinCap(buckets, 'report', network, enterReport)
}

async function storeReport(
  c: EdgeContext,
  id: string,
  network: string,
  { reason, detail = '' }: SendReport,
): Promise<void> {
  const { backend, clock, config, live } = c.var.services
  const { id: reporter } = c.var.visitor
  const { perVisitor, perNetwork } = config.reports
  const service = backend.service(c.var.origin)
  const now = clock()
  const words = cutText(detail, REPORT_DETAIL_MAX_CHARACTERS)
  const report = { card: id, reporter, network, reason, detail: words, now, perVisitor, perNetwork }
  const { results } = await service.db.batch(takeReport(report))
  const [hidden] = results[1]!.rows as { hiddenFrom: Visibility }[]
  if (hidden !== undefined) live.gone(c.var.origin, id, hidden.hiddenFrom)
  const { visibility, entered, oldest, stopped } = results[2]!.rows[0] as ReportOutcome
  if (stopped !== null) c.executionCtx.waitUntil(alertOfCeiling(c))
  if (entered !== null) return
  if (visibility === null) return throwMissingCard(service, id)
  if (visibility === 'draft') throw cardNotFound()
  const waitMs = (oldest ?? now) + DAY_MS - now
  recordLimit('report:day')
  throw new AppError('RATE_LIMITED', undefined, { retryAfterSeconds: retryAfterSeconds(waitMs) })
}

/** Alerts the operators that a network has reached its ceiling of automatic hiding. Logs each time, and emails once a day. */
async function alertOfCeiling(c: EdgeContext): Promise<void> {
  log.error('automatic hiding stopped', { perHour: AUTOMATIC_HIDINGS_PER_NETWORK_PER_HOUR })
  await c.var.services.operations.raise({ cause: 'hiding', alert: hidingAlert(AUTOMATIC_HIDINGS_PER_NETWORK_PER_HOUR) })
}
