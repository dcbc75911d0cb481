import type { FaceOval } from '#shared/domain/face-oval.ts'
import type { FaceScan } from './face-finder.ts'
import { type CropView, type PhotoSize, toCropView } from './photo-crop.ts'

/** Smallest face, as a share of the largest, that is not a person in the background. */
const NEAR_SHARE = 0.35

/** The faces that this device found in a photo, the main one first, and the crop that fits the main one. */
export type MainFace = { faces: readonly FaceOval[]; mainView: CropView | null }

/**
 * Returns the faces that the photo was taken of, the largest and most central first.
 *
 * @example findMainFace(photo, await faces.inPhoto(photo.blob)).mainView
 */
export function findMainFace(photo: PhotoSize, scan: FaceScan | null): MainFace {
  const prominence = ({ cx, cy, s }: FaceOval) => s * (1 - 0.5 * Math.hypot(cx - 0.5, cy - 0.5))
  const largest = Math.max(...(scan?.faces ?? []).map(({ s }) => s))
  const faces = (scan?.faces ?? [])
    .filter(({ s }) => s >= NEAR_SHARE * largest)
    .sort((one, other) => prominence(other) - prominence(one))
  const [main] = faces
  return { faces, mainView: main ? toCropView(photo, main) : null }
}
