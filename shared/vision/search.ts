import type { RunNet } from './engine/net.ts'
import { DETECTOR_SIDE, decodeFaces, type FoundFace, measureLean, mergeFaces, SCORE_MIN } from './faces.ts'
import { type Frame, type Levels, sample, square } from './frame.ts'

/** Runs the detector on a region of a picture. */
export type Look = (frame: Frame) => FoundFace[]

/** Creates a look at a picture, 4 ms per frame. @param least minimum score */
export const createLook =
  (detector: RunNet, levels: Levels, least: number = SCORE_MIN): Look =>
  (frame) => {
    const [boxes, logits] = detector(sample(levels, frame, DETECTOR_SIDE, -1, 1)) as [Float32Array, Float32Array]
    return decodeFaces(frame, boxes, logits, least)
  }

const QUARTER = Math.PI / 2
const TURNS = [QUARTER, -QUARTER, 2 * QUARTER]

/**
 * Searches for faces, most likely places first: the whole picture, halves of its longer side, the picture rotated by
 * quarter turns, then quarters. The detector misses faces smaller than a fifth of its frame. Lazy: a caller that stops
 * early saves the remaining looks.
 *
 * @param look called once for the whole picture, up to 13 times for halves and rotations, 49 times for quarters
 * @param finest the last subdivision: halves find faces of about 1/10 of the longer side, quarters of 1/20
 * @yields {FoundFace[]} the faces of each pass, most confident first
 */
export function* searchFaces(
  look: Look,
  size: { width: number; height: number },
  finest: 2 | 4 = 4,
): Generator<FoundFace[]> {
  const whole = toWholeFrame(size)
  const turned = TURNS.map((roll): Frame => ({ ...whole, roll }))
  yield look(whole)
  for (const frames of [createTiles(size, 2), turned, finest === 4 ? createTiles(size, 4) : []]) {
    yield mergeFaces(frames.flatMap(look))
  }
}

/** Returns a square frame with the whole picture in its center. */
export const toWholeFrame = ({ width, height }: { width: number; height: number }): Frame =>
  square(width / 2, height / 2, Math.max(width, height))

/**
 * Returns square tiles of a fraction of the longer side, each overlapping the next by half. Returns none if a tile would
 * be smaller than the detector's input, because enlarged noise looks like faces.
 */
function createTiles({ width, height }: { width: number; height: number }, parts: number): Frame[] {
  const side = Math.max(width, height) / parts
  if (side < DETECTOR_SIDE) return []
  const centers = (length: number): number[] => {
    const steps = Math.ceil(Math.max(0, length - side) / (side / 2))
    if (steps === 0) return [length / 2]
    return Array.from({ length: steps + 1 }, (_, i) => side / 2 + ((length - side) * i) / steps)
  }
  return centers(height).flatMap((y) => centers(width).map((x) => square(x, y, side)))
}

/** Side of the examined square, relative to the face. */
const MARGIN = 2
/** Upright faces score 0.86 to 0.95, sideways ones 0.7 to 0.85, upside-down ones 0.6 to 0.75. */
const UPRIGHT_MIN = 0.86
/** Minimum score gain of a rotated face. A face that the photo cuts in half can match any rotation. */
const TURN_GAIN_MIN = 0.08

/** Looks at a face again, upright and centered, which makes its landmarks and lean several times as accurate. */
export function lookCloser(look: Look, face: FoundFace): FoundFace {
  const side = MARGIN * Math.max(face.width, face.height)
  const lean = measureLean(face)
  const turnedBy = (turn: number) =>
    look(square(face.x, face.y, side, lean + turn)).filter(
      ({ x, y }) => Math.hypot(x - face.x, y - face.y) < face.width / 2,
    )
  const [upright] = turnedBy(0)
  if (upright !== undefined && upright.score >= UPRIGHT_MIN) return upright
  const [best] = TURNS.flatMap(turnedBy).toSorted((one, other) => other.score - one.score)
  const isTurned = best !== undefined && best.score >= (upright ?? face).score + TURN_GAIN_MIN
  return isTurned ? best : (upright ?? face)
}
