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
  /** Number of reports that wait for a decision, and the start of the oldest one (milliseconds since 1970). */
  readonly readReports: () => Promise<{ waiting: number; oldestAt: number | null }>
  /** The scheduled tasks at a given time. */
  readonly scheduled: (now: number) => Readonly<Record<string, Task>>
}

/** The name of the task that looks for what operators should know. */
const WATCH = 'watch'

/** Each look is one statement. */
const LOOK_MS = 5 * MINUTE_MS

/** Mails to the people who run the site. */
export class Operations {
  private readonly deps: OperationsDeps
  private lookedAt = Number.NEGATIVE_INFINITY

  constructor(deps: OperationsDeps) {
    this.deps = deps
  }

  /** Mails late tasks and waiting reports. @returns how many mails were sent */
  async watch(): Promise<number> {
    const now = this.deps.clock()
    const [states, reports] = await Promise.all([this.deps.tasks.states(), this.deps.readReports()])
    const causes = listCauses(
      {
        // It is not late while it runs.
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
   * The tasks themselves cannot tell that no run is begun any more: what a monitor asks looks instead, at most once
   * in {@link LOOK_MS} of an isolate. Never rejects.
   */
  async noticeLate(): Promise<void> {
    if (this.deps.clock() - this.lookedAt < LOOK_MS) return
    this.lookedAt = this.deps.clock()
    try {
      if ((await this.deps.tasks.states()).some(({ isLate }) => isLate)) await this.watch()
    } catch (thrown) {
      log.error('late tasks not looked for', { cause: describeError(thrown) })
    }
  }

  /** Everything that is done by schedule. @param now for when the run was meant, in milliseconds since 1970 */
  async runScheduled(now: number): Promise<void> {
    await this.deps.tasks.runAll(this.deps.scheduled(now))
    await this.deps.tasks.runAll({ [WATCH]: async () => ({ items: await this.watch(), resume: null }) })
  }

  /** Tells the operators of something at once. See {@link Alerts.raise}. */
  raise(cause: Cause): Promise<boolean> {
    return this.deps.alerts.raise(cause)
  }

  /** Last result of each task. See {@link Tasks.states}. */
  tasks(): Promise<TaskState[]> {
    return this.deps.tasks.states()
  }
}
