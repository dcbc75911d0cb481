import type { Generation, GenerationForm, MadeCard } from '#shared/contracts/generations.ts'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import type { Fitting, WholePhoto } from '#web/card/crop/crop-types.ts'
import type { CropView, PhotoPiece } from '#web/photo/photo-crop.ts'
import type { CompleteForm } from '../use-player-form.ts'

/** The upload. Without a face oval, the artist looks for the face. */
export type SentPhoto = { blob: Blob; face: FaceOval | null }
/** The upload with its preview, and the piece of the whole photo that it shows. */
export type ChosenPhoto = SentPhoto & { previewUrl: string; piece: PhotoPiece }

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

/** The art that a form asks for: new art for a card's stats (`like`), or for the card itself (`adjusts`). */
export type Art = Pick<GenerationForm, 'like' | 'adjusts' | 'pose' | 'engine'>

/** A redraw that needs a photo: another photo, another crop, another pose or the previous pose. */
export type PhotoUse = 'other' | 'adjust' | 'pose' | 'previousPose'

/** Everything about a card except its photo. */
export type GenerationOrder = {
  form: CompleteForm
  art: Art
  /** The card page that led here. It is credited with the first card that is made. */
  from: string | null
  /** The code of the league whose seat the card is to take, or null. */
  league: string | null
  /** The generation on the screen that this order redraws. Null for an order from the form. */
  redraws: string | null
}

/** A card in the Hall stays as it is: the form makes another version of it. */
export type ChangedCard = { name: string; isInHall: boolean }

export type FormStep = {
  name: 'form'
  art: Art
  offer: Generation['offer'] | null
  isStartedOver: boolean
  /** The card that the form changes. Null: it is for a new card. */
  changes: ChangedCard | null
}
/** The form is being sent. The server may push progress before it responds. */
export type SendingStep = {
  name: 'sending'
  id: string
  order: GenerationOrder
  startedAt: number
  generation: Generation | null
  /** The state to restore when the form is rejected or given up. */
  back: { step: FormStep | FindingStep | ResultStep; before: string | null; fallback: string | null }
}
/** The page was reloaded while the form was being sent. The server may not know the id yet. */
export type ArrivingStep = { name: 'arriving'; id: string; until: number; isUnreachable: boolean }
/** The server has not responded yet about an id from an earlier visit, from Undo or from a failed redraw. */
export type FindingStep = { name: 'finding'; id: string; isUnreachable: boolean }
export type DrawingStep = {
  name: 'drawing'
  id: string
  generation: Generation
  startedAt: number
  /** Null when this page did not send it. */
  order: GenerationOrder | null
  isUnreachable: boolean
}
export type ResultStep = { name: 'result'; id: string; generation: Generation; card: MadeCard }

/** The step of the flow. Exactly one is on the screen. */
export type GeneratorStep = FormStep | SendingStep | ArrivingStep | FindingStep | DrawingStep | ResultStep

/** The sheet over the step. Its order starts a job once the photo is ready. */
export type PhotoSheet =
  | { name: 'closed' }
  /** Asks for a photo, because a card's own photo is deleted once the card is drawn. */
  | { name: 'asking'; use: PhotoUse; order: GenerationOrder }
  /** No sheet is open: the order waits until the photo is prepared and its faces are found. */
  | { name: 'waiting'; order: GenerationOrder }
  | { name: 'cropping'; order: GenerationOrder | null }
  /** The camera is open instead of the crop sheet. */
  | { name: 'retaking'; order: GenerationOrder }
  /** The crop was accepted and is being cut. */
  | { name: 'cutting'; order: GenerationOrder }

export type GeneratorState = {
  step: GeneratorStep
  /** The generation that Undo shows. */
  before: string | null
  /** The generation to show when the current one fails or is canceled. */
  fallback: string | null
  photo: Photo | null
  /** The file being prepared. */
  preparing: File | null
  photoError: string | null
  /** The photo was lost in a reload, so the visitor has to choose it again. */
  isPhotoLost: boolean
  sheet: PhotoSheet
  /** Kept after the crop sheet closes, for its exit animation. */
  fitting: Fitting
  /** The crop while the sheet is open. */
  moved: CropView | null
  /** The photo each generation was drawn from, by its object URL. */
  photoUrls: Readonly<Record<string, string>>
  /** The order of each generation that this tab sent, for a question that comes while the visitor is elsewhere. */
  sentOrders: Readonly<Record<string, GenerationOrder>>
  /** The side effects of the last event, in order. */
  commands: readonly Command[]
}

export type Command =
  | { type: 'send'; id: string; order: GenerationOrder; photo: SentPhoto | Promise<SentPhoto> }
  | { type: 'cancel'; id: string }
  | { type: 'toast'; kind: 'success' | 'error'; words: string }
  /** Removes the card page that led here from the URL, so that a reload does not report it again. */
  | { type: 'clearOrigin' }
  /** Counts a card for the page that led here. */
  | { type: 'creditOrigin' }
  /** Tells a visitor in another tab that the card is ready. */
  | { type: 'announceCard' }

/** An id and a time for a job that the event may start. */
export type JobStart = { id: string; at: number }

type VisitorEvent =
  | {
      type: 'generatePressed'
      start: JobStart
      form: CompleteForm
      from: string | null
      league: string | null
      engine: Art['engine']
    }
  | { type: 'photoMissed' }
  | { type: 'redrawPressed'; start: JobStart; form: CompleteForm; league: string | null; use: 'art' | PhotoUse }
  /** The visitor wants to change the card's team, number or gear. */
  | { type: 'setupPressed' }
  | { type: 'cancelPressed' }
  | { type: 'undoPressed' }
  | { type: 'startOverPressed' }
  /** A link to the empty form was followed from the card. */
  | { type: 'formLinkFollowed' }
  /** Back led from the card to the form that it was made with. */
  | { type: 'formRevisited' }
  /** Back or Forward led to another card's URL. */
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
  changes: null,
  ...part,
})

/** Returns the id of the current generation, or null on the form. */
export const getJobId = (step: GeneratorStep): string | null => (step.name === 'form' ? null : step.id)

/** Returns the last known state of the current generation, or null. */
export const getGeneration = (step: GeneratorStep): Generation | null => ('generation' in step ? step.generation : null)

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
export const moveTo = (state: GeneratorState, step: GeneratorStep): GeneratorState => ({
  ...state,
  step,
  sheet: state.sheet.name === 'cropping' ? { name: 'cropping', order: null } : CLOSED,
})
