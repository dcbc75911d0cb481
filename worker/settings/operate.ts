import * as z from 'zod'
import { HOUR_MS } from '#shared/time.ts'
import { separatedList, withDefault } from './kinds.ts'

/** The settings of alert emails to operators, a part of the schema of all settings. */
export const OperateVars = z.lazy(() =>
  z.object({
    ALERT_EMAILS: separatedList(z.email()).describe(
      'receive alerts about overdue tasks and waiting reports, at most one email a day for each; missing: `ADMIN_EMAIL`',
    ),
    ALERT_REPORT_HOURS: withDefault(z.coerce.number().positive().default(24)).describe(
      'hours that a report may wait for a decision before an alert; the rules promise 48',
    ),
  }),
)
export type OperateVars = z.infer<typeof OperateVars>

export type OperateSettings = {
  readonly alertEmails: readonly string[]
  /** Maximum time that a report may wait for a decision. */
  readonly reportWaitMs: number
}

/** @param adminEmail receives the alerts if `ALERT_EMAILS` is empty */
export const toOperateSettings = (vars: OperateVars, adminEmail: string | undefined): OperateSettings => ({
  alertEmails: vars.ALERT_EMAILS.length > 0 ? vars.ALERT_EMAILS : adminEmail === undefined ? [] : [adminEmail],
  reportWaitMs: vars.ALERT_REPORT_HOURS * HOUR_MS,
})
