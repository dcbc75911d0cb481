import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { eachPiece } from '../field/regions.ts'
import { createField, type Field, type Grid, unitX, unitY } from '../field/grid.ts'
import { earBottomAt, type FaceMap, getThroat } from './face-map.ts'
import { squaredDistances } from './rounded-cut.ts'
import { KIND } from './segment-fields.ts'

/**
 * Bare skin above the chin and farther than `aside` units from the throat is a hand or an arm, if it is `least` square
 * units. On a turned head the neck reaches up to `turned` units farther.
 */
const HAND = { aside: 46, turned: 50, least: 60 } as const
/**
 * A large earring that starts below the eyes and hangs this far below the earlobe, in units, is cut off there, so hair
 * replaces it. Its size is at least `least` square units.
 */
const EARRING = { from: 2, below: 24, least: 300 } as const
/** A hand up to this wide may hide hair behind it, in units. */
const BEHIND_UNITS = 60
/** Fingers in the outline of hair are covered by a disc of this radius, in units (a morphological closing). */
const CLOSING_UNITS = 12
/** The soft edge and the shadow of a hand are hidden up to this distance from it, in units. */
const EDGE_UNITS = 3
/** Landmarks end this far inside the cheek, in units. */
const FACE_ROOM = 2.5

/**
 * Labels hands and long earrings that hide hair as hair, in place, and the rest of raised hands as clothes. Otherwise
 * they would leave holes in the hair.
 *
 * @returns 1 where a hand or its edge hides hair
 */
export function findHandsOnHair(kind: Uint8Array, oval: Field, map: FaceMap, grid: Grid): Field {
  const out = createField(grid)
  const throat = getThroat(map)
  const chinY = map.points[152]!.y
  const isBeside = (i: number) => Math.abs(unitX(grid, i % grid.w) - throat.x) > throat.half
  const canBeHand = (i: number) => kind[i] === KIND.bodySkin && oval[i]! < -FACE_ROOM && isBeside(i)
  const aside = HAND.aside + HAND.turned * Math.abs(Math.sin(map.yaw))
  const isSeed = (i: number) =>
    Math.abs(unitX(grid, i % grid.w) - throat.x) > aside && unitY(grid, Math.floor(i / grid.w)) < chinY
  const hands: number[] = []
  eachPiece(grid, canBeHand, false, (pixels) => {
    if (pixels.filter(isSeed).length >= HAND.least * grid.perUnit ** 2) for (const i of pixels) hands.push(i)
  })
  eachPiece(
    grid,
    (i) => kind[i] === KIND.others,
    true,
    (pixels) => {
      if (pixels.length < EARRING.least * grid.perUnit ** 2) return
      const heights = Array.from(pixels, (i) => unitY(grid, Math.floor(i / grid.w)))
      const lobe = earBottomAt(map, unitX(grid, pixels[0]! % grid.w))
      if (Math.min(...heights) < EARRING.from || Math.max(...heights) < lobe + EARRING.below) return
      for (const i of pixels) {
        kind[i] = KIND.bodySkin
        hands.push(i)
      }
    },
  )
  if (hands.length === 0) return out
  const isHead = (i: number) => kind[i] === KIND.hair || kind[i] === KIND.faceSkin
  const radius = CLOSING_UNITS * grid.perUnit
  const toHead = squaredDistances(grid, isHead)
  const toFar = squaredDistances(grid, (i) => toHead[i]! > radius ** 2)
  const widest = BEHIND_UNITS * grid.perUnit
  for (const i of hands) {
    const [column, row] = [i % grid.w, Math.floor(i / grid.w)]
    const isEnclosed = toFar[i]! > radius ** 2 && unitY(grid, row) < earBottomAt(map, unitX(grid, column))
    if (isEnclosed || hasHairBeyond(kind, i, Math.sign(unitX(grid, column) - throat.x), widest, grid.w)) out[i] = 1
  }
  const toHand = squaredDistances(grid, (i) => out[i] === 1)
  for (const i of hands) {
    if (out[i] === 1) kind[i] = KIND.hair
    else if (unitY(grid, Math.floor(i / grid.w)) < earBottomAt(map, unitX(grid, i % grid.w))) kind[i] = KIND.clothes
  }
  for (let i = 0; i < out.length; i++)
    if (kind[i] === KIND.hair && toHand[i]! < (EDGE_UNITS * grid.perUnit) ** 2) out[i] = 1
  for (const field of [toHead, toFar, toHand]) releaseBuffer(field)
  return out
}

/** Returns true if hair lies beyond a hand's pixel, away from the throat in the same row. */
function hasHairBeyond(kind: Uint8Array, from: number, step: number, widest: number, w: number): boolean {
  const start = from - (from % w)
  for (let i = from, away = 0; i >= start && i < start + w && away < widest; i += step, away++) {
    if (kind[i] === KIND.hair) return true
    if (kind[i] !== KIND.bodySkin) return false
  }
  return false
}
