import { type Field, findOuterColumn, type Grid, unitX, unitY } from '../field/grid.ts'
import { EAR_X, earBottomAt, type FaceMap } from './face-map.ts'
import { KIND } from './segment-fields.ts'

/** Heights above the ear's lower end from which the outline is followed, and where locks may start to fly. In units. */
const FROM = { outline: 40, locks: 12 } as const
/** Hair flies if the outline jumps outward by more than `jump` over a height of `within`. In units. */
const FLYING = { jump: 9, within: 4 } as const
/** Pixels this close to the ring of the face are never removed, in units. */
const FACE_ROOM = 2.5

/**
 * Removes locks that fly away from the head below the ears, in place. Hair that hangs has hair above it, but these locks
 * start at a ledge, and would be drawn as a stump beside the jaw.
 *
 * @param kindAt returns one of `KIND` at a pixel
 */
export function dropFlyingHair(
  shape: Field,
  face: Field,
  grid: Grid,
  map: FaceMap,
  kindAt: (column: number, row: number) => number | undefined,
): void {
  const within = Math.round(FLYING.within * grid.perUnit)
  for (const side of [-1, 1] as const) {
    const earBottom = earBottomAt(map, side * EAR_X)
    const rowAt = (y: number) => Math.max(0, Math.round((y - grid.y0) * grid.perUnit))
    const reaches: number[] = []
    let [above, limit] = [0, Infinity]
    for (let row = rowAt(earBottom - FROM.outline); row < grid.h; row++) {
      const reach = side * unitX(grid, findOuterColumn(shape, grid, side, row))
      above = Math.max(above, reaches.at(-within - 1) ?? 0)
      reaches.push(reach)
      if (limit === Infinity) {
        if (above === 0 || unitY(grid, row) < earBottom - FROM.locks || reach - above <= FLYING.jump) continue
        limit = above
        for (let up = row - within; up < row; up++) dropBeyond(up, limit)
      }
      if (reach <= limit) break
      dropBeyond(row, limit)
    }

    /** Removes hair of a row beyond a distance from the middle of the face. */
    function dropBeyond(row: number, limit: number): void {
      for (let column = side < 0 ? 0 : grid.w - 1; side * unitX(grid, column) > limit; column -= side) {
        const i = row * grid.w + column
        if (face[i]! < -FACE_ROOM && kindAt(column, row) !== KIND.faceSkin) shape[i] = 0
      }
    }
  }
}
