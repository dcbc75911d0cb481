import {
  CLOSED,
  type GeneratorState,
  type Order,
  type Photo,
  type PhotoEvent,
  type PhotoSheet,
} from './generator-state.ts'
import { openCrop, startJob } from './job.ts'

/** Handles the events of the photo and its sheets. */
export function reducePhoto(state: GeneratorState, event: PhotoEvent): GeneratorState {
  const { photo, sheet } = state
  switch (event.type) {
    case 'fileChosen':
      return { ...state, preparing: event.file, photoError: null }
    case 'filePrepared': {
      if (state.preparing !== event.file) return state
      const { whole, chosen } = event
      return openCrop({ ...state, preparing: null, photo: { whole, chosen, cut: null } }, 'new', {
        order: getWaitingOrder(sheet),
      })
    }
    case 'fileFailed':
      return state.preparing === event.file ? { ...state, preparing: null, photoError: event.words } : state
    case 'facesFound':
      if (photo?.whole.url !== event.url) return state
      return { ...state, photo: { ...photo, whole: { ...photo.whole, ...event.found } } }
    case 'photoRemoved':
      return { ...state, photo: null, photoError: null, sheet: CLOSED }
    case 'photoRefused':
      return { ...state, photoError: event.words }
    case 'cropPressed':
      return photo ? openCrop(state, 'again', { order: getWaitingOrder(sheet) }) : state
    case 'cropMoved':
      return state.moved === event.view ? state : { ...state, moved: event.view }
    case 'cropAccepted': {
      if (!photo || sheet.name !== 'cropping') return state
      const { order } = sheet
      return {
        ...closeCrop(state, order ? { name: 'cutting', order } : CLOSED),
        photo: { ...photo, cut: event.cut },
        photoError: null,
      }
    }
    case 'cropCut': {
      if (photo?.cut !== event.cut) return state
      const { chosen, fitted, start } = event
      const cut: Photo = { whole: { ...photo.whole, fitted }, chosen, cut: null }
      const next = { ...state, photo: cut }
      return sheet.name === 'cutting' ? startJob({ ...next, sheet: CLOSED }, sheet.order, start) : next
    }
    case 'cropFailed':
      if (photo?.cut !== event.cut) return state
      return {
        ...state,
        photo: { ...photo, cut: null },
        photoError: event.words,
        sheet: sheet.name === 'cutting' ? CLOSED : sheet,
      }
    case 'cropSkipped': {
      if (!photo || sheet.name !== 'cropping') return state
      const whole: Photo = { whole: { ...photo.whole, fitted: null }, chosen: event.chosen, cut: null }
      const next = closeCrop({ ...state, photo: whole })
      return sheet.order ? startJob(next, sheet.order, event.start) : next
    }
    case 'retakePressed': {
      if (sheet.name !== 'cropping') return state
      return closeCrop(state, sheet.order ? { name: 'retaking', order: sheet.order } : CLOSED)
    }
    case 'sheetClosed':
      return closeSheet(state)
  }
}

const closeCrop = (state: GeneratorState, sheet: PhotoSheet = CLOSED): GeneratorState => ({
  ...state,
  sheet,
  moved: null,
})

/** Closes a sheet without an answer. An open question stays beside the photo. */
function closeSheet(state: GeneratorState): GeneratorState {
  const { sheet, fitting, photoError } = state
  if (sheet.name === 'closed' || sheet.name === 'cutting') return state
  const question = sheet.name === 'asking' ? null : fitting.question
  return { ...closeCrop(state), photoError: question?.words ?? photoError }
}

const getWaitingOrder = (sheet: PhotoSheet): Order | null => ('order' in sheet ? sheet.order : null)
