import { type Field, fieldOf, type Grid, unitX, unitY } from './grid.ts'
import { bell } from './numbers.ts'

/** Where the parts of a face are: soft windows in head space that say how much each pixel counts. */
export type FaceWindows = {
  /** Eyes and mouth: drawn from fine detail. */
  readonly features: Field
  readonly brows: Field
  /** How strongly lines are inked on skin: eyes, brows, nose and mouth fully, cheeks hardly, the chin not at all. */
  readonly ink: Field
}

const across = (grid: Grid, centre: number, radius: number) =>
  Float32Array.from({ length: grid.w }, (_, x) => bell(unitX(grid, x) - centre, radius))
const down = (grid: Grid, centre: number, radius: number) =>
  Float32Array.from({ length: grid.h }, (_, y) => bell(unitY(grid, y) - centre, radius))
const both = (left: Field, right: Field): Field => left.map((value, i) => value + right[i]!)

/** @param skin 1 on skin, 0 on hair. @param mask 1 inside the head. */
export function faceWindows(grid: Grid, skin: Field, mask: Field): FaceWindows {
  const eyesX = both(across(grid, -21.5, 19), across(grid, 21.5, 19))
  const browsX = both(across(grid, -23, 20), across(grid, 23, 20))
  const [mouthX, noseX] = [across(grid, 0, 26), across(grid, 0, 18)]
  const [eyesY, mouthY, noseY] = [down(grid, -7, 12), down(grid, 39, 15), down(grid, 19, 9)]
  const [browsY, glassesY] = [down(grid, -18, 9), down(grid, -2, 20)]
  const [features, brows, ink] = [fieldOf(grid), fieldOf(grid), fieldOf(grid)]
  for (let row = 0, i = 0; row < grid.h; row++) {
    const y = unitY(grid, row)
    for (let x = 0; x < grid.w; x++, i++) {
      if (mask[i]! < 0.05) continue
      if (skin[i]! <= 0.3) continue
      const isFace = y > -34 && y < 60
      const feature = isFace ? Math.min(1, 1.5 * (eyesX[x]! * eyesY[row]! + mouthX[x]! * mouthY[row]!)) : 0
      const brow = isFace ? browsX[x]! * browsY[row]! : 0
      features[i] = feature
      brows[i] = brow
      if (skin[i]! <= 0.5) continue
      const nose = isFace ? noseX[x]! * noseY[row]! : 0
      const glasses = isFace ? Math.min(1, eyesX[x]! * 1.6) * glassesY[row]! : 0
      ink[i] = (y > 54 ? 0 : 0.22) + feature + 0.9 * nose + 0.8 * brow + 0.35 * glasses
    }
  }
  return { features, brows, ink }
}
