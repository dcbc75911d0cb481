import type { RunNet } from './engine/net.ts'
import { DETECTOR_SIDE, facesIn, type FoundFace, leanOf, merged, SCORE_MIN } from './faces.ts'
import { type Frame, type Levels, sample, square } from './frame.ts'

/** Finds the faces in a part of a picture. */
export type Look = (frame: Frame) => FoundFace[]

/** Looks at parts of a picture with the detector's net: 4 ms each. @param least how sure it has to be of a face */
export const createLook =
  (detector: RunNet, levels: Levels, least: number = SCORE_MIN): Look =>
  (frame) => {
    const [boxes, logits] = detector(sample(levels, frame, DETECTOR_SIDE, -1, 1)) as [Float32Array, Float32Array]
    return facesIn(frame, boxes, logits, least)
  }

const QUARTER = Math.PI / 2
const TURNS = [QUARTER, -QUARTER, 2 * QUARTER]

/**
 * Looks for faces where they most likely are first: in the whole picture, in halves of its longer side (the detector
 * misses what is smaller than a fifth of what it looks at), with the picture lying on either side or upside down, and in
 * quarters. Lazy: a caller that stops after one of these costs no further look.
 *
 * @param look costs the same for every frame: one for the whole picture, up to 13 for halves and turns, 49 for quarters
 * @param finest where to stop: faces of about 1/10 of the longer side are found in halves, of 1/20 in quarters
 * @yields {FoundFace[]} what each of them gave, the surest first
 */
export function* searchFaces(
  look: Look,
  size: { width: number; height: number },
  finest: 2 | 4 = 4,
): Generator<FoundFace[]> {
  const whole = wholeOf(size)
  const turned = TURNS.map((roll): Frame => ({ ...whole, roll }))
  yield look(whole)
  for (const frames of [tilesOf(size, 2), turned, finest === 4 ? tilesOf(size, 4) : []]) {
    yield merged(frames.flatMap(look))
  }
}

/** The whole picture in the middle of a square. */
export const wholeOf = ({ width, height }: { width: number; height: number }): Frame =>
  square(width / 2, height / 2, Math.max(width, height))

/**
 * Squares of a part of the longer side, each half over the next; none when they have fewer pixels than the detector looks
 * at, because it takes enlarged noise for faces.
 */
function tilesOf({ width, height }: { width: number; height: number }, parts: number): Frame[] {
  const side = Math.max(width, height) / parts
  if (side < DETECTOR_SIDE) return []
  const middles = (length: number): number[] => {
    const steps = Math.ceil(Math.max(0, length - side) / (side / 2))
    if (steps === 0) return [length / 2]
    return Array.from({ length: steps + 1 }, (_, i) => side / 2 + ((length - side) * i) / steps)
  }
  return middles(height).flatMap((y) => middles(width).map((x) => square(x, y, side)))
}

/** How much larger than the face the square is that is looked at. */
const ROOM = 2
/** Upright faces get 0.86 to 0.95, those that lie on their side 0.7 to 0.85, upside down 0.6 to 0.75. */
const UPRIGHT_MIN = 0.86
/** By so much has a face to look surer when it is turned: one half of which the photo cuts off may be taken for any. */
const TURN_GAIN_MIN = 0.08

/** The same face as it is seen upright and in the middle: its spots and its lean are several times as exact. */
export function lookCloser(look: Look, face: FoundFace): FoundFace {
  const side = ROOM * Math.max(face.width, face.height)
  const lean = leanOf(face)
  const turnedBy = (turn: number) =>
    look(square(face.x, face.y, side, lean + turn)).filter(
      ({ x, y }) => Math.hypot(x - face.x, y - face.y) < face.width / 2,
    )
  const [seen] = turnedBy(0)
  if (seen !== undefined && seen.score >= UPRIGHT_MIN) return seen
  const [surest] = TURNS.flatMap(turnedBy).toSorted((one, other) => other.score - one.score)
  const isTurned = surest !== undefined && surest.score >= (seen ?? face).score + TURN_GAIN_MIN
  return isTurned ? surest : (seen ?? face)
}
