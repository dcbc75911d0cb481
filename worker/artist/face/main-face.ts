import type { Picture, Pose } from '#worker/artist/ink/picture.ts'

/** What a face in a corner counts for, beside one of its size in the middle. */
const CORNER_SHARE = 0.65

/**
 * How much a face looks like the one that a picture was taken of: large and near the middle. How surely a detector
 * saw it says nothing about that.
 */
export function prominence({ widthPx, heightPx }: Picture, { x, y, unitPx }: Pose): number {
  const fromMiddle = Math.hypot(x / widthPx - 0.5, y / heightPx - 0.5) / Math.SQRT1_2
  return unitPx * (1 - (1 - CORNER_SHARE) * fromMiddle)
}
