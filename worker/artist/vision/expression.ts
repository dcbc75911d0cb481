import type { Face } from './face.ts'

/** Landmarks of the canonical face: corners of the mouth, inner edges of the lips, outer corners of the eyes. */
const MOUTH = { left: 61, right: 291, upperLip: 13, lowerLip: 14 } as const
const EYES = { left: 33, right: 263 } as const
/** Weight of mouth width relative to raised corners, and the width of a mouth at rest. */
const WIDTH_WEIGHT = 0.3
const WIDTH_AT_REST = 0.62
/** Threshold for closed smiles. Sorted by score, 110 faces range from scowls to laughs. */
const SMILE_MIN = 0.03

/**
 * Returns true if a face smiles: the corners of its mouth are raised or pulled apart, in units of the distance between
 * the eyes.
 */
export function isSmiling({ points, pose }: Pick<Face, 'points' | 'pose'>): boolean {
  const at = (number: number) => points[number]!
  const distance = (one: number, other: number) =>
    Math.hypot(at(one).x - at(other).x, at(one).y - at(other).y, at(one).z - at(other).z)
  // Vertical coordinate along the tilted face.
  const downTo = (number: number) => at(number).y * Math.cos(pose.roll) - at(number).x * Math.sin(pose.roll)
  const eyes = distance(EYES.left, EYES.right)
  const lips = (downTo(MOUTH.upperLip) + downTo(MOUTH.lowerLip)) / 2
  const corners = (downTo(MOUTH.left) + downTo(MOUTH.right)) / 2
  const width = distance(MOUTH.left, MOUTH.right)
  return (lips - corners + WIDTH_WEIGHT * width) / eyes - WIDTH_WEIGHT * WIDTH_AT_REST >= SMILE_MIN
}
