import { boxBlur } from './blur.ts'
import { learnRatios } from './color-model.ts'
import { eachPixel, type Field, fieldOf, type Grid } from './grid.ts'
import { smoothstep } from './numbers.ts'
import { jawHalfWidth } from './proportions.ts'

/** Colors that were never seen say little. */
const UNSEEN = 1.5e-3
/** From this logarithm of a likelihood on a color is that of the hair. */
const HAIRY: readonly [number, number] = [0.5, 1.5]
/** Half the width of a neck: in front of it no hair is looked for. */
const NECK = 31
const CHEEK_BOTTOM = 30
const CLOSE = 14
/** Hair that hangs begins at the temples; beyond the last number is surely the wall. */
const FALL = { top: -45, wall: 98 } as const

/**
 * Whether long hair may hang here: beside the face, below the temples, not in front of the neck. Beside the cheeks a
 * little of the face counts too, for hair that lies close to it; further down that would be a beard.
 */
export function isBeside(x: number, y: number): boolean {
  const from = Math.max(NECK, jawHalfWidth(y) + 2) - (y < CHEEK_BOTTOM ? CLOSE : 0)
  return y > FALL.top && Math.abs(x) > from
}

const isCrown = (x: number, y: number) => y < -58 && (x / 50) ** 2 + ((y + 12) / 76) ** 2 < 1
const isFace = (x: number, y: number) => (x / 35) ** 2 + ((y - 16) / 44) ** 2 < 1
const isNeck = (x: number, y: number) => Math.abs(x) < 12 && y > 74
const isWall = (x: number, y: number) => (Math.abs(x) > FALL.wall && y < 40) || y < -132

/** What a place of the window shows when it shows a head. */
const CROWN = 1
const OTHER = 2

/**
 * Where a color is that of the hair on the crown and neither that of the face, of the neck nor of the wall, 0 to 1.
 * Hair as dark as the wall behind it, and no hair at all, give 0: then a head ends at its jaw.
 *
 * @param bins the color of every pixel of `grid`.
 */
export function findHairColor(bins: Uint16Array, grid: Grid, isInside: (i: number) => boolean): Field {
  const shows = new Uint8Array(bins.length)
  eachPixel(grid, (i, x, y) => {
    if (!isInside(i)) return
    if (isCrown(x, y)) shows[i] = CROWN
    else if (isFace(x, y) || isNeck(x, y) || isWall(x, y)) shows[i] = OTHER
  })
  const seeds = { bins, isFront: (i: number) => shows[i] === CROWN, isBack: (i: number) => shows[i] === OTHER }
  const ratios = learnRatios(seeds, UNSEEN)
  const hair = fieldOf(grid)
  eachPixel(grid, (i, _x, y) => {
    if (y > FALL.top) hair[i] = smoothstep(HAIRY[0], HAIRY[1], ratios[bins[i]!]!)
  })
  return boxBlur(hair, grid, Math.round(1.5 * grid.perUnit))
}
