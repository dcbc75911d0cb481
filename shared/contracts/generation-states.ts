import type { GenerationState } from './generations.ts'

/** The pending states, in order. */
export const WAITING_STATES = ['checking', 'drawing', 'finishing'] as const satisfies readonly GenerationState[]

export const isWaiting = (state: GenerationState): boolean => (WAITING_STATES as readonly string[]).includes(state)

/** True if `later` comes after `earlier`. Every final state comes after all pending ones. */
export const isLaterThan = (earlier: GenerationState, later: GenerationState): boolean =>
  getRank(earlier) < getRank(later)

const getRank = (state: GenerationState) => {
  const index = (WAITING_STATES as readonly string[]).indexOf(state)
  return index < 0 ? WAITING_STATES.length : index
}

/**
 * Codes of a generation that failed because of the face. It is free, and the visitor can answer with another crop or
 * oval.
 */
export const FACE_QUESTIONS = ['FACE_NOT_FOUND', 'SEVERAL_FACES'] as const
export type FaceQuestion = (typeof FACE_QUESTIONS)[number]

export const isFaceQuestion = (code: string | undefined): code is FaceQuestion =>
  (FACE_QUESTIONS as readonly (string | undefined)[]).includes(code)
