import type { Segments } from '../../vision/index.ts'
import { boxBlur } from '../field/blur.ts'
import { createField, type Field, type Grid, unitX, unitY } from '../field/grid.ts'
import { type FaceMap, earBottomAt } from './face-map.ts'
import type { Pose } from '#worker/graphics/picture.ts'

/** Classes of the segmentation net. `others` are hats, glasses, jewelry and phones. */
export const KIND = { background: 0, hair: 1, bodySkin: 2, faceSkin: 3, clothes: 4, others: 5, beyond: 255 } as const

/** Thresholds beyond which the matte counts as certain. */
export const SURE = { out: 0.03, in: 0.97 } as const

/** Results of the nets for every pixel of a grid. */
export type SegmentFields = {
  /** Confidence that a pixel shows a person, from 0 to 1. */
  readonly person: Field
  /** One of {@link KIND}; `beyond` outside the photo. */
  readonly kind: Uint8Array
  /** True if the kinds come from the segmentation net. Otherwise {@link guessKind} derives them from positions. */
  readonly isSeen: boolean
}

/**
 * Resamples the nets' results on a grid in head space. @param oval signed distance to the face ring, in units
 */
export function laySegments(segments: Segments, pose: Pose, map: FaceMap, oval: Field, grid: Grid): SegmentFields {
  const { frame, side, person, classes } = segments
  const out = {
    person: createField(grid),
    kind: new Uint8Array(grid.w * grid.h).fill(KIND.beyond),
    isSeen: classes !== null,
  }
  const [cos, sin] = [Math.cos(pose.roll) * pose.unitPx, Math.sin(pose.roll) * pose.unitPx]
  const [left, top] = [frame.x - frame.width / 2, frame.y - frame.height / 2]
  for (let row = 0, i = 0; row < grid.h; row++) {
    const y = unitY(grid, row)
    for (let column = 0; column < grid.w; column++, i++) {
      const x = unitX(grid, column)
      const u = ((pose.x + x * cos - y * sin - left) / frame.width) * side
      const v = ((pose.y + x * sin + y * cos - top) / frame.height) * side
      if (u < 0 || v < 0 || u >= side || v >= side) continue
      out.person[i] = interpolate(person, side, u - 0.5, v - 0.5)
      out.kind[i] = classes
        ? classes[Math.floor(v) * side + Math.floor(u)]!
        : guessKind(out.person[i]!, oval[i]!, y, earBottomAt(map, x))
    }
  }
  return out
}

/**
 * Guesses a class without the segmentation net. Pixels in the face ring are face, others above the earlobes hair, and the
 * rest of the person clothes.
 */
function guessKind(person: number, oval: number, y: number, earBottom: number): number {
  if (person < 0.5) return KIND.background
  if (oval > -2.5) return KIND.faceSkin
  return y < earBottom + 3 ? KIND.hair : KIND.clothes
}

function interpolate(values: Float32Array, side: number, x: number, y: number): number {
  const left = Math.min(side - 2, Math.max(0, Math.floor(x)))
  const top = Math.min(side - 2, Math.max(0, Math.floor(y)))
  const u = Math.min(1, Math.max(0, x - left))
  const v = Math.min(1, Math.max(0, y - top))
  const i = top * side + left
  const upper = values[i]! * (1 - u) + values[i + 1]! * u
  return upper * (1 - v) + (values[i + side]! * (1 - u) + values[i + side + 1]! * u) * v
}

/** Returns a soft mask of hats, glasses and jewelry, at the size of `grid`. */
export function wornField(kind: Uint8Array, grid: Grid): Field {
  const out = createField(grid)
  for (let i = 0; i < out.length; i++) if (kind[i] === KIND.others) out[i] = 1
  return boxBlur(out, grid, 1, 2)
}
