import type { Field } from './grid.ts'
import { clamp } from '#worker/graphics/numbers.ts'

/**
 * Stroke strength of a sharp photo. Measured on one head at 1.05 pixels a unit, with a Gaussian blur of this many
 * pixels: 0 gives 0.047, 1 gives 0.035, 1.5 gives 0.024, 2 gives 0.017, 3 gives 0.009, 4 gives 0.005. Half the contrast
 * gives 0.027, drawn heads give 0.1.
 */
const SHARP = 0.021
/** Below this even the strongest gain leaves faint strokes without ink, and the face without mouth or nose. */
const SHARPNESS_MIN = 0.0095
/** A higher gain would ink the photo's grain. */
const GAIN_MAX = 2
/** Percentile of line strength within the windows of eyes and mouth. */
const STROKES = 0.95

/** Measures the strength of strokes in eyes and mouth. @param lines the result of `findLines` */
export function measureSharpness(lines: Field, features: Field): number {
  const found = lines.filter((_, i) => features[i]! > 0.3).sort()
  return found[Math.floor(found.length * STROKES)] ?? 0
}

export const isOutOfFocus = (sharpness: number): boolean => sharpness < SHARPNESS_MIN

/** Compensates for a photo that is slightly out of focus, in place. */
export function sharpen(lines: Field, sharpness: number): void {
  const gain = clamp(SHARP / sharpness, 1, GAIN_MAX)
  if (gain === 1) return
  for (let i = 0; i < lines.length; i++) lines[i]! *= gain
}
