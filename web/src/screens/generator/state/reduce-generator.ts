import type { MadeCard } from '#shared/contracts/generations.ts'
import { FAILURE, PHOTO_WORDS } from '#shared/domain/messages.ts'
import {
  type Art,
  type ChangedCard,
  createForm,
  type GenerationOrder,
  type GeneratorEvent,
  type GeneratorState,
  getJobId,
  hasCardPhoto,
  moveTo,
  withCommand,
} from './generator-state.ts'
import {
  acceptForm,
  cancelJob,
  failCancel,
  leaveJob,
  markUnreachable,
  dropMissingJob,
  openCrop,
  rejectForm,
  reportGeneration,
  startOver,
  startJob,
} from './job.ts'
import { reducePhoto } from './photo.ts'

type EventNamed<T extends GeneratorEvent['type']> = Extract<GeneratorEvent, { type: T }>

/**
 * The generator's reducer, from form to card. Pure: events carry ids and times, and side effects are returned as
 * `commands`. An event that does not fit the state, such as a late response, changes nothing.
 */
export function reduceGenerator(last: GeneratorState, event: GeneratorEvent): GeneratorState {
  const state = last.commands.length === 0 ? last : { ...last, commands: [] }
  switch (event.type) {
    case 'generatePressed':
      return generate(state, event)
    case 'photoMissed':
      return withCommand(
        { ...state, photoError: FAILURE.photoMissing },
        { type: 'toast', kind: 'error', words: FAILURE.photoMissing },
      )
    case 'redrawPressed':
      return redraw(state, event)
    case 'setupPressed':
      return openSetup(state)
    case 'cancelPressed':
      return cancelJob(state)
    case 'undoPressed':
      return undo(state)
    case 'startOverPressed':
      return state.step.name === 'result' ? startOver(state, createForm({ isStartedOver: true })) : state
    case 'formLinkFollowed':
      return state.step.name === 'result' ? startOver(state) : state
    case 'formRevisited':
      return state.step.name === 'result' ? leaveJob(state) : state
    case 'jobRevisited':
      return revisitJob(state, event.id)
    case 'formAccepted':
      return acceptForm(state, event.id, event.generation)
    case 'formRejected':
      return rejectForm(state, event)
    case 'generationReported':
      return reportGeneration(state, event)
    case 'generationMissing':
      return dropMissingJob(state, event.id, event.at)
    case 'serverUnreachable':
      return markUnreachable(state, event.id, event.at)
    case 'cancelFailed':
      return failCancel(state, event)
    default:
      return reducePhoto(state, event)
  }
}

function generate(
  state: GeneratorState,
  { form, engine, from, league, start }: EventNamed<'generatePressed'>,
): GeneratorState {
  if (state.step.name !== 'form') return state
  const art = { ...state.step.art, ...(engine && { engine }) }
  const order: GenerationOrder = { form, art, from: art.like ? null : from, league, redraws: null }
  if (state.preparing || state.photo?.isSearching) return { ...state, sheet: { name: 'waiting', order } }
  return startJob(state, order, start)
}

/** Redraws the card on the screen. Its photo may be gone, because the server deletes it and a reload loses it. */
function redraw(state: GeneratorState, { form, league, use, start }: EventNamed<'redrawPressed'>): GeneratorState {
  const { step, photo } = state
  if (step.name !== 'result') return state
  const art = createArt(use, step.id)
  if (use === 'art' && !photo) {
    const form = createForm({ art, changes: toChangedCard(step.card) })
    return { ...leaveJob(state, form), photoError: PHOTO_WORDS.deleted }
  }
  const order: GenerationOrder = { form, art, from: null, league, redraws: step.id }
  if (use === 'art') return startJob(state, order, start)
  if (use === 'other' || !hasCardPhoto(state)) return { ...state, sheet: { name: 'asking', use, order } }
  return use === 'adjust' ? openCrop(state, 'adjust', { order }) : startJob(state, order, start)
}

/** Opens the form of the card on the screen. The next card has the same stats, and the same photo if it is still here. */
function openSetup(state: GeneratorState): GeneratorState {
  const { step } = state
  if (step.name !== 'result') return state
  const form = createForm({ art: { like: step.id }, changes: toChangedCard(step.card) })
  return hasCardPhoto(state) ? leaveJob(state, form) : { ...startOver(state, form), photoError: PHOTO_WORDS.deleted }
}

const toChangedCard = ({ playerName, visibility }: MadeCard): ChangedCard => ({
  name: playerName,
  isInHall: visibility === 'public',
})

function createArt(use: EventNamed<'redrawPressed'>['use'], id: string): Art {
  if (use === 'adjust') return { adjusts: id }
  if (use === 'pose') return { adjusts: id, pose: 'another' }
  return use === 'previousPose' ? { adjusts: id, pose: 'previous' } : { like: id }
}

/** Shows the URL's card, unless a form is being sent. */
function revisitJob(state: GeneratorState, id: string): GeneratorState {
  const { step } = state
  if (step.name === 'sending' || getJobId(step) === id) return state
  return moveTo(
    { ...state, before: null, fallback: null, photoError: null },
    { name: 'finding', id, isUnreachable: false },
  )
}

function undo(state: GeneratorState): GeneratorState {
  const { step, before } = state
  if (before === null || (step.name !== 'form' && step.name !== 'result')) return state
  const undone = { ...state, before: null, fallback: null, photoError: null }
  return moveTo(undone, { name: 'finding', id: before, isUnreachable: false })
}
