import type { Crop } from './crop.ts'
import { indexAt } from './grid.ts'
import { median, percentile } from './numbers.ts'
import type { Lab } from './oklab.ts'

/** Cheeks, the bridge of the nose and the chin: where nearly every face shows bare skin. */
const BARE: readonly (readonly [x0: number, x1: number, y0: number, y1: number])[] = [
  [-30, -12, 6, 26],
  [12, 30, 6, 26],
  [-5, 5, -6, 12],
  [-14, 14, 52, 60],
]

/** The color of the skin in light: a little lighter than its middle, because half of a face may be in shadow. */
export function measureSkin({ lightness, a, b, grid }: Crop): Lab {
  const pixels: number[] = []
  for (const [x0, x1, y0, y1] of BARE) {
    for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) pixels.push(indexAt(grid, x, y))
  }
  return [
    percentile(
      pixels.map((i) => lightness[i]!),
      0.62,
    ),
    median(pixels.map((i) => a[i]!)),
    median(pixels.map((i) => b[i]!)),
  ]
}
