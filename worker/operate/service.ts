import type { TaskState } from '#shared/contracts/admin-view.ts'
import { MINUTE_MS } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { OperateSettings } from '#worker/settings/operate.ts'
import type { Alerts, Cause } from './alerts.ts'
import { listCauses } from './causes.ts'
import type { Task, Tasks } from './tasks.ts'

export type OperationsDeps = {
  readonly clock: Clock
  readonly settings: OperateSettings
  readonly alerts: Pick<Alerts, 'raise'>
  readonly tasks: Pick<Tasks, 'states' | 'runAll'>
  /** Number of undecided reports, and the time of the oldest one (milliseconds since 1970). */
  readonly readReports: () => Promise<{ waiting: number; oldestAt: number | null }>
  /** Returns the scheduled tasks for a given time. */
  readonly scheduled: (now: number) => Readonly<Record<string, Task>>
}

/** Name of the task that checks for problems and alerts operators. */
const WATCH = 'watch'

/** Minimum time between two checks in one isolate. Each check costs one statement. */
const CHECK_EVERY_MS = 5 * MINUTE_MS

/** Runs the scheduled tasks and alerts the operators. */
export class Operations {
  private readonly deps: OperationsDeps
  private checkedAt = Number.NEGATIVE_INFINITY

  constructor(deps: OperationsDeps) {
    this.deps = deps
  }

  /** Alerts operators to overdue tasks and waiting reports. @returns the number of mails sent */
  async watch(): Promise<number> {
    const now = this.deps.clock()
    const [states, reports] = await Promise.all([this.deps.tasks.states(), this.deps.readReports()])
    const causes = listCauses(
      {
        // The watch task is running right now, so it cannot be overdue.
        late: states.filter(({ name, isLate }) => isLate && name !== WATCH),
        reports: {
          waiting: reports.waiting,
          oldestMs: reports.oldestAt === null ? 0 : Math.max(0, now - reports.oldestAt),
        },
      },
      this.deps.settings,
    )
    let sent = 0
    for (const cause of causes) if (await this.deps.alerts.raise(cause)) sent += 1
    return sent
  }

  /**
   * Checks for overdue tasks on a monitor's request, at most once per {@link CHECK_EVERY_MS} and isolate. A dead cron
   * trigger cannot report itself. Never rejects.
   */
  async noticeLate(): Promise<void> {
    if (this.deps.clock() - this.checkedAt < CHECK_EVERY_MS) return
    this.checkedAt = this.deps.clock()
    try {
      if ((await this.deps.tasks.states()).some(({ isLate }) => isLate)) await this.watch()
    } catch (thrown) {
      log.error('late tasks not looked for', { cause: describeError(thrown) })
    }
  }

  /** Runs everything on the schedule. @param now scheduled time of the run, in milliseconds since 1970 */
  async runScheduled(now: number): Promise<void> {
    await this.deps.tasks.runAll(this.deps.scheduled(now))
    await this.deps.tasks.runAll({ [WATCH]: async () => ({ items: await this.watch(), resume: null }) })
  }

  /** Alerts the operators immediately. See {@link Alerts.raise}. */
  raise(cause: Cause): Promise<boolean> {
    return this.deps.alerts.raise(cause)
  }

  /** Returns the last result of each task. See {@link Tasks.states}. */
  tasks(): Promise<TaskState[]> {
    return this.deps.tasks.states()
  }
}
