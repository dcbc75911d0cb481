import type { FaceOval } from '#shared/domain/face-oval.ts'
import type { PreparedPhoto } from '#web/photo/photo.ts'
import type { CropView, PhotoPiece } from '#web/photo/photo-crop.ts'

/** The button that opens the crop sheet, which gets the focus back. */
export const CROP_BUTTON_ID = 'crop-photo'

/** The photo before any crop. */
export type WholePhoto = PreparedPhoto & {
  url: string
  /** Faces that this device detected, the main one first. Only a hint. */
  faces: readonly FaceOval[]
  /** The crop that fits the main face, or null if no face was found. */
  mainView: CropView | null
  /** The last crop that the visitor accepted, and whether it marks the face. */
  fitted: { view: CropView; isConfirmed: boolean } | null
  /** True for a photo from this page's camera, for which the crop sheet offers a retake. */
  isTaken: boolean
}

/** The server's question about a photo. Face coordinates are fractions of the uploaded piece. */
export type PhotoQuestion = { words: string; faces: readonly FaceOval[]; piece: PhotoPiece }

/** The contents of the crop sheet. `times` counts its openings. */
export type Fitting = { why: 'new' | 'again' | 'adjust' | 'asked'; question: PhotoQuestion | null; times: number }
