import type { Picture, Pose } from '#worker/graphics/picture.ts'
import type { Face } from './face.ts'

/** Weight of a face in a corner, relative to an equally large one in the middle. */
const CORNER_SHARE = 0.65
/** Faces above this share of the highest prominence may be the subject as well. */
const SEVERAL_SHARE = 0.7

/** Returns the prominence of a face. Large faces near the middle score high. */
export function prominence({ widthPx, heightPx }: Picture, { x, y, unitPx }: Omit<Pose, 'roll'>): number {
  const fromMiddle = Math.hypot(x / widthPx - 0.5, y / heightPx - 0.5) / Math.SQRT1_2
  return unitPx * (1 - (1 - CORNER_SHARE) * fromMiddle)
}

export type MainFace =
  | { readonly kind: 'one'; readonly face: Face }
  | { readonly kind: 'several'; readonly faces: readonly Face[] }
  | { readonly kind: 'none' }

/** Determines the main face. @param faces the result of `findFaces`, most prominent first */
export function findMainFace(picture: Picture, faces: readonly Face[]): MainFace {
  const [first] = faces
  if (first === undefined) return { kind: 'none' }
  const least = SEVERAL_SHARE * prominence(picture, first.pose)
  const near = faces.filter(({ pose }) => prominence(picture, pose) >= least)
  return near.length > 1 ? { kind: 'several', faces: near } : { kind: 'one', face: first }
}
