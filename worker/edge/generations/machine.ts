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
 * A generation as it is kept, and every way it may change. Pure: the object that hosts it stores what comes out of
 * these functions before it acts on it, so a generation survives the death of its host at any point.
 */
export type Job = {
  readonly id: string
  readonly visitor: Visitor
  /** The network and browser family it came from ({@link getNamelessId}). Absent: a job from before it was stored. */
  readonly place?: string
  /** The address of this site as the visitor sees it: there is no request to ask when an alarm rings. */
  readonly origin: string
  readonly player: {
    readonly nickname: string
    readonly number: string
    readonly team: string
    readonly armor: string
    /** Jobs from before there was a choice have none: ink. */
    readonly finish?: Finish
    /** The engine that the visitor chose. Absent: the configured one. */
    readonly engine?: 'embedded'
  }
  readonly createdAt: number
  readonly rolledStats: Stats
  /** The edited stats of the card whose art this one replaces. Absent: as they were rolled. */
  readonly editedStats?: Stats
  /** The generation whose card this one draws again, from another crop of the photo or in another pose. */
  readonly adjusts?: string
  /** The pose, once the photo was looked at or if the card is drawn again. Absent: it follows from the id. */
  readonly pose?: PoseId
  /** The pose in which a card that is drawn again was first drawn. */
  readonly firstPose?: PoseId
  /** The name under which a card begun from another card's page is counted; null once it is. */
  readonly invited?: string | null
  /** The id of the league that the card is for. */
  readonly league?: string
  readonly cardId: string
  /** The name of the first picture's file, chosen before it is drawn so that drawing it twice makes one. */
  readonly edition: string
  readonly state: GenerationState
  /** Tries of the image engine so far. Counted before each call, so a photo that kills its host cannot loop. */
  readonly attempt: number
  /** Tries of drawing the card around the art so far, counted before each as well. Absent: none. */
  readonly cardTries?: number
  /** The next step must not start before this time (milliseconds since 1970). */
  readonly nextAt: number
  /** Null once it has been removed. */
  readonly photo: {
    readonly path: string
    readonly url: string
    readonly removals: number
    /** Position of the face that the visitor set. */
    readonly face?: FaceOval
  } | null
  readonly artUrl: string | null
  readonly card: { readonly imageUrl: string; readonly stats: Stats } | null
  readonly error: { readonly code: string; readonly message: string } | null
  /** The faces to choose from, for a question. */
  readonly faces?: readonly FaceOval[]
  /** The metadata of the art. */
  readonly made?: ArtDetails
  /** Counts changes: an answer that arrives for an older version is too late. */
  readonly version: number
}

/** Finish of the artist's drawing, and what is wrong with the photo. */
export type ArtDetails = { readonly finish: DrawnFinish | null; readonly notices: readonly Notice[] }

/** The result of looking at a photo before it is drawn; a face that was not looked at counts as smiling. */
export type CheckedPhoto = { readonly question: Question | null; readonly isSmiling: boolean }

/** Why a photo is not drawn before the visitor has said where the face is. */
export type Question = { readonly code: FaceQuestion; readonly message: string; readonly faces: readonly FaceOval[] }

export const ATTEMPTS = 1 + AI_RETRIES
/** Lifetime of a finished generation and of its editing: as long as a draft is kept. */
export const GENERATION_RETENTION_MS = 30 * 86_400_000
const REMOVAL_BACKOFF_MS = 1_000
const REMOVAL_BACKOFF_MAX_MS = 60_000

const changed = (job: Job, change: Partial<Job>): Job => ({ ...job, ...change, version: job.version + 1 })

export const isOver = (job: Job): boolean =>
  job.state === 'ready' || job.state === 'failed' || job.state === 'cancelled'

/** The photo is there and readable, and the pose suits its face: the engine is next. */
export const checked = (job: Job, pose: PoseId): Job => changed(job, { state: 'drawing', pose })

/** Nothing is drawn: the visitor is asked for another crop, or which face is meant. */
export const withQuestion = (job: Job, { faces, ...error }: Question): Job => ({ ...failed(job, error), faces })

/** To be stored before the engine is called. */
export const attempting = (job: Job): Job => changed(job, { attempt: job.attempt + 1 })

export const drawn = (job: Job, artUrl: string): Job => changed(job, { state: 'finishing', artUrl })

/** A try failed: wait 500 ms times its number and try again, or give up after the last. */
export const attemptFailed = (job: Job, failure: Failure, now: number): Job => tryFailed(job, failure, job.attempt, now)

/** To be stored before the card is drawn. */
export const drawingCard = (job: Job): Job => changed(job, { cardTries: (job.cardTries ?? 0) + 1 })

/** The art is there and the card is not: the same waits and as many tries as for the art. */
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

/** A card that is being moved to other art is moved: there is no way back to art that is gone. */
export const cancelled = (job: Job): Job =>
  isOver(job) || (job.adjusts !== undefined && job.state === 'finishing') ? job : changed(job, { state: 'cancelled' })

export const edited = (job: Job, card: NonNullable<Job['card']>): Job => changed(job, { card })

export const photoRemoved = (job: Job): Job => changed(job, { photo: null })

/** The photo could not be removed this time: try again, later each time, for as long as it takes. */
export function photoNotRemoved(job: Job, now: number): Job {
  if (job.photo === null) return job
  const wait = Math.min(REMOVAL_BACKOFF_MAX_MS, REMOVAL_BACKOFF_MS * 2 ** job.photo.removals)
  return changed(job, { photo: { ...job.photo, removals: job.photo.removals + 1 }, nextAt: now + wait })
}

/** When there is something to do next (milliseconds since 1970). */
export const wakeAt = (job: Job): number =>
  isOver(job) && job.photo === null ? job.createdAt + GENERATION_RETENTION_MS : job.nextAt
