import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { type Field, type Grid, unitX, unitY } from '../field/grid.ts'
import { eachPiece } from '../field/regions.ts'
import { squaredDistances } from './rounded-cut.ts'
import { KIND } from './segment-fields.ts'

/** An object is worn if this share of it lies over the face or above the brows. */
const WORN_SHARE = 0.45
/** Height of the brows, in units. */
export const BROW_Y = -22
/**
 * A hat spans this share of the width of a forehead, however far its brim reaches beyond the head. Objects in hands
 * cover a corner at most. In units.
 */
const HAT = { half: 28, share: 0.75 } as const

/** Leaves have a lower value of red against green in OKLab. */
export const LEAF_A = -0.025

/** Values of {@link wornPieces}, and of scarves, which `labelCovering` finds. */
export const WORN = { no: 0, item: 1, hat: 2, scarf: 3 } as const

/**
 * Returns one of `WORN` per pixel: hats and bands above the brows, glasses on the face. It excludes phones and other
 * objects held in hands.
 */
export function wornPieces(kind: Uint8Array, oval: Field, grid: Grid): Uint8Array {
  const worn = new Uint8Array(kind.length)
  eachPiece(
    grid,
    (i) => kind[i] === KIND.others,
    true,
    (pixels) => {
      const across = new Set<number>()
      const onHead = pixels.filter((i) => {
        const [x, y] = [unitX(grid, i % grid.w), unitY(grid, Math.floor(i / grid.w))]
        if (y < BROW_Y && Math.abs(x) < HAT.half) across.add(i % grid.w)
        return oval[i]! > -4 || (y < BROW_Y && Math.abs(x) < 62)
      }).length
      const isHat = across.size > HAT.share * 2 * HAT.half * grid.perUnit
      if (isHat || onHead > WORN_SHARE * pixels.length) for (const i of pixels) worn[i] = isHat ? WORN.hat : WORN.item
    },
  )
  return worn
}

/**
 * Gaps in the items above the brows close up to twice this many `units` where the matte sees some `person`. Items that
 * cover less than `least` square units are no hats.
 */
const GAP = { units: 12, person: 0.2, least: 700 } as const

/** The net takes a patch for clothes. It is part of a hat if this share of its border above the brows is hat. */
const PATCH_BORDER = 0.45

/** Labels patches of a hat that the net takes for clothes as worn, in place. */
function fillPatches(kind: Uint8Array, lowest: number, grid: Grid): void {
  const isPatch = (i: number) => i < lowest && kind[i] === KIND.clothes
  eachPiece(grid, isPatch, false, (pixels) => {
    let [border, hat] = [0, 0]
    for (const i of pixels)
      for (const off of [-1, 1, -grid.w, grid.w]) {
        const beside = kind[i + off]
        // Clothes reach the brows where a piece of them is larger.
        if (beside === KIND.clothes && i + off < lowest) continue
        border++
        if (beside === KIND.others) hat++
      }
    if (hat > PATCH_BORDER * border) for (const i of pixels) kind[i] = KIND.others
  })
}

/** Labels dark folds of a hat that the net takes for background as worn, in place (a morphological closing). */
export function fillHat(kind: Uint8Array, person: Field, grid: Grid): void {
  const lowest = Math.min(grid.h, Math.max(0, Math.round((BROW_Y - grid.y0) * grid.perUnit))) * grid.w
  let count = 0
  for (let i = 0; i < lowest; i++) if (kind[i] === KIND.others) count++
  if (count < GAP.least * grid.perUnit ** 2) return
  fillPatches(kind, lowest, grid)
  const radius = GAP.units * grid.perUnit
  const toHat = squaredDistances(grid, (i) => kind[i] === KIND.others && i < lowest)
  const toFar = squaredDistances(grid, (i) => toHat[i]! > radius ** 2)
  for (let i = 0; i < lowest; i++)
    if (kind[i] === KIND.background && person[i]! > GAP.person && toFar[i]! > radius ** 2) kind[i] = KIND.others
  for (const field of [toHat, toFar]) releaseBuffer(field)
}
