import type { Generation, GenerationForm, MadeCard } from '#shared/contracts/generations.ts'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import type { PreparedPhoto } from '#web/photo/photo.ts'
import type { CropView, PhotoPiece } from '#web/photo/photo-crop.ts'
import type { CompleteForm } from '../use-player-form.ts'

/** The upload. Without a face oval, the artist looks for the face. */
export type SentPhoto = { blob: Blob; face: FaceOval | null }
/** The upload with its preview, and the piece of the whole photo that it shows. */
export type ChosenPhoto = SentPhoto & { previewUrl: string; piece: PhotoPiece }

/** The photo before any crop. */
export type WholePhoto = PreparedPhoto & {
  url: string
  /** The faces that this device found, the main one first. They are only a hint. */
  faces: readonly FaceOval[]
  /** The crop that fits the main face; null when no face was found. */
  mainView: CropView | null
  /** The last crop the visitor accepted, and whether it shows where the face is. */
  fitted: { view: CropView; isShown: boolean } | null
  /** The photo came from this page's camera, so the crop sheet offers a retake. */
  isTaken: boolean
}

export type Photo = {
  whole: WholePhoto
  chosen: ChosenPhoto
  /** The crop in progress. A job that starts now sends its result instead of `chosen`. */
  cut: Promise<SentPhoto> | null
  /** This device is still looking for faces. One clear face is cropped without a question. */
  isSearching: boolean
}

/** The faces that this device found in a photo. */
export type FoundFaces = Pick<WholePhoto, 'faces' | 'mainView'>

/** A question about the photo. The faces are shares of the piece that was sent. */
export type PhotoQuestion = { words: string; faces: readonly FaceOval[]; piece: PhotoPiece }

/** The contents of the crop sheet. `times` counts its openings. */
export type Fitting = { why: 'new' | 'again' | 'adjust' | 'asked'; question: PhotoQuestion | null; times: number }

/** The art that a form asks for: new art for a card's stats (`like`), or for the card itself (`adjusts`). */
export type Art = Pick<GenerationForm, 'like' | 'adjusts' | 'pose' | 'engine'>

/** A redraw that needs a photo: another photo, another crop or another pose. */
export type PhotoUse = 'other' | 'adjust' | 'pose'

/** Everything about a card except its photo. */
export type Order = {
  form: CompleteForm
  art: Art
  /** The card page that led here. It is credited with the first card that is made. */
  from: string | null
  /** The generation on the screen that this order redraws. Null for an order from the form. */
  redraws: string | null
}

export type FormStep = { name: 'form'; art: Art; offer: Generation['offer'] | null; isStartedOver: boolean }
/** The form is on its way. The server may push progress before it answers. */
export type SendingStep = {
  name: 'sending'
  id: string
  order: Order
  startedAt: number
  generation: Generation | null
  /** The state to restore when the form is rejected or given up. */
  back: { step: FormStep | FindingStep | ResultStep; before: string | null; fallback: string | null }
}
/** The page was reloaded while the form was on its way. The server may not know the id yet. */
export type ArrivingStep = { name: 'arriving'; id: string; until: number; isUnreachable: boolean }
/** The server has not answered yet about an id from an earlier visit, from Undo or from a failed redraw. */
export type FindingStep = { name: 'finding'; id: string; isUnreachable: boolean }
export type DrawingStep = {
  name: 'drawing'
  id: string
  generation: Generation
  startedAt: number
  /** Null when this page did not send it. */
  order: Order | null
  isUnreachable: boolean
}
export type ResultStep = { name: 'result'; id: string; generation: Generation; card: MadeCard }

/** The step of the flow. Exactly one is on the screen. */
export type Step = FormStep | SendingStep | ArrivingStep | FindingStep | DrawingStep | ResultStep

/** The sheet over the step. Its order starts a job once the photo is ready. */
export type PhotoSheet =
  | { name: 'closed' }
  /** Asks for a photo, because a card's own photo is deleted once the card is drawn. */
  | { name: 'asking'; use: PhotoUse; order: Order }
  /** No sheet is open: the order waits until the photo is prepared and its faces are found. */
  | { name: 'waiting'; order: Order }
  | { name: 'cropping'; order: Order | null }
  /** The camera is open instead of the crop sheet. */
  | { name: 'retaking'; order: Order }
  /** The crop was accepted and is being cut. */
  | { name: 'cutting'; order: Order }

export type GeneratorState = {
  step: Step
  /** The generation that Undo shows. */
  before: string | null
  /** The generation to show when the current one fails or is canceled. */
  fallback: string | null
  photo: Photo | null
  /** The file being prepared. */
  preparing: File | null
  photoError: string | null
  /** The photo was lost with a reload of the page, so it has to be chosen again. */
  isPhotoLost: boolean
  sheet: PhotoSheet
  /** Kept after the crop sheet closes, for its exit animation. */
  fitting: Fitting
  /** The crop while the sheet is open. */
  moved: CropView | null
  /** The photo each generation was drawn from, by its object URL. */
  photoUrls: Readonly<Record<string, string>>
  /** The side effects of the last event, in order. */
  commands: readonly Command[]
}

export type Command =
  | { type: 'send'; id: string; order: Order; photo: SentPhoto | Promise<SentPhoto> }
  | { type: 'cancel'; id: string }
  | { type: 'toast'; kind: 'success' | 'error'; words: string }
  /** Removes the card page that led here from the address, so a reload does not report it again. */
  | { type: 'clearOrigin' }
  /** Counts a card for the page that led here. */
  | { type: 'creditOrigin' }
  /** Tells a visitor who looks elsewhere that the card is ready. */
  | { type: 'announceCard' }

/** An id and a time for a job that the event may start. */
export type JobStart = { id: string; at: number }

type VisitorEvent =
  | { type: 'generatePressed'; start: JobStart; form: CompleteForm; from: string | null; engine: Art['engine'] }
  | { type: 'photoMissed' }
  | { type: 'redrawPressed'; start: JobStart; form: CompleteForm; use: 'art' | PhotoUse }
  /** The card's team, number or gear is to change. */
  | { type: 'setupPressed' }
  | { type: 'cancelPressed' }
  | { type: 'undoPressed' }
  | { type: 'startOverPressed' }
  /** A link to the empty form was followed from the card. */
  | { type: 'formLinkFollowed' }
  /** Back led from the card to the form that it was made with. */
  | { type: 'formRevisited' }
  /** Back or Forward led to the address of another card. */
  | { type: 'jobRevisited'; id: string }

export type PhotoEvent =
  | { type: 'fileChosen'; file: File }
  | { type: 'filePrepared'; file: File; whole: WholePhoto; chosen: ChosenPhoto }
  | { type: 'fileFailed'; file: File; words: string }
  /** `cut`: the crop that fits the only clear face; null when there is none, or when there are several. */
  | { type: 'facesFound'; url: string; found: FoundFaces; cut: Promise<SentPhoto> | null; start: JobStart }
  | { type: 'photoRemoved' }
  | { type: 'photoRefused'; words: string }
  | { type: 'cropPressed' }
  | { type: 'cropMoved'; view: CropView | null }
  /** `isDismissed`: the sheet was closed after a face was tapped, so the crop is kept and no job starts. */
  | { type: 'cropAccepted'; cut: Promise<SentPhoto>; isDismissed: boolean }
  | { type: 'cropCut'; cut: Promise<SentPhoto>; chosen: ChosenPhoto; fitted: WholePhoto['fitted']; start: JobStart }
  | { type: 'cropFailed'; cut: Promise<SentPhoto>; words: string }
  | { type: 'cropSkipped'; chosen: ChosenPhoto; start: JobStart }
  | { type: 'retakePressed' }
  | { type: 'sheetClosed' }

type ServerEvent =
  | { type: 'formAccepted'; id: string; generation: Generation }
  | { type: 'formRejected'; id: string; words: string; isPhotoFault: boolean }
  /** `isUnreachable`: the latest request failed, and the generation is from an earlier one. */
  | { type: 'generationReported'; generation: Generation; isUnreachable: boolean }
  | { type: 'generationMissing'; id: string; at: number }
  | { type: 'serverUnreachable'; id: string; at: number }
  | { type: 'cancelFailed'; id: string; words: string; isMissing: boolean }

export type GeneratorEvent = VisitorEvent | PhotoEvent | ServerEvent

export const CLOSED: PhotoSheet = { name: 'closed' }

export const createForm = (part: Partial<FormStep> = {}): FormStep => ({
  name: 'form',
  art: {},
  offer: null,
  isStartedOver: false,
  ...part,
})

/** Returns the id of the current generation, or null on the form. */
export const getJobId = (step: Step): string | null => (step.name === 'form' ? null : step.id)

/** Returns what the server last said of the current generation, or null. */
export const getGeneration = (step: Step): Generation | null => ('generation' in step ? step.generation : null)

/** True if the photo that the current card was drawn from is still on this page. */
export function hasCardPhoto({ step, photo, photoUrls }: GeneratorState): boolean {
  const id = getJobId(step)
  return id !== null && photo !== null && photoUrls[id] === photo.whole.url
}

export const withCommand = (state: GeneratorState, command: Command): GeneratorState => ({
  ...state,
  commands: [...state.commands, command],
})

/** Shows another step. An order that waited in a sheet belonged to the old one and is dropped. */
export const moveTo = (state: GeneratorState, step: Step): GeneratorState => ({
  ...state,
  step,
  sheet: state.sheet.name === 'cropping' ? { name: 'cropping', order: null } : CLOSED,
})
