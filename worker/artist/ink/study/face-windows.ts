import { releaseBuffer } from '#worker/http/release-buffer.ts'
import type { FaceMap } from './face-map.ts'
import { createField, type Field, type Grid, unitX, unitY } from '../field/grid.ts'
import { bell } from '#worker/graphics/numbers.ts'
import { boxNear, type Place2, RingScan } from '../field/polygon.ts'

/** Soft windows around the landmarks of facial features, used as weights per pixel. */
export type FaceWindows = {
  /** Weights of the eyes and the mouth, which are drawn from fine detail. */
  readonly features: Field
  /** Ink strength of lines on skin: strong on eyes, brows, nose and mouth, weak on cheeks, zero on the chin. */
  readonly ink: Field
}

/** Radius at which a feature's window falls to e^-2, in units. */
const REACH = { eye: 8, mouth: 8, nose: 8, brow: 5 } as const
const ON_SKIN = 0.14
/** Ink strengths. Landmarks draw the lids, mouth line and wings of the nose; the photo's strokes only add to them. */
const EYE_INK = 0.75
const MOUTH_INK = 0.3
const NOSE_INK = 0.3
const BROW_INK = 0.4
/** Skin at least this far outside the face ring belongs to an ear, in units. */
const EAR_UNITS = 2
const EAR_INK = 0.3

/**
 * Returns the windows of a face.
 *
 * @param skin 1 on skin, 0 on hair
 * @param mask 1 inside the head
 * @param oval signed distance to the face ring, positive inside
 */
export function faceWindows(grid: Grid, skin: Field, mask: Field, oval: Field, map: FaceMap): FaceWindows {
  const [features, brows, ink, nose, mouth] = [0, 1, 2, 3, 4].map(() => createField(grid)) as [
    Field,
    Field,
    Field,
    Field,
    Field,
  ]
  for (const eye of map.eyes) addWindow(features, eye.ring, REACH.eye, grid)
  addWindow(mouth, map.lipsOut, REACH.mouth, grid)
  for (const brow of map.brows) addWindow(brows, brow, REACH.brow, grid)
  addWindow(nose, map.noseBase, REACH.nose, grid)
  const chinY = map.points[152]!.y - 10
  for (let row = 0, i = 0; row < grid.h; row++) {
    const y = unitY(grid, row)
    for (let x = 0; x < grid.w; x++, i++) {
      if (mask[i]! < 0.05 || skin[i]! <= 0.3) {
        features[i] = brows[i] = mouth[i] = 0
        continue
      }
      const eyes = features[i]!
      features[i] = Math.max(eyes, mouth[i]!)
      if (skin[i]! <= 0.5) continue
      const ear = oval[i]! < -EAR_UNITS && y < chinY - 20 ? EAR_INK : 0
      ink[i] =
        (y > chinY ? 0 : ON_SKIN) +
        EYE_INK * eyes +
        MOUTH_INK * mouth[i]! +
        NOSE_INK * nose[i]! +
        BROW_INK * brows[i]! +
        ear
    }
  }
  for (const field of [brows, nose, mouth]) releaseBuffer(field)
  return { features, ink }
}

/** Adds a feature's window, which is 1 inside and falls off as a bell curve outside. */
function addWindow(window: Field, part: readonly Place2[], reach: number, grid: Grid): void {
  const scan = new RingScan(part)
  const { left, right, top, bottom } = boxNear(part, grid, 1.6 * reach)
  for (let row = top; row < bottom; row++) {
    scan.toRow(unitY(grid, row))
    for (let column = left, i = row * grid.w + left; column < right; column++, i++) {
      const x = unitX(grid, column)
      const value = scan.contains(x) ? 1 : bell(scan.distanceTo(x), reach)
      if (value > window[i]!) window[i] = value
    }
  }
}
