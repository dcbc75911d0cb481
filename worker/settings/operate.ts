import * as z from 'zod'
import { listOf, optional, withDefault } from './kinds.ts'

/** A price or a sum, in US dollars. */
const dollars = () => optional(z.coerce.number().nonnegative())

/** The settings of alerts and of the cost estimate, for the one object that all settings are parsed by. */
export const OperateVars = z.lazy(() =>
  z.object({
    ALERT_EMAILS: listOf(z.email()).describe(
      'receive alerts: one mail a day for each cause, with what to do; missing: `ADMIN_EMAIL`',
    ),
    ALERT_ERROR_PERCENT: withDefault(z.coerce.number().positive().max(100).default(1)).describe(
      'the share of requests of this hour and the last that may fail (status 500 or more) before a mail says so',
    ),
    ALERT_MIN_REQUESTS: withDefault(z.coerce.number().int().positive().default(200)).describe(
      'of fewer requests no share is taken',
    ),
    ALERT_REPORT_HOURS: withDefault(z.coerce.number().positive().default(24)).describe(
      'how long a report may wait for a decision before a mail says so; the rules promise 48',
    ),
    ALERT_DAILY_COST_USD: dollars().describe('the estimated cost of a UTC day beyond which a mail says so'),
    PICTURE_COST_USD: dollars().describe('what the image provider takes for a picture, for the estimate'),
    AI_CALL_COST_USD: dollars().describe('what an AI call costs on average, pictures apart, for the estimate'),
    MAIL_COST_USD: dollars().describe('what a mail costs, for the estimate'),
  }),
)
export type OperateVars = z.infer<typeof OperateVars>

export type Thresholds = {
  /** Of 1: more than this share of requests may not fail. */
  readonly errorShare: number
  /** Of fewer requests no share is taken. */
  readonly minRequests: number
  readonly reportWaitMs: number
  /** Null: no limit. */
  readonly costPerDayUsd: number | null
}

/** What one of each costs, in US dollars. Null: not known. */
export type Prices = { readonly picture: number | null; readonly call: number | null; readonly mail: number | null }

export type OperateSettings = {
  readonly alertEmails: readonly string[]
  readonly thresholds: Thresholds
  readonly prices: Prices
}

/** @param adminEmail receives alerts where no address of their own is set */
export const operateSettingsOf = (vars: OperateVars, adminEmail: string | undefined): OperateSettings => ({
  alertEmails: vars.ALERT_EMAILS.length > 0 ? vars.ALERT_EMAILS : adminEmail === undefined ? [] : [adminEmail],
  thresholds: {
    errorShare: vars.ALERT_ERROR_PERCENT / 100,
    minRequests: vars.ALERT_MIN_REQUESTS,
    reportWaitMs: vars.ALERT_REPORT_HOURS * 3_600_000,
    costPerDayUsd: vars.ALERT_DAILY_COST_USD ?? null,
  },
  prices: {
    picture: vars.PICTURE_COST_USD ?? null,
    call: vars.AI_CALL_COST_USD ?? null,
    mail: vars.MAIL_COST_USD ?? null,
  },
})
