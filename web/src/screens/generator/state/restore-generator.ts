import { CLOSED, createForm, type GeneratorState, type Order, type Photo, type Step } from './generator-state.ts'

/** Time after a reload in which a form may still arrive. */
export const ARRIVAL_MS = 15_000

/** The ids that the browser keeps over a reload. */
export type RememberedJob = {
  id: string | null
  /** The id whose form was on its way. */
  sending: string | null
  before: string | null
  fallback: string | null
  /** The visitor has already looked at this card. */
  isSeen: boolean
}

/** The photos that this tab keeps while the visitor looks at other pages. */
export type RememberedPhoto = {
  photo: Photo | null
  photoUrls: GeneratorState['photoUrls']
  /** The file that was being prepared. */
  preparing: File | null
  /** The order that waits for the photo. */
  order: Order | null
  /** A photo was chosen, in this page or before it was loaded again. */
  wasChosen: boolean
}

/** Returns true when the visitor begins a new card: the kept one was seen, and the address asks for none. */
export const isNewCard = ({ id, isSeen }: RememberedJob, asked: string | null): boolean =>
  asked === null && id !== null && isSeen

/**
 * Returns the state of a screen that was just opened.
 *
 * @param asked the id in the address, which wins over the one that the browser keeps
 */
export function restoreGenerator(
  kept: RememberedJob,
  { photo, photoUrls, preparing, order, wasChosen }: RememberedPhoto,
  asked: string | null,
  now: number,
): GeneratorState {
  // A card that was seen becomes the one to go back to; a new one is shown wherever the visitor comes from.
  const isNew = isNewCard(kept, asked)
  const id = isNew ? null : (asked ?? kept.id)
  return {
    step: createStep(id, kept, now),
    before: isNew ? kept.id : kept.before,
    fallback: id === kept.id ? kept.fallback : null,
    photo: isNew || !photo ? null : resumePhoto(photo),
    preparing: isNew ? null : preparing,
    photoError: null,
    isPhotoLost: wasChosen && !photo && !preparing && !isNew,
    // Another card or the empty form has no use for the order.
    sheet: order && !isNew && order.redraws === id ? { name: 'waiting', order } : CLOSED,
    fitting: { why: 'new', question: null, times: 0 },
    moved: null,
    photoUrls,
    commands: [],
  }
}

/** Looks again for the faces of a photo whose search or crop the last screen did not finish. */
const resumePhoto = (photo: Photo): Photo =>
  photo.isSearching || photo.cut ? { ...photo, cut: null, isSearching: true } : photo

function createStep(id: string | null, { sending }: RememberedJob, now: number): Step {
  if (id === null) return createForm()
  if (id === sending) return { name: 'arriving', id, until: now + ARRIVAL_MS, isUnreachable: false }
  return { name: 'finding', id, isUnreachable: false }
}
