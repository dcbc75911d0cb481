import { type Frame, fromFrame, type Spot } from './frame.ts'

/**
 * A face in picture pixels: the center and size of its box from brows to chin, and six landmarks: right eye, left eye,
 * nose tip, mouth, right ear and left ear (the person's own right and left).
 */
export type FoundFace = {
  /** The detector's confidence, 0 to 1. */
  readonly score: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly points: readonly Spot[]
}

/** Side of the detector's square input, in pixels. RGB values range from -1 to 1. */
export const DETECTOR_SIDE = 128

const FIELDS = 16
const SPOTS = 6
/** Most detections below this are false. Of 2,583 crops without a face, 82 scored higher. */
export const SCORE_MIN = 0.5
/** Two detections with at least this intersection over union are the same face. */
const OVERLAP_MIN = 0.3

/** The detector's anchors: a 16 x 16 grid with two anchors per cell, then an 8 x 8 grid with six. */
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
 * Decodes the detector's two outputs for a frame (BlazeFace, https://arxiv.org/abs/1907.05047).
 *
 * @param boxes center, size and six landmarks per anchor, relative to the anchor, in 128ths of the frame
 * @param logits confidence per anchor
 * @param least minimum score
 * @returns the faces, most confident first
 */
export function decodeFaces(
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
  return mergeFaces(found)
}

/** Merges overlapping detections into their score-weighted mean, which is more stable than the best one alone. */
export function mergeFaces(found: readonly FoundFace[]): FoundFace[] {
  let remaining = found.toSorted((one, other) => other.score - one.score)
  const faces: FoundFace[] = []
  while (remaining.length > 0) {
    const best = remaining[0]!
    const same = remaining.filter((one) => one === best || overlap(best, one) > OVERLAP_MIN)
    const total = same.reduce((sum, { score }) => sum + score, 0)
    const mean = (measure: (face: FoundFace) => number) =>
      same.reduce((sum, face) => sum + measure(face) * face.score, 0) / total
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
    remaining = remaining.filter((one) => !same.includes(one))
  }
  return faces
}

function overlap(one: FoundFace, other: FoundFace): number {
  const along = (a: number, size: number, b: number, otherSize: number) =>
    Math.max(0, Math.min(a + size / 2, b + otherSize / 2) - Math.max(a - size / 2, b - otherSize / 2))
  const both = along(one.x, one.width, other.x, other.width) * along(one.y, one.height, other.y, other.height)
  return both / (one.width * one.height + other.width * other.height - both)
}

/** Returns a face's lean to the right of the picture, in radians. */
export function measureLean({ points: [rightEye, leftEye] }: FoundFace): number {
  return Math.atan2(leftEye!.y - rightEye!.y, leftEye!.x - rightEye!.x)
}
