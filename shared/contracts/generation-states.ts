import type { GenerationState } from './generations.ts'

/** The states a visitor waits through, in order. */
export const WAITING_STATES = ['checking', 'drawing', 'finishing'] as const satisfies readonly GenerationState[]

export const isWaiting = (state: GenerationState): boolean => (WAITING_STATES as readonly string[]).includes(state)

/** True if a generation in the state `earlier` has yet to come to `later`; every end is later than all waiting. */
export const isLaterThan = (earlier: GenerationState, later: GenerationState): boolean =>
  rankOf(earlier) < rankOf(later)

const rankOf = (state: GenerationState) => {
  const index = (WAITING_STATES as readonly string[]).indexOf(state)
  return index < 0 ? WAITING_STATES.length : index
}

/**
 * Codes of a generation that failed because of the face. The visitor can answer with another crop or an oval set by
 * hand. It has cost nothing.
 */
export const FACE_QUESTIONS = ['FACE_NOT_FOUND', 'SEVERAL_FACES'] as const
export type FaceQuestion = (typeof FACE_QUESTIONS)[number]

export const isFaceQuestion = (code: string | undefined): code is FaceQuestion =>
  (FACE_QUESTIONS as readonly (string | undefined)[]).includes(code)
