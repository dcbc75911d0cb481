import { DurableObject } from 'cloudflare:workers'
import { AppError, type ErrorBody, toErrorBody } from '#shared/client/errors.ts'
import { toAppError } from '#worker/http/transient-error.ts'
import type { Stats } from '#shared/domain/stats.ts'
import type { Clock, Env } from '#worker/env.ts'
import { describeError, log } from '#worker/http/log.ts'
import {
  attemptFailed,
  attempting,
  ATTEMPTS,
  cancelled,
  cardFailed,
  checked,
  drawingCard,
  drawn,
  edited,
  failed,
  finished,
  isOver,
  type Job,
  GENERATION_RETENTION_MS,
  photoNotRemoved,
  photoRemoved,
  getWakeTime,
  withQuestion,
} from './machine.ts'
import type { Live } from '../live/live.ts'
import { getPose } from './job-pose.ts'
import type { JobSteps } from './steps.ts'

const NOT_NOW = 'This card cannot be edited now.'

/** The result of an RPC call. Failures are values, because a thrown error loses its class. */
export type JobResult =
  | { ok: true; job: Job }
  | { ok: false; body: ErrorBody; status: number; retryAfterSeconds: number | null }

const KEY = 'job'
/** Delay of the next attempt after an unexpected failure of a step. */
const RETRY_STORAGE_MS = 5_000

/**
 * The background job of one generation, stored in this Durable Object and driven by its alarm. Each step is stored
 * before it runs, so the alarm can resume a job whose host died. A version number lets a cancel win over a late result.
 */
export abstract class GenerationJobBase extends DurableObject<Env> {
  abstract steps: JobSteps
  abstract clock: Clock
  /** Publishes every step in the background. */
  abstract live: Pick<Live, 'generation'>
  /** The last published step. After an eviction, a step may be published twice. */
  private announced = ''
  /** Chain that publishes the steps in order. Never rejects. */
  private publishing: Promise<unknown> = Promise.resolve()
  /** Aborts a running engine call. Only an optimization, because the stored state decides. */
  private running: AbortController | null = null
  /** Chain that serializes edits of the card. Never rejects. An eviction loses it together with the waiting edits. */
  private lastEdit: Promise<unknown> = Promise.resolve()

  async create(job: Job): Promise<JobResult> {
    const existing = await this.load()
    if (existing !== null) return { ok: true, job: existing }
    await this.store(job)
    return { ok: true, job }
  }

  async view(): Promise<Job | null> {
    return this.load()
  }

  /** Cancels immediately, unless the card is already finished, which is a valid result too. */
  async cancel(): Promise<Job | null> {
    const job = await this.load()
    if (job === null) return null
    const stopped = await this.store(cancelled(job))
    this.running?.abort()
    if (isOver(stopped) && stopped.photo !== null) await this.cleanUp(stopped)
    return stopped
  }

  /** Deletes all data of the generation, after its card was removed. */
  async forget(): Promise<void> {
    const job = await this.load()
    if (job !== null && job.photo !== null) await this.cleanUp(cancelled(job))
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }

  /** Draws the card again with new stats. Edits run in order, so the last request wins. */
  edit(stats: Stats): Promise<JobResult> {
    const turn = this.lastEdit.then(() => this.editNow(stats))
    this.lastEdit = turn
    return turn
  }

  private async editNow(stats: Stats): Promise<JobResult> {
    const job = await this.load()
    try {
      if (job?.state !== 'ready' || job.card === null || job.artUrl === null)
        return refusal(new AppError('CONFLICT', NOT_NOW))
      const { imageUrl } = await this.steps.redraw(job, stats)
      const latest = (await this.load()) ?? job
      return { ok: true, job: await this.store(edited(latest, { imageUrl, stats })) }
    } catch (thrown) {
      const error = toAppError(thrown)
      if (error.status >= 500) log.error('edit failed', { job: job?.id, code: error.code, cause: describeError(error) })
      return refusal(error)
    }
  }

  /** Never throws, because the platform drops an alarm after a few failures, and this one must run to the end. */
  override async alarm(): Promise<void> {
    try {
      const job = await this.load()
      if (job === null) return
      if (this.clock() < getWakeTime(job)) return await this.scheduleAlarm(job)
      if (isOver(job) && job.photo === null) return await this.ctx.storage.deleteAll()
      await (isOver(job) ? this.cleanUp(job) : this.advance(job))
    } catch (thrown) {
      log.error('generation step failed', { cause: describeError(thrown) })
      await this.ctx.storage.setAlarm(this.clock() + RETRY_STORAGE_MS)
    }
  }

  private async advance(job: Job): Promise<void> {
    if (job.state === 'checking') return this.check(job)
    if (job.state === 'drawing') return this.draw(job)
    return this.finish(job)
  }

  private async check(job: Job): Promise<void> {
    let next: Job
    try {
      const { question, isSmiling } = await this.steps.check(job)
      next = question === null ? checked(job, getPose(job, isSmiling)) : withQuestion(job, question)
    } catch (thrown) {
      next = failed(job, toAppError(thrown))
    }
    // Idempotent, because the whole step runs again if the host dies before the next line.
    await this.steps.settle(next)
    await this.storeIfCurrent(job, next)
  }

  private async draw(before: Job): Promise<void> {
    const job = await this.store(attempting(before))
    this.running = new AbortController()
    const next = await this.steps.draw(job, this.running.signal).then(
      (artUrl) => drawn(job, artUrl),
      (thrown: unknown) => {
        const error = toAppError(thrown)
        log.info('image engine failed', {
          job: job.id,
          attempt: job.attempt,
          code: error.code,
          cause: describeError(error),
        })
        return attemptFailed(job, toFailure(error), this.clock())
      },
    )
    await this.storeIfCurrent(job, next)
  }

  private async finish(before: Job): Promise<void> {
    const job = await this.store(drawingCard(before))
    const next = await this.steps.finish(job).then(
      ({ imageUrl, stats, made }) => finished(job, { imageUrl, stats }, made),
      (thrown: unknown) => {
        const error = toAppError(thrown)
        // A conflict with another request is not our failure, so it is not logged.
        if (error.status >= 500) log.error('card not drawn', { job: job.id, cause: describeError(thrown) })
        return cardFailed(job, toFailure(error), this.clock())
      },
    )
    const isStored = await this.storeIfCurrent(job, next)
    // The job was canceled during drawing. The card is never delivered, so everything drawn is removed.
    if (!isStored) await this.steps.cleanUp({ ...job, state: 'cancelled' })
  }

  private async cleanUp(job: Job): Promise<void> {
    const next = await this.steps.cleanUp(job).then(
      () => photoRemoved(job),
      (thrown: unknown) => {
        log.error('clean-up failed', { job: job.id, cause: describeError(thrown) })
        return photoNotRemoved(job, this.clock())
      },
    )
    // Keeps an edit from the meantime, which does not touch the photo.
    const latest = (await this.load()) ?? job
    await this.store({ ...latest, photo: next.photo, nextAt: next.nextAt })
  }

  private async load(): Promise<Job | null> {
    return (await this.ctx.storage.get<Job>(KEY)) ?? null
  }

  private async store(job: Job): Promise<Job> {
    await this.ctx.storage.put(KEY, job)
    await this.scheduleAlarm(job)
    this.publishStep(job)
    return job
  }

  private publishStep({ id, state, attempt, origin }: Job): void {
    if (this.announced === `${state} ${attempt}`) return
    this.announced = `${state} ${attempt}`
    this.publishing = this.publishing.then(() =>
      this.live.generation(origin, { id, state, attempt, attempts: ATTEMPTS }),
    )
  }

  /** Stores `next` unless the job has changed since `job` was read, for example by a cancel. @returns true if stored */
  private async storeIfCurrent(job: Job, next: Job): Promise<boolean> {
    const latest = await this.load()
    const isCurrent = latest?.version === job.version
    if (isCurrent) await this.store(next)
    else if (latest !== null) await this.scheduleAlarm(latest)
    return isCurrent
  }

  private scheduleAlarm(job: Job): Promise<void> {
    return this.ctx.storage.setAlarm(Math.min(getWakeTime(job), this.clock() + GENERATION_RETENTION_MS))
  }
}

const refusal = (error: AppError): JobResult => ({
  ok: false,
  body: toErrorBody(error),
  status: error.status,
  retryAfterSeconds: error.retryAfterSeconds,
})

/** Classifies a failure. A photo that the engine refused or could not read would be refused again. */
const toFailure = (error: AppError) => ({
  code: error.code,
  message: error.message,
  retryable: isWorthRetrying(error),
})

const isWorthRetrying = ({ code, status }: AppError) =>
  !NOT_RETRYABLE.has(code) && (status === 408 || status === 429 || status >= 500)
/** Failures that a retry within seconds cannot fix. */
const NOT_RETRYABLE: ReadonlySet<string> = new Set(['AI_NOT_CONFIGURED', 'AI_QUOTA_EXCEEDED', 'AI_CEILING_REACHED'])
