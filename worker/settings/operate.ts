import * as z from 'zod'
import { HOUR_MS } from '#shared/time.ts'
import { listOf, withDefault } from './kinds.ts'

/** The settings of mails to the operators, for the one object that all settings are parsed by. */
export const OperateVars = z.lazy(() =>
  z.object({
    ALERT_EMAILS: listOf(z.email()).describe(
      'are told of late tasks and waiting reports: one mail a day for each, with what to do; missing: `ADMIN_EMAIL`',
    ),
    ALERT_REPORT_HOURS: withDefault(z.coerce.number().positive().default(24)).describe(
      'how long a report may wait for a decision before a mail says so; the rules promise 48',
    ),
  }),
)
export type OperateVars = z.infer<typeof OperateVars>

export type OperateSettings = {
  readonly alertEmails: readonly string[]
  /** The longest a report may wait for a decision, in milliseconds. */
  readonly reportWaitMs: number
}

/** @param adminEmail receives the mails when no address of their own is set */
export const operateSettingsOf = (vars: OperateVars, adminEmail: string | undefined): OperateSettings => ({
  alertEmails: vars.ALERT_EMAILS.length > 0 ? vars.ALERT_EMAILS : adminEmail === undefined ? [] : [adminEmail],
  reportWaitMs: vars.ALERT_REPORT_HOURS * HOUR_MS,
})
