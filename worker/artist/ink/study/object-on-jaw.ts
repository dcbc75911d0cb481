import { createField, type Field, type Grid, indexAt, unitY } from '../field/grid.ts'
import { eachPiece } from '../field/regions.ts'
import type { FaceMap } from './face-map.ts'
import { KIND } from './segment-fields.ts'

/**
 * An object covers more than `least` square units of the face below `top`, farther than `inside` its ring. A piece that
 * reaches above `glasses` is a pair of glasses. In units.
 */
const OBJECT = { top: 16, inside: 2, least: 40, glasses: 8 } as const
/** The face behind an object ends this far outside of its ring, in units. */
const RING_UNITS = 1.5
/** Share of the landmarks of the lips that an object may cover. Without lips the face would be blank. */
const LIPS_MAX = 0.2

/**
 * Marks a glass, a microphone or a piece of clothing in front of the jaw. Labels it as the face that it hides, and as
 * clothes below the face, in place.
 *
 * @returns 1 on the hidden face; null without such an object
 */
export function findObjectOnJaw(
  kind: Uint8Array,
  oval: Field,
  grid: Grid,
  { lipsOut }: Pick<FaceMap, 'lipsOut'>,
): Field | null {
  const isObject = (i: number) => kind[i] === KIND.others || kind[i] === KIND.clothes
  if (lipsOut.filter(({ x, y }) => isObject(indexAt(grid, x, y))).length > LIPS_MAX * lipsOut.length) return null
  const found = createField(grid)
  const least = OBJECT.least * grid.perUnit ** 2
  const yOf = (i: number) => unitY(grid, Math.floor(i / grid.w))
  let isFound = false
  for (const one of [KIND.others, KIND.clothes])
    eachPiece(
      grid,
      (i) => kind[i] === one,
      false,
      (pixels) => {
        const inside = pixels.filter((i) => oval[i]! > OBJECT.inside && yOf(i) > OBJECT.top)
        if (inside.length < least || pixels.some((i) => oval[i]! > -RING_UNITS && yOf(i) < OBJECT.glasses)) return
        isFound = true
        for (const i of pixels) {
          const isFace = oval[i]! > -RING_UNITS
          kind[i] = isFace ? KIND.faceSkin : KIND.clothes
          if (isFace) found[i] = 1
        }
      },
    )
  return isFound ? found : null
}
