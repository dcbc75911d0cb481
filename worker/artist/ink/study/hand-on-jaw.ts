import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { type Field, getHalfIndex, type Grid, toHalfGrid, unitY } from '../field/grid.ts'
import type { FaceMap } from './face-map.ts'
import { squaredDistances } from './rounded-cut.ts'
import { KIND } from './segment-fields.ts'

/**
 * Beside a hand the jaw ends `room` outside of the ring of the landmarks. Farther than `near` from the hand it may
 * reach `wider` by this many units per unit, so the outline has no step. In units.
 */
const JAW = { room: 1.5, near: 8, wider: 0.6 } as const

/** Returns true for skin and nails. Hair that was extended behind the jersey lies on the class of background. */
const isHand = (kind: number): boolean => kind === KIND.faceSkin || kind === KIND.bodySkin || kind === KIND.others

/**
 * Replaces the jaw beside a painted hand by the ring of the landmarks, in place. Fingers and their nails left corners
 * and bites.
 *
 * @param face the depth inside the ring of the face in units
 * @param hand 1 on the painted hand, at half size like `kind`
 */
export function restoreJaw(
  shape: Field,
  face: Field,
  hand: Field,
  kind: Uint8Array,
  grid: Grid,
  { lipsOut }: Pick<FaceMap, 'lipsOut'>,
): void {
  const half = toHalfGrid(grid)
  const toHand = squaredDistances(half, (i) => hand[i] === 1)
  const mouthY = lipsOut.reduce((sum, { y }) => sum + y, 0) / lipsOut.length
  const near = JAW.near * half.perUnit
  for (let row = Math.max(0, Math.round((mouthY - grid.y0) * grid.perUnit)); row < grid.h; row++) {
    if (unitY(grid, row) < mouthY) continue
    for (let column = 0, i = row * grid.w; column < grid.w; column++, i++) {
      const at = getHalfIndex(half, column, row)
      const beyond = Math.max(0, Math.sqrt(toHand[at]!) - near) / half.perUnit
      if (face[i]! > -JAW.room) {
        if (beyond === 0) shape[i] = 1
      } else if (-face[i]! > JAW.room + JAW.wider * beyond && isHand(kind[at]!)) shape[i] = 0
    }
  }
  releaseBuffer(toHand)
}
