import type { Field, Grid } from './grid.ts'
import { eachPiece } from './regions.ts'

const STROKE = 0.0105
const STRONG = 0.016
/** Minimum stroke area in square units. Smaller strokes are dirt, but eyes, nose and mouth have smaller ones. */
const SHORT_UNITS = 16
const SHORT_FEATURE_UNITS = 6
const FEATURE_INK = 0.6

/** Erases short and faint strokes, in place. @param ink the strength of ink per pixel */
export function dropSpecks(lines: Field, mask: Field, skin: Field, ink: Field, grid: Grid): void {
  const { w } = grid
  const isStroke = (i: number) => mask[i]! > 0.4 && lines[i]! > STROKE
  const specks: number[][] = []
  eachPiece(grid, isStroke, true, (pixels) => {
    let [strongest, boldest] = [0, 0]
    for (const i of pixels) {
      strongest = Math.max(strongest, lines[i]!)
      if (skin[i]! > 0.5) boldest = Math.max(boldest, ink[i]!)
    }
    const shortest = (boldest > FEATURE_INK ? SHORT_FEATURE_UNITS : SHORT_UNITS) * grid.perUnit ** 2
    if (strongest < STRONG || pixels.length < shortest) specks.push([...pixels])
  })
  for (const pixels of specks)
    for (const i of pixels) for (const near of [i, i - 1, i + 1, i - w, i + w]) lines[near] = 0
}
