import { type Frame, sample } from '#shared/vision/frame.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import type { Face, HeadPose } from './face.ts'
import { loadNet } from './nets.ts'
import { levelsOfPicture } from './picture-levels.ts'

export const SEGMENTS_SIDE = 256

/** The classes of places, by their number in `Segments.classes`. */
export const CLASSES = ['background', 'hair', 'bodySkin', 'faceSkin', 'clothes', 'others'] as const

/** The segments around a head: 256 x 256 places, laid over an upright part of the picture, row by row. */
export type Segments = {
  readonly frame: Frame
  readonly side: typeof SEGMENTS_SIDE
  /** Person share of a place, 0 to 1. */
  readonly person: Float32Array
  /**
   * 0 background, 1 hair, 2 body skin, 3 face skin, 4 clothes, 5 others (hats, glasses, jewellery); null without the
   * net.
   */
  readonly classes: Uint8Array | null
}

/**
 * The part of a picture that is segmented, in units of head space, and how far its middle is above that of the face.
 */
const PART_UNITS = 262
const PART_ABOVE = 14

/**
 * Segments the person around a head into hair, skin and clothes. The class net is the largest file by far:
 * when it cannot be had, that is logged and the rest is answered.
 *
 * @throws whatever reading the matte's file throws
 */
export async function segmentHead(picture: Picture, { pose }: Pick<Face, 'pose'>): Promise<Segments> {
  const levels = levelsOfPicture(picture)
  const frame = partAround(picture, pose)
  // Both nets know upright people: heads that lie are shown to them upright, and what they answer is laid down again.
  const quarters = Math.round(pose.roll / QUARTER) & 3
  const seen = turned(frame, quarters)
  const matte = await loadNet('matte')
  const [person] = matte(sample(levels, seen, SEGMENTS_SIDE, 0, 1)) as [Float32Array]
  const classify = await loadNet('classes').catch((thrown: unknown) => {
    log.error('the net of classes could not be read', { cause: describeError(thrown) })
    return null
  })
  const scores = classify && classify(sample(levels, seen, SEGMENTS_SIDE, -1, 1))[0]!
  const classes = scores && likeliest(scores, CLASSES.length)
  return {
    frame,
    side: SEGMENTS_SIDE,
    person: laidDown(person, quarters, new Float32Array(person.length)),
    classes: classes && laidDown(classes, quarters, new Uint8Array(classes.length)),
  }
}

/** The distance from the center of a face within which everything is part of it, in units. */
const INNER_UNITS = 36

/** Share of the face at a pose that the matte takes for a person, 0 to 1: nothing on a wall. */
export function personAt({ person, side, frame }: Segments, { x, y, unitPx }: HeadPose): number {
  const perX = frame.width / side / unitPx
  const perY = frame.height / side / unitPx
  const [left, top] = [(frame.x - frame.width / 2 - x) / unitPx, (frame.y - frame.height / 2 - y) / unitPx]
  let [sum, count] = [0, 0]
  for (let row = 0, i = 0; row < side; row++) {
    for (let column = 0; column < side; column++, i++) {
      const [u, v] = [left + (column + 0.5) * perX, top + (row + 0.5) * perY]
      if (Math.hypot(u, v) > INNER_UNITS) continue
      sum += person[i]!
      count++
    }
  }
  return count === 0 ? 0 : sum / count
}

const QUARTER = Math.PI / 2

/** The same part of the picture, seen from its side. */
const turned = ({ x, y, width, height }: Frame, quarters: number): Frame =>
  quarters % 2 === 0
    ? { x, y, width, height, roll: quarters * QUARTER }
    : { x, y, width: height, height: width, roll: quarters * QUARTER }

/** Turns the results of a frame turned by some quarters back to the upright one. @returns `out` */
function laidDown<T extends Float32Array | Uint8Array>(seen: T, quarters: number, out: T): T {
  const last = SEGMENTS_SIDE - 1
  for (let row = 0, i = 0; row <= last; row++) {
    for (let column = 0; column <= last; column++, i++) {
      let [x, y] = [column, row]
      for (let turn = 0; turn < quarters; turn++) [x, y] = [y, last - x]
      out[i] = seen[y * SEGMENTS_SIDE + x]!
    }
  }
  return out
}

/** Never beyond the picture's edges: both nets take what is made up there for what it looks like. */
function partAround({ widthPx, heightPx }: Picture, { x, y, unitPx, roll }: HeadPose): Frame {
  const half = (PART_UNITS / 2) * unitPx
  const [cx, cy] = [x + PART_ABOVE * unitPx * Math.sin(roll), y - PART_ABOVE * unitPx * Math.cos(roll)]
  const [left, right] = [Math.max(0, cx - half), Math.min(widthPx, cx + half)]
  const [top, bottom] = [Math.max(0, cy - half), Math.min(heightPx, cy + half)]
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top, roll: 0 }
}

/** Class with the highest score for each place. */
export function likeliest(scores: Float32Array, classes: number): Uint8Array {
  const out = new Uint8Array(scores.length / classes)
  for (let i = 0, at = 0; i < out.length; i++, at += classes) {
    let best = 0
    for (let c = 1; c < classes; c++) if (scores[at + c]! > scores[at + best]!) best = c
    out[i] = best
  }
  return out
}
