import { HOUR_MS } from '#shared/time.ts'
import type { Cause } from './alerts.ts'

/** The state of the site that operators are told about. */
export type Facts = {
  /** Scheduled tasks that have not ended well for too long, each with its error, if it had one. */
  readonly late: readonly { readonly name: string; readonly error: string | null }[]
  /** Reports without a decision. `oldestMs`: how long the oldest has waited. */
  readonly reports: { readonly waiting: number; readonly oldestMs: number }
}

/** Returns the causes for a mail, each with what to do. */
export function listCauses({ late, reports }: Facts, { reportWaitMs }: { reportWaitMs: number }): Cause[] {
  const causes: Cause[] = []
  if (late.length > 0)
    causes.push({
      cause: 'tasks',
      alert: {
        subject: 'Scheduled tasks are late',
        words: `No run has ended well for half an hour: ${late.map(({ name, error }) => (error === null ? name : `${name} (${error})`)).join('; ')}. Photos that should be removed may still be there.`,
        todo: [
          'Look in the log for "scheduled task failed".',
          'If nothing runs at all: check that the trigger "*/5 * * * *" is among the Worker’s triggers in the dashboard, and deploy again.',
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
  return causes
}
