import {
  CLOSED,
  createForm,
  type GenerationOrder,
  type GeneratorState,
  type GeneratorStep,
  type Photo,
} from './generator-state.ts'

/** Time after a reload in which a form may still arrive. */
export const ARRIVAL_MS = 15_000

/** The ids that survive a reload. */
export type RememberedJob = {
  id: string | null
  /** The id whose form was being sent. */
  sending: string | null
  before: string | null
  fallback: string | null
  /** True if the visitor has already seen this card. */
  isSeen: boolean
}

/** The photos that this tab keeps while the visitor is on other pages. */
export type RememberedPhoto = {
  photo: Photo | null
  photoUrls: GeneratorState['photoUrls']
  sentOrders: GeneratorState['sentOrders']
  /** The file that was being prepared. */
  preparing: File | null
  /** The order that waits for the photo. */
  order: GenerationOrder | null
  /** True if a photo was chosen, before or after a reload. */
  wasChosen: boolean
}

/** True if the visitor starts a new card: the stored one was seen, and the URL has none. */
export const isNewCard = ({ id, isSeen }: RememberedJob, linked: string | null): boolean =>
  linked === null && id !== null && isSeen

/**
 * Returns the initial state of the screen.
 *
 * @param linked the id in the URL, which takes precedence over the stored one
 */
export function restoreGenerator(
  remembered: RememberedJob,
  { photo, photoUrls, sentOrders, preparing, order, wasChosen }: RememberedPhoto,
  linked: string | null,
  now: number,
): GeneratorState {
  // A card that was already seen becomes the Undo target. An unseen one is always shown.
  const isNew = isNewCard(remembered, linked)
  const id = isNew ? null : (linked ?? remembered.id)
  return {
    step: createStep(id, remembered, now),
    before: isNew ? remembered.id : remembered.before,
    fallback: id === remembered.id ? remembered.fallback : null,
    photo: isNew || !photo ? null : resumePhoto(photo),
    preparing: isNew ? null : preparing,
    photoError: null,
    isPhotoLost: wasChosen && !photo && !preparing && !isNew,
    // The order applies only to the card that it redraws, or the form.
    sheet: order && !isNew && order.redraws === id ? { name: 'waiting', order } : CLOSED,
    fitting: { why: 'new', question: null, times: 0 },
    moved: null,
    photoUrls,
    sentOrders,
    commands: [],
  }
}

/** Restarts the face search of a photo if the last screen did not finish its search or crop. */
const resumePhoto = (photo: Photo): Photo =>
  photo.isSearching || photo.cut ? { ...photo, cut: null, isSearching: true } : photo

function createStep(id: string | null, { sending }: RememberedJob, now: number): GeneratorStep {
  if (id === null) return createForm()
  if (id === sending) return { name: 'arriving', id, until: now + ARRIVAL_MS, isUnreachable: false }
  return { name: 'finding', id, isUnreachable: false }
}
