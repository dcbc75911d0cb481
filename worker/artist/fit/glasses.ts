import type { Field, Grid } from '../ink/field/grid.ts'
import type { FaceMap } from '../ink/study/face-map.ts'

/** The part of head space in which one lens is, in units. */
export type Lens = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/** The wearer's own glasses, as far as the class net sees them. */
export type Glasses = readonly [left: Lens, right: Lens]

/** The area that is searched for a lens: to either side of an eye as a share of its width, above and below it in units. */
const AROUND = { share: 0.95, above: 14, below: 24 } as const
/** Close to the eyes only glasses are worn. */
const CLOSE = { above: 8, below: 12 } as const
const WORN = 0.3
/** Thin frames cover this share of what is close to the eyes; next to nothing is seen there without glasses. */
const LEAST_SHARE = 0.03

/** @param worn hats, bands and glasses, softly @returns null for a face without glasses */
export function findGlasses(worn: Field, grid: Grid, { eyes }: Pick<FaceMap, 'eyes'>): Glasses | null {
  let [seen, all] = [0, 0]
  // Both lenses are looked for as wide as the one that is seen wider.
  const reach = AROUND.share * Math.max(eyes[0].width, eyes[1].width)
  const lenses = eyes.map(({ centre: { x, y } }): Lens => {
    const lens = { left: x - reach / 2, right: x + reach / 2, top: y, bottom: y }
    for (let dy = -AROUND.above; dy <= AROUND.below; dy++) {
      for (let dx = -Math.floor(reach); dx <= reach; dx++) {
        const isWorn = valueAt(worn, grid, x + dx, y + dy) > WORN
        if (dy >= -CLOSE.above && dy <= CLOSE.below) {
          all++
          if (isWorn) seen++
        }
        if (!isWorn) continue
        lens.left = Math.min(lens.left, x + dx)
        lens.right = Math.max(lens.right, x + dx)
        lens.top = Math.min(lens.top, y + dy)
        lens.bottom = Math.max(lens.bottom, y + dy)
      }
    }
    return lens
  })
  return seen / all < LEAST_SHARE ? null : [lenses[0]!, lenses[1]!]
}

/** Places above the brows that every hat covers, in units. */
const HAT_PLACES = [-28, 0, 28].map((x) => ({ x, y: -58 }))

/** True for a wearer of a hat. @param worn hats, bands and glasses, softly */
export const findHat = (worn: Field, grid: Grid): boolean =>
  HAT_PLACES.every(({ x, y }) => valueAt(worn, grid, x, y) > 0.5)

function valueAt(field: Field, grid: Grid, x: number, y: number): number {
  const [column, row] = [Math.floor((x - grid.x0) * grid.perUnit), Math.floor((y - grid.y0) * grid.perUnit)]
  return column < 0 || row < 0 || column >= grid.w || row >= grid.h ? 0 : field[row * grid.w + column]!
}
