import type { Field } from './grid.ts'
import { clamp } from '#worker/graphics/numbers.ts'

/**
 * Measured on one head at 1.05 pixels a unit, blurred by a bell of so many pixels: 0 gives 0.047, 1 gives 0.035,
 * 1.5 gives 0.024, 2 gives 0.017, 3 gives 0.009, 4 gives 0.005. At half the contrast it is 0.027, drawn heads have 0.1.
 */
const SHARP = 0.021
/** Even the strongest gain leaves fainter strokes without ink, and the face without mouth or nose. */
const SHARPNESS_MIN = 0.0095
/** More would ink the grain of the picture. */
const GAIN_MAX = 2
/** Strokes are the strongest twentieth of what lies in a window of eyes or mouth. */
const STROKES = 0.95

/** Strength of the strokes in eyes and mouth. @param lines as `findLines` gives them */
export function measureSharpness(lines: Field, features: Field): number {
  const found = lines.filter((_, i) => features[i]! > 0.3).sort()
  return found[Math.floor(found.length * STROKES)] ?? 0
}

export const isOutOfFocus = (sharpness: number): boolean => sharpness < SHARPNESS_MIN

/** Makes up for a photo that is a little out of focus, in place. */
export function sharpen(lines: Field, sharpness: number): void {
  const gain = clamp(SHARP / sharpness, 1, GAIN_MAX)
  if (gain === 1) return
  for (let i = 0; i < lines.length; i++) lines[i]! *= gain
}
