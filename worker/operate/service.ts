import { MINUTE_MS } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { OperateSettings } from '#worker/settings/operate.ts'
import type { Alerts } from './alerts.ts'
import { listCauses } from './causes.ts'
import type { Task, Tasks } from './tasks.ts'

export type OperationsDeps = {
  readonly clock: Clock
  readonly settings: OperateSettings
  readonly alerts: Pick<Alerts, 'raise'>
  readonly tasks: Pick<Tasks, 'states' | 'runAll'>
  /** How many reports wait for a decision, and since when the oldest does (milliseconds since 1970). */
  readonly readReports: () => Promise<{ waiting: number; oldestAt: number | null }>
  /** The scheduled tasks at a given time. */
  readonly scheduled: (now: number) => Readonly<Record<string, Task>>
}

/** The name of the task that looks for what operators should know. */
const WATCH = 'watch'

/** Each look is one statement. */
const LOOK_MS = 5 * MINUTE_MS

/** Mails to the people who run the site. */
export function createOperations(deps: OperationsDeps) {
  const { clock, settings, alerts, tasks, readReports, scheduled } = deps

  /** Mails late tasks and waiting reports. @returns how many mails were sent */
  async function watch(): Promise<number> {
    const now = clock()
    const [states, reports] = await Promise.all([tasks.states(), readReports()])
    const causes = listCauses(
      {
        // It is not late while it runs.
        late: states.filter(({ name, isLate }) => isLate && name !== WATCH),
        reports: {
          waiting: reports.waiting,
          oldestMs: reports.oldestAt === null ? 0 : Math.max(0, now - reports.oldestAt),
        },
      },
      settings,
    )
    let sent = 0
    for (const cause of causes) if (await alerts.raise(cause)) sent += 1
    return sent
  }

  let lookedAt = Number.NEGATIVE_INFINITY

  return {
    watch,

    /**
     * The tasks themselves cannot tell that no run is begun any more: what a monitor asks looks instead, at most once
     * in {@link LOOK_MS} of an isolate. Never rejects.
     */
    async noticeLate(): Promise<void> {
      if (clock() - lookedAt < LOOK_MS) return
      lookedAt = clock()
      try {
        if ((await tasks.states()).some(({ isLate }) => isLate)) await watch()
      } catch (thrown) {
        log.error('late tasks not looked for', { cause: describeError(thrown) })
      }
    },

    /** Everything that is done by schedule. @param now for when the run was meant, in milliseconds since 1970 */
    async runScheduled(now: number): Promise<void> {
      await tasks.runAll(scheduled(now))
      await tasks.runAll({ [WATCH]: async () => ({ items: await watch(), resume: null }) })
    },

    /** Tells the operators of something at once. See {@link Alerts.raise}. */
    raise: alerts.raise,
    tasks: tasks.states,
  }
}

export type Operations = ReturnType<typeof createOperations>
