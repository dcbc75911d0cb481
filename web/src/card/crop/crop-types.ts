import type { FaceOval } from '#shared/domain/face-oval.ts'
import type { PreparedPhoto } from '#web/photo/photo.ts'
import type { CropView, PhotoPiece } from '#web/photo/photo-crop.ts'

/** The button that opens the crop sheet, which gets the focus back. */
export const CROP_BUTTON_ID = 'crop-photo'

/** The photo before any crop. */
export type WholePhoto = PreparedPhoto & {
  url: string
  /** The faces that this device found, the main one first. They are only a hint. */
  faces: readonly FaceOval[]
  /** The crop that fits the main face; null when no face was found. */
  mainView: CropView | null
  /** The last crop the visitor accepted, and whether it shows where the face is. */
  fitted: { view: CropView; isConfirmed: boolean } | null
  /** The photo came from this page's camera, so the crop sheet offers a retake. */
  isTaken: boolean
}

/** A question about the photo. The faces are shares of the piece that was sent. */
export type PhotoQuestion = { words: string; faces: readonly FaceOval[]; piece: PhotoPiece }

/** The contents of the crop sheet. `times` counts its openings. */
export type Fitting = { why: 'new' | 'again' | 'adjust' | 'asked'; question: PhotoQuestion | null; times: number }
