import type { Generation } from '#shared/contracts/generations.ts'
import { isFaceQuestion, isLaterThan, isWaiting } from '#shared/contracts/generation-states.ts'
import { FAILURE, QUESTION } from '#shared/domain/messages.ts'
import {
  CLOSED,
  createForm,
  type DrawingStep,
  type GenerationOrder,
  type GeneratorState,
  getGeneration,
  getJobId,
  type JobStart,
  moveTo,
  withCommand,
} from './generator-state.ts'

const PHOTO_LOST = "Your photo hadn't finished uploading. Please add it again."
const NO_FACE_AND_NO_PHOTO = {
  FACE_NOT_FOUND: "We couldn't find a face in your photo. Please add it again, or try another one.",
  SEVERAL_FACES: 'There were several faces in your photo. Please add it again, then tap yours.',
} as const

/** Starts a job, unless one is in progress. */
export function startJob(state: GeneratorState, order: GenerationOrder, { id, at }: JobStart): GeneratorState {
  const { step, photo, before, fallback } = state
  if (!photo || step.name === 'sending' || step.name === 'arriving' || step.name === 'drawing') return state
  const { redraws } = order
  const sending: GeneratorState = {
    ...state,
    step: {
      name: 'sending',
      id,
      order,
      startedAt: at,
      generation: null,
      back: { step, before, fallback },
    },
    // An adjusted card replaces the one on the screen. For other art, that one becomes the Undo target.
    before: order.art.adjusts ? before : redraws,
    fallback: redraws,
    sheet: CLOSED,
    photoUrls: { ...state.photoUrls, [id]: photo.whole.url },
    sentOrders: { ...state.sentOrders, [id]: order },
  }
  return withCommand(sending, { type: 'send', id, order, photo: photo.cut ?? photo.chosen })
}

/** Continues with an accepted form. If the visitor has given it up, cancels it on the server. */
export function acceptForm(state: GeneratorState, id: string, accepted: Generation): GeneratorState {
  const { step } = state
  if (step.name !== 'sending' || step.id !== id) return withCommand(state, { type: 'cancel', id: accepted.id })
  const { order, startedAt, generation: pushed } = step
  // Progress pushed meanwhile may be newer than the response.
  const isPushedLater = pushed?.id === accepted.id && isLaterThan(accepted.state, pushed.state)
  const generation = isPushedLater ? pushed : accepted
  const cleared = order.from === null ? state : withCommand(state, { type: 'clearOrigin' })
  return announceResult(applyGeneration(cleared, generation, { order, startedAt, isUnreachable: false }))
}

const announceResult = (state: GeneratorState): GeneratorState =>
  state.step.name === 'result' ? withCommand(state, { type: 'announceCard' }) : state

export function rejectForm(
  state: GeneratorState,
  { id, words, isPhotoFault }: { id: string; words: string; isPhotoFault: boolean },
): GeneratorState {
  if (state.step.name !== 'sending' || state.step.id !== id) return state
  const back = goBack(state, state.step.back)
  const refused = isPhotoFault ? { ...back, photoError: words } : back
  return withCommand(refused, { type: 'toast', kind: 'error', words: FAILURE.generate(words) })
}

type Report = { generation: Generation; isUnreachable: boolean }

/** Applies a report about the current generation and ignores any other. Idempotent. */
export function reportGeneration(state: GeneratorState, { generation, isUnreachable }: Report): GeneratorState {
  const { step } = state
  if (step.name === 'form' || step.id !== generation.id) return state
  const isSame = step.name !== 'drawing' || step.isUnreachable === isUnreachable
  if (isSame && getGeneration(step) === generation) return state
  if (step.name === 'sending') return { ...state, step: { ...step, generation } }
  if (step.name === 'drawing') return announceResult(applyGeneration(state, generation, { ...step, isUnreachable }))
  const startedAt = Date.parse(generation.createdAt)
  return applyGeneration(state, generation, { order: null, startedAt, isUnreachable })
}

type Drawing = Pick<DrawingStep, 'order' | 'startedAt' | 'isUnreachable'>

/** @param drawing the rest of the drawing step, while the generation waits */
function applyGeneration(state: GeneratorState, generation: Generation, drawing: Drawing): GeneratorState {
  const { id, card } = generation
  const { order, startedAt, isUnreachable } = drawing
  if (isWaiting(generation.state))
    return moveTo(state, { name: 'drawing', id, generation, order, startedAt, isUnreachable })
  if (generation.state === 'failed') return failJob(state, generation, order)
  if (generation.state === 'cancelled') return endJob(state)
  if (generation.state !== 'ready' || !card) return dropGoneJob(state)
  const result: GeneratorState = { ...state, step: { name: 'result', id, generation, card } }
  return order && order.from !== null ? withCommand(result, { type: 'creditOrigin' }) : result
}

/** A photo without a face, or with several, leads to a question. Every other failure is a toast. */
function failJob(
  state: GeneratorState,
  { id, error, faces, offer }: Generation,
  knownOrder: GenerationOrder | null,
): GeneratorState {
  const ended = endJob(state, offer)
  const code = error?.code
  if (!isFaceQuestion(code)) {
    const words = FAILURE.generate(error?.message ?? FAILURE.noImage)
    return withCommand(ended, { type: 'toast', kind: 'error', words })
  }
  const isSentPhoto = state.photo?.whole.url === state.photoUrls[id]
  const order = knownOrder ?? (isSentPhoto ? state.sentOrders[id] : null)
  // A redraw that was found again by Undo may have lost the card that it redraws.
  const fitsScreen = order?.redraws === getJobId(ended.step)
  if (!state.photo || !order || !fitsScreen) return { ...ended, photoError: NO_FACE_AND_NO_PHOTO[code] }
  const question = { words: QUESTION[code], faces, piece: state.photo.chosen.piece }
  const opened = openCrop(ended, 'asked', { order, question })
  // The form keeps its order for a visitor who answers later.
  return opened.step.name === 'form' ? { ...opened, step: { ...opened.step, art: order.art } } : opened
}

/** Opens the crop sheet. */
export const openCrop = (
  state: GeneratorState,
  why: GeneratorState['fitting']['why'],
  { order, question = null }: { order: GenerationOrder | null; question?: GeneratorState['fitting']['question'] },
): GeneratorState => ({
  ...state,
  sheet: { name: 'cropping', order },
  fitting: { why, question, times: state.fitting.times + 1 },
  moved: null,
  photoError: null,
})

/** Drops the current generation and shows its fallback, or the form. */
function endJob(state: GeneratorState, offer: Generation['offer'] | null = null): GeneratorState {
  const { fallback, before } = state
  if (fallback === null) return moveTo(state, createForm({ offer: offer ?? null }))
  const ended = { ...state, before: before === fallback ? null : before, fallback: null }
  return moveTo(ended, { name: 'finding', id: fallback, isUnreachable: false })
}

/** Ends a job that is gone. Shows a toast to a visitor who followed a link or reloaded the page to see its card. */
function dropGoneJob(state: GeneratorState): GeneratorState {
  const ended = endJob(state)
  return state.step.name === 'finding'
    ? withCommand(ended, { type: 'toast', kind: 'error', words: FAILURE.cardGone })
    : ended
}

/** Forgets a job that the server does not know. Shortly after a reload its form may still arrive. */
export function dropMissingJob(state: GeneratorState, id: string, at: number): GeneratorState {
  const { step } = state
  if (step.name === 'sending' || getJobId(step) !== id) return state
  if (step.name !== 'arriving') return dropGoneJob(state)
  if (at < step.until) return step.isUnreachable ? { ...state, step: { ...step, isUnreachable: false } } : state
  return { ...endJob(state), photoError: PHOTO_LOST }
}

/** Marks a lost connection, except shortly after a reload, when the form may still arrive. */
export function markUnreachable(state: GeneratorState, id: string, at: number): GeneratorState {
  const { step } = state
  if (!('isUnreachable' in step) || step.id !== id) return state
  const isUnreachable = step.name !== 'arriving' || at >= step.until
  return step.isUnreachable === isUnreachable ? state : { ...state, step: { ...step, isUnreachable } }
}

/** Gives up a form that is being sent, or asks the server to cancel a job that it knows. */
export function cancelJob(state: GeneratorState): GeneratorState {
  const { step } = state
  if (step.name === 'form' || step.name === 'result') return state
  if (step.name === 'sending') return goBack(state, step.back)
  return withCommand(state, { type: 'cancel', id: step.id })
}

export function failCancel(
  state: GeneratorState,
  { id, words, isMissing }: { id: string; words: string; isMissing: boolean },
): GeneratorState {
  const { step } = state
  if (!('isUnreachable' in step) || step.id !== id) return state
  if (isMissing) return endJob(state)
  // It may be a finished card, so the form keeps it as the Undo target.
  const left = step.name === 'drawing' ? state : leaveJob(state)
  return withCommand(left, { type: 'toast', kind: 'error', words })
}

/** Shows the form and keeps the current generation for Undo. */
export const leaveJob = (state: GeneratorState, form = createForm()): GeneratorState =>
  moveTo({ ...state, before: getJobId(state.step), fallback: null }, form)

/** Shows the form for another card, without this card's photo. */
export const startOver = (state: GeneratorState, form = createForm()): GeneratorState =>
  leaveJob({ ...state, photo: null, preparing: null, photoError: null, isPhotoLost: false, sheet: CLOSED }, form)

function goBack(state: GeneratorState, { step, ...ids }: Pick<GeneratorState, 'step' | 'before' | 'fallback'>) {
  return moveTo({ ...state, ...ids }, step)
}
