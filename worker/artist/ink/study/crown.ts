import { eachPixel, type Field, type Grid, unitX, unitY } from '../field/grid.ts'
import { smoothstep } from '#worker/graphics/numbers.ts'
import { KIND } from './segment-fields.ts'

/** A crown that the photo cuts off, completed by an arch over the cut. All in units of head space. */
export type Crown = {
  /** True for a place under the arch. */
  readonly holds: (x: number, y: number) => boolean
  /** True for a place above the line of the cut, under the arch or beyond it. */
  readonly isAbove: (x: number, y: number) => boolean
}

/** Nothing below this height is a crown. */
const BROWS_Y = -30
/** A cut shorter than this is no straight line to see. */
const LENGTH_MIN = 10
/** The usual top of hair above the centre of a face. */
const USUAL_TOP = 95
/** The height of an arch, as shares of its length: a high one over a short cut would be a knob. */
const HEIGHT = { least: 0.1, most: 0.36, short: 40, long: 90 } as const
/** The fullness of an arch: 2 is half an ellipse. */
const FULLNESS = 2.5
/** A hat is completed by nobody: so much of the cut must be hair or skin. */
const BARE_MIN = 0.6

/** The head is soft where the photo ends: it is there from this value on. */
const NEAR_MIN = 0.25

type Cut = { readonly x: number; readonly y: number; readonly kind: number }

/**
 * The crown of a head that the photo's upper edge cuts off.
 *
 * @param piece the head, softly
 * @param isInside whether a pixel is in the photo
 * @returns null when the photo shows the whole crown, or cuts a hat
 */
export function completeCrown(
  piece: Field,
  kind: Uint8Array,
  isInside: (i: number) => boolean,
  grid: Grid,
): Crown | null {
  const cut = findCut(piece, kind, isInside, grid)
  const [first, last] = [cut[0], cut.at(-1)]
  if (first === undefined || last === undefined) return null
  const length = last.x - first.x
  const bare = cut.filter((one) => one.kind === KIND.hair || one.kind === KIND.faceSkin).length
  if (length < LENGTH_MIN || bare < BARE_MIN * cut.length) return null
  const [middle, half] = [(first.x + last.x) / 2, length / 2]
  const slope = (last.y - first.y) / length
  const lineAt = (x: number) => first.y + slope * (x - first.x)
  const missing = USUAL_TOP + lineAt(middle)
  const share = HEIGHT.least + (HEIGHT.most - HEIGHT.least) * smoothstep(HEIGHT.short, HEIGHT.long, length)
  const height = Math.min(share * length, Math.max(HEIGHT.least * length, missing))
  const isAbove = (x: number, y: number) => y < lineAt(x) + 1
  return {
    isAbove,
    holds(x, y) {
      const across = Math.abs(x - middle) / half
      return across < 1 && isAbove(x, y) && y > lineAt(x) - height * Math.sqrt(1 - across ** FULLNESS)
    },
  }
}

/** The places right above the head at which the photo ends, from left to right. */
function findCut(piece: Field, kind: Uint8Array, isInside: (i: number) => boolean, grid: Grid): Cut[] {
  const cut: Cut[] = []
  for (let column = 0; column < grid.w; column++) {
    let row = 0
    while (row < grid.h && !isInside(row * grid.w + column)) row++
    const i = row * grid.w + column
    if (row === 0 || row === grid.h || unitY(grid, row) > BROWS_Y || piece[i]! < NEAR_MIN) continue
    cut.push({ x: unitX(grid, column), y: unitY(grid, row), kind: kind[i]! })
  }
  return cut
}

/** Adds the arch to a head, in place. */
export function addCrown(piece: Field, { holds }: Crown, isInside: (i: number) => boolean, grid: Grid): void {
  eachPixel(grid, (i, x, y) => {
    if (!isInside(i) && holds(x, y)) piece[i] = 1
  })
}
