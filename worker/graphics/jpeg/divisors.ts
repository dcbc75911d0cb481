/** By how much each coefficient is divided before it is rounded, row by row, at a quality of 50. ITU T.81, K.1. */
const LIGHT = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
]
const COLOR = [
  17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99,
]
const LARGEST = 255

/** @param quality from 1 to 100; at 50 the tables are as they stand, at 100 nothing is lost but fractions */
export function divisorsFor(quality: number): readonly [readonly number[], readonly number[]] {
  const percent = quality < 50 ? 5000 / quality : 200 - 2 * quality
  const scaled = (table: readonly number[]) =>
    table.map((divisor) => Math.min(LARGEST, Math.max(1, Math.round((divisor * percent) / 100))))
  return [scaled(LIGHT), scaled(COLOR)]
}
