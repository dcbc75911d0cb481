import { AUTOMATIC_HIDINGS_PER_HOUR } from '#shared/domain/limits.ts'
import { describeError, log } from '#worker/http/log.ts'
import { reportCeilingMail } from '#worker/mail/templates.ts'
import type { EdgeContext } from '../app-env.ts'
import { siteOrigin } from '../origin.ts'

/** One mail an hour says it; the log says it each time. */
const ALERTS = { times: 1, seconds: 3600 }

/** Tells whoever runs the site that reports hide nothing by themselves any more, for the rest of the hour. */
export async function alertOfCeiling(c: EdgeContext): Promise<void> {
  const { buckets, backend, config } = c.var.services
  log.error('automatic hiding stopped', { perHour: AUTOMATIC_HIDINGS_PER_HOUR })
  if (config.adminEmail === null) return
  try {
    if ((await buckets.take('reports:alert', ALERTS)) !== null) return
    const mail = reportCeilingMail(AUTOMATIC_HIDINGS_PER_HOUR, `${siteOrigin(c)}/admin`)
    await backend.service(c.var.origin).notifications.email({ to: config.adminEmail, ...mail })
  } catch (thrown) {
    log.error('alert not sent', { cause: describeError(thrown) })
  }
}
