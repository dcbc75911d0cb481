import type { Visitor } from '#worker/http/visitor.ts'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import type { Finish } from '#shared/domain/finish.ts'
import type { DrawnFinish } from '#shared/domain/finish.ts'
import type { Notice } from '#shared/domain/notices.ts'
import type { GenerationState } from '#shared/contracts/generations.ts'
import type { FaceQuestion } from '#shared/contracts/generation-states.ts'
import { AI_RETRIES, AI_RETRY_STEP_MS } from '#shared/domain/limits.ts'
import type { PoseId } from '#shared/domain/pose.ts'
import type { Stats } from '#shared/domain/stats.ts'

/**
 * The state of a generation. This file has its transitions as pure functions. The Durable Object stores each state
 * before it acts on it. So a generation survives the death of its host at any point.
 */
export type Job = {
  readonly id: string
  readonly visitor: Visitor
  /** Hash of the network and browser family ({@link getNamelessId}). Absent in older jobs. */
  readonly place?: string
  /** The site's origin as the visitor sees it. Stored, because an alarm has no request to read it from. */
  readonly origin: string
  readonly player: {
    readonly nickname: string
    readonly number: string
    readonly team: string
    readonly armor: string
    /** Absent in older jobs, which use ink. */
    readonly finish?: Finish
    /** The engine that the visitor chose. Absent for the configured one. */
    readonly engine?: 'embedded'
  }
  readonly createdAt: number
  readonly rolledStats: Stats
  /** Edited stats of the card whose art this one replaces. Absent if they are as rolled. */
  readonly editedStats?: Stats
  /** The generation whose card this one redraws, from another crop of the photo or in another pose. */
  readonly adjusts?: string
  /** The pose, set when the photo is checked or the card is redrawn. If absent, it is derived from the id. */
  readonly pose?: PoseId
  /** The first pose of a redrawn card. */
  readonly firstPose?: PoseId
  /** Counting id of a card started from another card's page. Null once it is counted. */
  readonly invited?: string | null
  /** Id of the league that the card is for. */
  readonly league?: string
  readonly cardId: string
  /** File name of the first picture, chosen before drawing so that a repeated step overwrites the same file. */
  readonly edition: string
  readonly state: GenerationState
  /** Engine calls so far. Counted before each call, so a photo that crashes its host cannot loop. */
  readonly attempt: number
  /** Attempts to draw the card around the art, also counted before each. Absent means none. */
  readonly cardTries?: number
  /** Earliest time of the next step, in milliseconds since 1970. */
  readonly nextAt: number
  /** Null once the photo is removed. */
  readonly photo: {
    readonly path: string
    readonly url: string
    readonly removals: number
    /** Position of the face as marked by the visitor. */
    readonly face?: FaceOval
  } | null
  readonly artUrl: string | null
  readonly card: { readonly imageUrl: string; readonly stats: Stats } | null
  readonly error: { readonly code: string; readonly message: string } | null
  /** The faces to choose from, for a question. */
  readonly faces?: readonly FaceOval[]
  /** Metadata of the art. */
  readonly made?: ArtDetails
  /** Incremented with every change. A result for an older version is discarded. */
  readonly version: number
}

/** The finish of the drawing, and the artist's notices about the photo. */
export type ArtDetails = { readonly finish: DrawnFinish | null; readonly notices: readonly Notice[] }

/** The result of checking a photo before it is drawn. An unchecked face counts as smiling. */
export type CheckedPhoto = { readonly question: Question | null; readonly isSmiling: boolean }

/** The reason to ask the visitor about the face before drawing. */
export type Question = { readonly code: FaceQuestion; readonly message: string; readonly faces: readonly FaceOval[] }

export const ATTEMPTS = 1 + AI_RETRIES
/** Retention of a finished generation, which limits editing. Equals the retention of drafts. */
export const GENERATION_RETENTION_MS = 30 * 86_400_000
const REMOVAL_BACKOFF_MS = 1_000
const REMOVAL_BACKOFF_MAX_MS = 60_000

const changed = (job: Job, change: Partial<Job>): Job => ({ ...job, ...change, version: job.version + 1 })

export const isOver = (job: Job): boolean =>
  job.state === 'ready' || job.state === 'failed' || job.state === 'cancelled'

/** The photo passed the check, so the engine is next. */
export const checked = (job: Job, pose: PoseId): Job => changed(job, { state: 'drawing', pose })

/** Ends the generation with a question to the visitor: for another crop, or which face is meant. */
export const withQuestion = (job: Job, { faces, ...error }: Question): Job => ({ ...failed(job, error), faces })

/** Store this state before calling the engine. */
export const attempting = (job: Job): Job => changed(job, { attempt: job.attempt + 1 })

export const drawn = (job: Job, artUrl: string): Job => changed(job, { state: 'finishing', artUrl })

/** An engine call failed. Retries with linear backoff (500 ms times the attempt), or gives up after the last attempt. */
export const attemptFailed = (job: Job, failure: Failure, now: number): Job => tryFailed(job, failure, job.attempt, now)

/** Store this state before drawing the card. */
export const drawingCard = (job: Job): Job => changed(job, { cardTries: (job.cardTries ?? 0) + 1 })

/** Drawing the card failed. Uses the same backoff and number of attempts as the engine. */
export const cardFailed = (job: Job, failure: Failure, now: number): Job =>
  tryFailed(job, failure, job.cardTries ?? 1, now)

type Failure = { readonly code: string; readonly message: string; readonly retryable: boolean }

function tryFailed(job: Job, failure: Failure, tries: number, now: number): Job {
  if (!failure.retryable || tries >= ATTEMPTS) return failed(job, failure)
  return changed(job, { nextAt: now + AI_RETRY_STEP_MS * tries })
}

export const finished = (job: Job, card: NonNullable<Job['card']>, made: ArtDetails): Job =>
  changed(job, { state: 'ready', card, made, ...(job.invited && { invited: null }) })

export const failed = (job: Job, { code, message }: { code: string; message: string }): Job =>
  changed(job, { state: 'failed', error: { code, message } })

/** Cancels a job, except while its card is moved to new art, because the old art may be gone. */
export const cancelled = (job: Job): Job =>
  isOver(job) || (job.adjusts !== undefined && job.state === 'finishing') ? job : changed(job, { state: 'cancelled' })

export const edited = (job: Job, card: NonNullable<Job['card']>): Job => changed(job, { card })

export const photoRemoved = (job: Job): Job => changed(job, { photo: null })

/** Removing the photo failed. Retries with exponential backoff without end. */
export function photoNotRemoved(job: Job, now: number): Job {
  if (job.photo === null) return job
  const wait = Math.min(REMOVAL_BACKOFF_MAX_MS, REMOVAL_BACKOFF_MS * 2 ** job.photo.removals)
  return changed(job, { photo: { ...job.photo, removals: job.photo.removals + 1 }, nextAt: now + wait })
}

/** Returns the time of the next work, in milliseconds since 1970. */
export const getWakeTime = (job: Job): number =>
  isOver(job) && job.photo === null ? job.createdAt + GENERATION_RETENTION_MS : job.nextAt
