import {
  CLOSED,
  type GenerationOrder,
  type GeneratorEvent,
  type GeneratorState,
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
      const prepared = { whole, chosen, cut: null, isSearching: true }
      return closeCrop({ ...state, preparing: null, photo: prepared, isPhotoLost: false }, getWaiting(sheet))
    }
    case 'fileFailed': {
      if (state.preparing !== event.file) return state
      const failed = { ...state, preparing: null, photoError: event.words }
      return sheet.name === 'waiting' ? { ...failed, sheet: askAgain(sheet.order) } : failed
    }
    case 'facesFound':
      return findFaces(state, event)
    case 'photoRemoved':
      return { ...state, photo: null, photoError: null, sheet: CLOSED }
    case 'photoRefused':
      return { ...state, photoError: event.words }
    case 'cropPressed':
      if (!photo) return state
      // The visitor crops by hand, so a face detected later does not change the crop.
      return openCrop({ ...state, photo: { ...photo, isSearching: false } }, 'again', { order: getOrder(sheet) })
    case 'cropMoved':
      return state.moved === event.view ? state : { ...state, moved: event.view }
    case 'cropAccepted': {
      if (!photo || sheet.name !== 'cropping') return state
      const { order } = sheet
      return {
        ...closeCrop(state, order && !event.isDismissed ? { name: 'cutting', order } : CLOSED),
        photo: { ...photo, cut: event.cut },
        photoError: null,
      }
    }
    case 'cropCut': {
      if (photo?.cut !== event.cut) return state
      const { chosen, fitted, start } = event
      const cut: Photo = { ...photo, whole: { ...photo.whole, fitted }, chosen, cut: null }
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
      const whole: Photo = { ...photo, whole: { ...photo.whole, fitted: null }, chosen: event.chosen, cut: null }
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
  const question = sheet.name === 'asking' || sheet.name === 'waiting' ? null : fitting.question
  return { ...closeCrop(state), photoError: question?.words ?? photoError }
}

const getOrder = (sheet: PhotoSheet): GenerationOrder | null => ('order' in sheet ? sheet.order : null)

/** Returns the sheet after a photo was chosen, and keeps the order that waits for it. */
function getWaiting(sheet: PhotoSheet): PhotoSheet {
  const order = getOrder(sheet)
  return order ? { name: 'waiting', order } : CLOSED
}

/** Asks again for the photo of a redraw, beside the error. The form shows the error itself. */
function askAgain(order: GenerationOrder): PhotoSheet {
  const { redraws, art } = order
  if (redraws === null) return CLOSED
  const poseUse = art.pose === 'previous' ? 'previousPose' : 'pose'
  return { name: 'asking', use: art.pose ? poseUse : art.adjusts ? 'adjust' : 'other', order }
}

type FacesFound = Extract<GeneratorEvent, { type: 'facesFound' }>

/** Crops a photo with one clear face, and opens the crop sheet for any other. Faces found late are only a hint. */
function findFaces(state: GeneratorState, { url, found, cut, start }: FacesFound): GeneratorState {
  const { photo, sheet, step } = state
  if (photo?.whole.url !== url) return state
  const searched = { ...photo, whole: { ...photo.whole, ...found }, isSearching: false }
  const next = { ...state, photo: searched }
  if (!photo.isSearching) return next
  // While the sheet asks for another photo, the previous one must not start a job.
  const order = sheet.name === 'asking' ? null : getOrder(sheet)
  if (cut === null) return order || step.name === 'form' ? openCrop(next, 'new', { order }) : next
  const cutting = { ...next, photo: { ...searched, cut } }
  return order ? startJob({ ...cutting, sheet: CLOSED }, order, start) : cutting
}
