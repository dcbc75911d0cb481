import { type Frame, sample } from '#shared/vision/frame.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import type { Face, HeadPose } from './face.ts'
import { loadNet } from './nets.ts'
import { levelsOfPicture } from './picture-levels.ts'

export const SEGMENTS_SIDE = 256

/** Class names by their number in `Segments.classes`. */
export const CLASSES = ['background', 'hair', 'bodySkin', 'faceSkin', 'clothes', 'others'] as const

/** Segmentation around a head: 256 x 256 pixels over an upright part of the picture, row by row. */
export type Segments = {
  readonly frame: Frame
  readonly side: typeof SEGMENTS_SIDE
  /** Confidence that a pixel shows a person, 0 to 1. */
  readonly person: Float32Array
  /**
   * 0 background, 1 hair, 2 body skin, 3 face skin, 4 clothes, 5 others (hats, glasses, jewelry); null if the net is
   * unavailable.
   */
  readonly classes: Uint8Array | null
}

/** Size of the segmented part in units of head space, and its middle's distance above the face's. */
const PART_UNITS = 262
const PART_ABOVE = 14

/**
 * Segments the person around a head into hair, skin and clothes. The segmentation net is by far the largest file. If it
 * cannot be loaded, this logs an error and returns the matte alone.
 *
 * @throws errors from reading the matte's file
 */
export async function segmentHead(picture: Picture, { pose }: Pick<Face, 'pose'>): Promise<Segments> {
  const levels = levelsOfPicture(picture)
  const frame = partAround(picture, pose)
  // Both nets expect upright people, so a lying head is rotated for them and their results are rotated back.
  const quarters = Math.round(pose.roll / QUARTER) & 3
  const upright = rotateFrame(frame, quarters)
  const matte = await loadNet('matte')
  const [person] = matte(sample(levels, upright, SEGMENTS_SIDE, 0, 1)) as [Float32Array]
  const classify = await loadNet('classes').catch((thrown: unknown) => {
    log.error('segmentation net not loaded', { cause: describeError(thrown) })
    return null
  })
  const scores = classify && classify(sample(levels, upright, SEGMENTS_SIDE, -1, 1))[0]!
  const classes = scores && likeliest(scores, CLASSES.length)
  return {
    frame,
    side: SEGMENTS_SIDE,
    person: rotateBack(person, quarters, new Float32Array(person.length)),
    classes: classes && rotateBack(classes, quarters, new Uint8Array(classes.length)),
  }
}

/** Radius around the center of a face within which everything belongs to it, in units. */
const INNER_UNITS = 36

/** Returns the mean person confidence at a face's pose, 0 to 1. It is near 0 on a wall. */
export const personAt = (segments: Segments, pose: HeadPose): number =>
  meanAt(segments, pose, (i) => segments.person[i]!)

const FACE_SKIN = CLASSES.indexOf('faceSkin')

/** Returns the share of face skin at a face's pose, 0 to 1; 0 without the segmentation net. */
export const faceAt = (segments: Segments, pose: HeadPose): number =>
  meanAt(segments, pose, (i) => (segments.classes?.[i] === FACE_SKIN ? 1 : 0))

function meanAt({ side, frame }: Segments, { x, y, unitPx }: HeadPose, valueAt: (i: number) => number): number {
  const perX = frame.width / side / unitPx
  const perY = frame.height / side / unitPx
  const [left, top] = [(frame.x - frame.width / 2 - x) / unitPx, (frame.y - frame.height / 2 - y) / unitPx]
  let [sum, count] = [0, 0]
  for (let row = 0, i = 0; row < side; row++) {
    for (let column = 0; column < side; column++, i++) {
      const [u, v] = [left + (column + 0.5) * perX, top + (row + 0.5) * perY]
      if (Math.hypot(u, v) > INNER_UNITS) continue
      sum += valueAt(i)
      count++
    }
  }
  return count === 0 ? 0 : sum / count
}

const QUARTER = Math.PI / 2

/** Returns the same part of the picture, rotated by quarter turns. */
const rotateFrame = ({ x, y, width, height }: Frame, quarters: number): Frame =>
  quarters % 2 === 0
    ? { x, y, width, height, roll: quarters * QUARTER }
    : { x, y, width: height, height: width, roll: quarters * QUARTER }

/** Rotates the results of a rotated frame back to the upright one. @returns `out` */
function rotateBack<T extends Float32Array | Uint8Array>(upright: T, quarters: number, out: T): T {
  const last = SEGMENTS_SIDE - 1
  for (let row = 0, i = 0; row <= last; row++) {
    for (let column = 0; column <= last; column++, i++) {
      let [x, y] = [column, row]
      for (let turn = 0; turn < quarters; turn++) [x, y] = [y, last - x]
      out[i] = upright[y * SEGMENTS_SIDE + x]!
    }
  }
  return out
}

/** Returns the part around a head, clamped to the picture. Both nets would misread padding beyond its edges. */
function partAround({ widthPx, heightPx }: Picture, { x, y, unitPx, roll }: HeadPose): Frame {
  const half = (PART_UNITS / 2) * unitPx
  const [cx, cy] = [x + PART_ABOVE * unitPx * Math.sin(roll), y - PART_ABOVE * unitPx * Math.cos(roll)]
  const [left, right] = [Math.max(0, cx - half), Math.min(widthPx, cx + half)]
  const [top, bottom] = [Math.max(0, cy - half), Math.min(heightPx, cy + half)]
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top, roll: 0 }
}

/** Returns the class with the highest score for each pixel. */
export function likeliest(scores: Float32Array, classes: number): Uint8Array {
  const out = new Uint8Array(scores.length / classes)
  for (let i = 0, at = 0; i < out.length; i++, at += classes) {
    let best = 0
    for (let c = 1; c < classes; c++) if (scores[at + c]! > scores[at + best]!) best = c
    out[i] = best
  }
  return out
}
