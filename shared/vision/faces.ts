import { type Frame, fromFrame, type Spot } from './frame.ts'

/**
 * A face in pixels of a picture: its middle and size from the brows to the chin, and six spots: right eye, left eye,
 * tip of the nose, mouth, right ear and left ear, right and left being the person's own.
 */
export type FoundFace = {
  /** How sure the detector is, 0 to 1. */
  readonly score: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly points: readonly Spot[]
}

/** Pixels along each side of what the detector looks at, red, green and blue from -1 to 1. */
export const DETECTOR_SIDE = 128

const FIELDS = 16
const SPOTS = 6
/** Below this most findings are none; of 2,583 pieces of photos without a face 82 got more. */
export const SCORE_MIN = 0.5
/** Area that two findings share, by the area of both: from here on they are the same face. */
const OVERLAP_MIN = 0.3

/** Places that the detector judges: rows of 16 x 16 with two anchors each, then 8 x 8 with six. */
const ANCHORS: readonly Spot[] = [
  { cells: 16, each: 2 },
  { cells: 8, each: 6 },
].flatMap(({ cells, each }) =>
  Array.from({ length: cells * cells * each }, (_, i) => {
    const cell = Math.floor(i / each)
    return { x: ((cell % cells) + 0.5) / cells, y: (Math.floor(cell / cells) + 0.5) / cells }
  }),
)

/**
 * Decodes the detector's two outputs for the part of a picture it looked at (BlazeFace,
 * https://arxiv.org/abs/1907.05047).
 *
 * @param boxes of each anchor the middle, the size and the six spots, in 128ths of the frame, places as seen from the
 *   anchor
 * @param logits of each anchor how sure it is that it sees a face
 * @param least findings that it is less sure of are left out
 * @returns the surest first
 */
export function facesIn(
  frame: Frame,
  boxes: Float32Array,
  logits: Float32Array,
  least: number = SCORE_MIN,
): FoundFace[] {
  const found: FoundFace[] = []
  for (const [i, anchor] of ANCHORS.entries()) {
    const score = 1 / (1 + Math.exp(-logits[i]!))
    if (score < least) continue
    const at = i * FIELDS
    const share = (field: number) => boxes[at + field]! / DETECTOR_SIDE
    const spot = (field: number) => fromFrame(frame, anchor.x + share(field), anchor.y + share(field + 1))
    found.push({
      score,
      ...spot(0),
      width: share(2) * frame.width,
      height: share(3) * frame.height,
      points: Array.from({ length: SPOTS }, (_, n) => spot(4 + 2 * n)),
    })
  }
  return merged(found)
}

/** Findings that overlap become one, their mean weighted by score: steadier than the surest alone. */
export function merged(found: readonly FoundFace[]): FoundFace[] {
  let left = found.toSorted((one, other) => other.score - one.score)
  const faces: FoundFace[] = []
  while (left.length > 0) {
    const best = left[0]!
    const same = left.filter((one) => one === best || overlap(best, one) > OVERLAP_MIN)
    const total = same.reduce((sum, { score }) => sum + score, 0)
    const mean = (of: (face: FoundFace) => number) => same.reduce((sum, face) => sum + of(face) * face.score, 0) / total
    faces.push({
      score: best.score,
      x: mean(({ x }) => x),
      y: mean(({ y }) => y),
      width: mean(({ width }) => width),
      height: mean(({ height }) => height),
      points: best.points.map((_, i) => ({
        x: mean(({ points }) => points[i]!.x),
        y: mean(({ points }) => points[i]!.y),
      })),
    })
    left = left.filter((one) => !same.includes(one))
  }
  return faces
}

function overlap(one: FoundFace, other: FoundFace): number {
  const along = (a: number, size: number, b: number, otherSize: number) =>
    Math.max(0, Math.min(a + size / 2, b + otherSize / 2) - Math.max(a - size / 2, b - otherSize / 2))
  const both = along(one.x, one.width, other.x, other.width) * along(one.y, one.height, other.y, other.height)
  return both / (one.width * one.height + other.width * other.height - both)
}

/** How far a face leans to the right of the picture, in radians. */
export function leanOf({ points: [rightEye, leftEye] }: FoundFace): number {
  return Math.atan2(leftEye!.y - rightEye!.y, leftEye!.x - rightEye!.x)
}
