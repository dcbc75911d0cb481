import type { TaskState } from '#shared/contracts/admin-view.ts'
import { MINUTE_MS } from '#shared/time.ts'
import type { Clock } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import { newId } from '#worker/http/signature.ts'

/** The result of one piece. */
export type Piece = {
  /** Number of processed items, such as removed rows or sent mails. */
  readonly items: number
  /** Cursor of the next piece. Null if nothing is left to do. */
  readonly resume: string | null
}

/**
 * Runs one bounded piece of a task, such as a page of files or a few hundred rows. Must be idempotent, because a run may
 * die before it saves its progress.
 *
 * @param resume cursor from the previous piece; null starts at the beginning
 */
export type Task = (resume: string | null) => Promise<Piece>

/** Lease after which a silent run counts as dead. Each piece takes seconds. */
const LEASE_MS = 2 * MINUTE_MS
/** The cron trigger fires every five minutes. */
export const LATE_MS = 30 * MINUTE_MS
const PIECES_PER_TASK = 30
/** D1 allows 1,000 statements per invocation. A piece has at most 12, and most have two. */
const PIECES_PER_RUN = 120

const CLAIM = `insert into scheduled_tasks (name, holder, held_until, started_at) values (?1, ?2, ?3 + ${LEASE_MS}, ?3)
  on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until, started_at = excluded.started_at
    where held_until is null or held_until <= ?3
  returning resume`
const SAVE_PROGRESS = `update scheduled_tasks set resume = ?3, held_until = ?4 + ${LEASE_MS} where name = ?1 and holder = ?2 returning 1`
/** A second failure in a row resets the cursor, so the task starts over. */
const END = `update scheduled_tasks set holder = null, held_until = null, ended_at = ?3, items = ?5, error = ?6,
    ended_well_at = case when ?4 = 'failed' then ended_well_at else ?3 end,
    resume = case when ?4 = 'failed' and outcome = 'failed' then null else resume end, outcome = ?4
  where name = ?1 and holder = ?2`

/** The number of items per task, or null if it failed. Omits tasks that another run holds. */
export type TaskResults = Readonly<Record<string, number | null>>

/**
 * Runs scheduled tasks with state in D1. A lease per task prevents overlapping runs. Progress is saved after every
 * piece, so the next run can resume an unfinished task.
 */
export class Tasks {
  private readonly db: D1Database
  private readonly clock: Clock

  constructor({ db, clock }: { db: D1Database; clock: Clock }) {
    this.db = db
    this.clock = clock
  }

  /** Runs all tasks in sequence. Never rejects: a failed task does not stop the others. */
  async runAll(tasks: Readonly<Record<string, Task>>): Promise<TaskResults> {
    const names = await this.sortByWait(Object.keys(tasks)).catch(() => Object.keys(tasks))
    const ran: Record<string, number | null> = {}
    const budget = { pieces: PIECES_PER_RUN }
    for (const name of names) {
      if (budget.pieces === 0) break
      const items = await this.run(name, tasks[name]!, budget)
      if (items !== undefined) ran[name] = items
    }
    return ran
  }

  /** Returns the last result of each task, sorted by name. */
  async states(): Promise<TaskState[]> {
    const { results } = await this.db
      .prepare(
        `select name, started_at as startedAt, ended_at as endedAt, ended_well_at as endedWellAt, outcome, items, error
         from scheduled_tasks order by name`,
      )
      .all<Omit<TaskState, 'isLate'>>()
    const now = this.clock()
    return results.map((row) => ({ ...row, isLate: isLate(row, now) }))
  }

  /** @param budget number of pieces that the run has left */
  private async run(name: string, task: Task, budget: { pieces: number }): Promise<number | null | undefined> {
    const holder = newId()
    let items = 0
    try {
      const claimed = await this.db.prepare(CLAIM).bind(name, holder, this.clock()).first<{ resume: string | null }>()
      if (claimed === null) return undefined
      let { resume } = claimed
      let isDone = false
      for (let pieces = 0; pieces < PIECES_PER_TASK && budget.pieces > 0 && !isDone; pieces++) {
        budget.pieces--
        const piece = await task(resume)
        items += piece.items
        resume = piece.resume
        isDone = resume === null
        const held = await this.db.prepare(SAVE_PROGRESS).bind(name, holder, resume, this.clock()).first()
        // Another run has taken over the lease and will do the rest.
        if (held === null) return items
      }
      await this.db
        .prepare(END)
        .bind(name, holder, this.clock(), isDone ? 'done' : 'more', items, null)
        .run()
      return items
    } catch (thrown) {
      const error = describeError(thrown)
      log.error('scheduled task failed', { task: name, cause: error })
      await this.db
        .prepare(END)
        .bind(name, holder, this.clock(), 'failed', items, error)
        .run()
        .catch(() => undefined)
      return null
    }
  }

  /** Sorts task names so that those that have waited longest come first. */
  private async sortByWait(names: readonly string[]): Promise<string[]> {
    const { results } = await this.db
      .prepare('select name, ended_at from scheduled_tasks')
      .all<{ name: string; ended_at: number | null }>()
    const endedAt = new Map(results.map((row) => [row.name, row.ended_at ?? 0]))
    return names.toSorted((one, other) => (endedAt.get(one) ?? 0) - (endedAt.get(other) ?? 0))
  }
}

function isLate({ startedAt, endedAt, endedWellAt }: Omit<TaskState, 'isLate'>, now: number): boolean {
  if (endedWellAt === null && endedAt !== null) return true
  return now - (endedWellAt ?? startedAt) > LATE_MS
}

/** Combines tasks into one that finishes each before it starts the next. */
export function runInSequence(tasks: readonly Task[]): Task {
  return async (resume) => {
    const [index, place] = resume === null ? [0, null] : (JSON.parse(resume) as [number, string | null])
    const { items, resume: next } = await tasks[index]!(place)
    if (next !== null) return { items, resume: JSON.stringify([index, next]) }
    return { items, resume: index + 1 < tasks.length ? JSON.stringify([index + 1, null]) : null }
  }
}
