import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { createField, type Field, type Grid } from '../field/grid.ts'
import { eachPiece } from '../field/regions.ts'
import { squaredDistances } from './rounded-cut.ts'
import { KIND } from './segment-fields.ts'
import { WORN, wornPieces } from './worn-items.ts'

/** Fingers in the outline of a hat are covered by a disc of this radius, in units (a morphological closing). */
const CLOSING_UNITS = 22
/** Minimum area of fingers on a hat, in square units. */
const LEAST = 20
/** The soft edge and the shadow of fingers are painted over up to this distance from them, in units. */
const EDGE_UNITS = 4

/**
 * Labels fingers in front of a hat as the hat, in place. Cut out, they left a ragged brim.
 *
 * @returns 1 on the fingers and their edge; null without any
 */
export function findHandOnHat(kind: Uint8Array, oval: Field, grid: Grid): Field | null {
  if (!kind.includes(KIND.others) || !kind.includes(KIND.bodySkin)) return null
  const worn = wornPieces(kind, oval, grid)
  if (!worn.includes(WORN.hat)) return null
  const radius = CLOSING_UNITS * grid.perUnit
  const toHat = squaredDistances(grid, (i) => worn[i] === WORN.hat)
  const toFar = squaredDistances(grid, (i) => toHat[i]! > radius ** 2)
  const fingers = createField(grid)
  eachPiece(
    grid,
    (i) => kind[i] === KIND.bodySkin && toFar[i]! > radius ** 2,
    false,
    (pixels) => {
      if (pixels.length >= LEAST * grid.perUnit ** 2) for (const i of pixels) fingers[i] = 1
    },
  )
  for (const field of [toHat, toFar]) releaseBuffer(field)
  const toFingers = squaredDistances(grid, (i) => fingers[i] === 1)
  const edge = (EDGE_UNITS * grid.perUnit) ** 2
  for (let i = 0; i < fingers.length; i++) {
    if (fingers[i] === 1) kind[i] = KIND.others
    else if (kind[i] === KIND.others && toFingers[i]! < edge) fingers[i] = 1
  }
  releaseBuffer(toFingers)
  if (fingers.includes(1)) return fingers
  releaseBuffer(fingers)
  return null
}

/** Returns 1 on worn items apart from fingers, whose tones replace those of the fingers. */
export const findHatSource = (fingers: Field, kind: Uint8Array): Field =>
  fingers.map((is, i) => (is === 0 && kind[i] === KIND.others ? 1 : 0))
