import { HOUR_MS } from '#shared/time.ts'
import type { Cause } from './alerts.ts'

/** The state of the site that operators are told about. */
export type SiteState = {
  /** Scheduled tasks without a recent success, each with its last error, if any. */
  readonly late: readonly { readonly name: string; readonly error: string | null }[]
  /** Undecided reports. `oldestMs` is the age of the oldest one. */
  readonly reports: { readonly waiting: number; readonly oldestMs: number }
}

/** Returns the reasons to alert operators, each with the steps to take. */
export function listCauses({ late, reports }: SiteState, { reportWaitMs }: { reportWaitMs: number }): Cause[] {
  const causes: Cause[] = []
  if (late.length > 0)
    causes.push({
      cause: 'tasks',
      alert: {
        subject: 'Scheduled tasks are overdue',
        words: `No run has succeeded for half an hour: ${late.map(({ name, error }) => (error === null ? name : `${name} (${error})`)).join('; ')}. Photos that should be deleted may still exist.`,
        todo: [
          'Search the log for "scheduled task failed".',
          'If no task runs, check in the dashboard that the Worker has the cron trigger "*/5 * * * *", and deploy again.',
        ],
      },
    })
  if (reports.waiting > 0 && reports.oldestMs > reportWaitMs)
    causes.push({
      cause: 'reports',
      alert: {
        subject: `Reports waiting: ${reports.waiting}`,
        words: `The oldest has waited for ${Math.floor(reports.oldestMs / HOUR_MS)} hours. The rules promise a decision within 48.`,
        todo: ['Decide on them at /admin.'],
      },
    })
  return causes
}
