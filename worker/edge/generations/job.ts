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
  wakeAt,
  withQuestion,
} from './machine.ts'
import type { Live } from '../live/live.ts'
import { getPose } from './job-pose.ts'
import type { JobSteps } from './steps.ts'

const NOT_NOW = 'This card cannot be edited now.'

/** Nothing of ours is thrown across a call between objects: a failure is a value. */
export type JobAnswer =
  | { ok: true; job: Job }
  | { ok: false; body: ErrorBody; status: number; retryAfterSeconds: number | null }

const KEY = 'job'
/** Between two steps of one generation when the host finds nothing to wait for. */
const RETRY_STORAGE_MS = 5_000

/**
 * The background job of one generation, in the storage of this Durable Object and driven by its alarm. Each step is
 * stored before it is acted on, so the alarm resumes a job whose host died. A version number lets a cancel win over an
 * answer that arrives late.
 */
export abstract class GenerationJobBase extends DurableObject<Env> {
  abstract steps: JobSteps
  abstract clock: Clock
  /** Told of every step, and not waited for. */
  abstract live: Pick<Live, 'generation'>
  /** The last step that was told. Lost with its host, and then told twice. */
  private announced = ''
  /** Never rejects. One step is told after the other. */
  private telling: Promise<unknown> = Promise.resolve()
  /** Only a hint: a call that is running may be told to stop. What counts is stored. */
  private running: AbortController | null = null
  /** Never rejects. Edits of one card wait for each other here; lost with its host, and so are they. */
  private lastEdit: Promise<unknown> = Promise.resolve()

  async create(job: Job): Promise<JobAnswer> {
    const existing = await this.load()
    if (existing !== null) return { ok: true, job: existing }
    await this.store(job)
    return { ok: true, job }
  }

  async view(): Promise<Job | null> {
    return this.load()
  }

  /** Takes effect at once, unless the card is already made: that is a legitimate answer too. */
  async cancel(): Promise<Job | null> {
    const job = await this.load()
    if (job === null) return null
    const stopped = await this.store(cancelled(job))
    this.running?.abort()
    if (isOver(stopped) && stopped.photo !== null) await this.cleanUp(stopped)
    return stopped
  }

  /** Its card has been removed, and nothing of it is to be known any more. */
  async forget(): Promise<void> {
    const job = await this.load()
    if (job !== null && job.photo !== null) await this.cleanUp(cancelled(job))
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }

  /** Draws the card again with other stats. One edit after the other: the last one asked for is the one that stays. */
  edit(stats: Stats): Promise<JobAnswer> {
    const turn = this.lastEdit.then(() => this.editNow(stats))
    this.lastEdit = turn
    return turn
  }

  private async editNow(stats: Stats): Promise<JobAnswer> {
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

  /** Never throws: the platform gives an alarm up after a few failures, and this one must ring until all is done. */
  override async alarm(): Promise<void> {
    try {
      const job = await this.load()
      if (job === null) return
      if (this.clock() < wakeAt(job)) return await this.arm(job)
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
    // Done twice it counts once: when this host dies before the next line, the step is made again from its start.
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
        // Another request was quicker with the card: that is no failure of ours.
        if (error.status >= 500) log.error('card not drawn', { job: job.id, cause: describeError(thrown) })
        return cardFailed(job, toFailure(error), this.clock())
      },
    )
    const isStored = await this.storeIfCurrent(job, next)
    // Cancelled while it was being drawn: this card is never delivered, so nothing of it may stay.
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
    // An edit may have happened meanwhile; it does not touch the photo.
    const latest = (await this.load()) ?? job
    await this.store({ ...latest, photo: next.photo, nextAt: next.nextAt })
  }

  private async load(): Promise<Job | null> {
    return (await this.ctx.storage.get<Job>(KEY)) ?? null
  }

  private async store(job: Job): Promise<Job> {
    await this.ctx.storage.put(KEY, job)
    await this.arm(job)
    this.tell(job)
    return job
  }

  private tell({ id, state, attempt, origin }: Job): void {
    if (this.announced === `${state} ${attempt}`) return
    this.announced = `${state} ${attempt}`
    this.telling = this.telling.then(() => this.live.generation(origin, { id, state, attempt, attempts: ATTEMPTS }))
  }

  /** Keeps `next` unless something else (a cancel) has happened since `job` was read. @returns whether it was kept */
  private async storeIfCurrent(job: Job, next: Job): Promise<boolean> {
    const latest = await this.load()
    const isCurrent = latest?.version === job.version
    if (isCurrent) await this.store(next)
    else if (latest !== null) await this.arm(latest)
    return isCurrent
  }

  private arm(job: Job): Promise<void> {
    return this.ctx.storage.setAlarm(Math.min(wakeAt(job), this.clock() + GENERATION_RETENTION_MS))
  }
}

const refusal = (error: AppError): JobAnswer => ({
  ok: false,
  body: toErrorBody(error),
  status: error.status,
  retryAfterSeconds: error.retryAfterSeconds,
})

/** A photo the engine refuses or cannot read will be refused again; everything else may pass. */
const toFailure = (error: AppError) => ({
  code: error.code,
  message: error.message,
  retryable: isWorthRetrying(error),
})

const isWorthRetrying = ({ code, status }: AppError) =>
  !IN_VAIN.has(code) && (status === 408 || status === 429 || status >= 500)
/** Failures that no retry within seconds changes. */
const IN_VAIN: ReadonlySet<string> = new Set(['AI_NOT_CONFIGURED', 'AI_QUOTA_EXCEEDED', 'AI_CEILING_REACHED'])
