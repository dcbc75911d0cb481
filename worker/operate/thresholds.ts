import { HOUR_MS } from '#shared/time.ts'
import type { Thresholds } from '#worker/settings/operate.ts'
import type { Cause } from './alerts.ts'

/** What the thresholds are compared with. */
export type Facts = {
  /** Of this hour and the last. */
  readonly requests: { readonly all: number; readonly failed: number }
  /** Names of scheduled tasks that have not ended well for too long, with what they failed with, if they said so. */
  readonly late: readonly { readonly name: string; readonly error: string | null }[]
  /** Reports without a decision. `oldestMs`: for how long the oldest has waited. */
  readonly reports: { readonly waiting: number; readonly oldestMs: number }
  /** The estimate of today, in US dollars. */
  readonly costUsd: number
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/** What is over its threshold, each with what to do. */
export function causesOf({ requests, late, reports, costUsd }: Facts, thresholds: Thresholds): Cause[] {
  const { errorShare, minRequests, reportWaitMs, costPerDayUsd } = thresholds
  const share = requests.all === 0 ? 0 : requests.failed / requests.all
  const causes: Cause[] = []
  if (requests.all >= minRequests && share > errorShare)
    causes.push({
      cause: 'errors',
      alert: {
        subject: `Errors: ${percent(share)} of requests`,
        words: `${requests.failed} of ${requests.all} requests of this hour and the last failed on our side.`,
        todo: [
          'Look at the failures by code, and in the log for "request failed" (npx wrangler tail, or the dashboard).',
          'Ask /ready with the service key which part does not answer.',
          'If it began with a deployment: npx wrangler rollback.',
        ],
      },
    })
  if (late.length > 0)
    causes.push({
      cause: 'tasks',
      alert: {
        subject: 'Scheduled tasks are late',
        words: `No run has ended well for half an hour: ${late.map(({ name, error }) => (error === null ? name : `${name} (${error})`)).join('; ')}. Photos that should be removed may still be there.`,
        todo: [
          'Look in the log for "scheduled task failed".',
          'Nothing is run at all: see that the trigger "*/5 * * * *" is among the Worker’s triggers in the dashboard, and deploy again.',
        ],
      },
    })
  if (reports.waiting > 0 && reports.oldestMs > reportWaitMs)
    causes.push({
      cause: 'reports',
      alert: {
        subject: `Reports are waiting: ${reports.waiting}`,
        words: `The oldest has waited for ${Math.floor(reports.oldestMs / HOUR_MS)} hours. The rules promise a decision within 48.`,
        todo: ['Decide on them at /admin.'],
      },
    })
  if (costPerDayUsd !== null && costUsd > costPerDayUsd)
    causes.push({
      cause: 'cost',
      alert: {
        subject: `Cost: about ${costUsd.toFixed(2)} US dollars today`,
        words: `The estimate of today has passed ${costPerDayUsd.toFixed(2)} US dollars. It is an estimate: the invoices of the providers say what is true.`,
        todo: [
          'Look at what was bought and at the refusals by limit.',
          'To spend less: lower DAILY_GENERATION_CEILING and AI_DAILY_CALL_CEILING, or set AI_IMAGE_PROVIDER to embedded; then deploy.',
        ],
      },
    })
  return causes
}
