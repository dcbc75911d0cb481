import { median } from '#worker/graphics/numbers.ts'
import type { Field, Grid } from '../ink/field/grid.ts'
import type { FaceMap } from '../ink/study/face-map.ts'

/** Bounds of one lens in head space, in units. */
export type Lens = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/** The wearer's own glasses, as detected by the segmentation net. */
export type Glasses = readonly [left: Lens, right: Lens]

/** Search area for a lens: its width as a share of the eye's, and its extent above and below the eye in units. */
const AROUND = { share: 0.95, above: 14, below: 24 } as const
/** Area close to the eyes, where only glasses are worn. */
const CLOSE = { above: 8, below: 12 } as const
const WORN = 0.3
/**
 * Minimum share of worn pixels close to the eyes. Thin frames cover this much; without glasses there is almost nothing.
 */
const LEAST_SHARE = 0.03
/** Minimum share close to the nearer eye. A scarf or a hat may reach the farther one. */
const NEAR_SHARE = 0.015

/**
 * Finds the lenses of glasses. @param worn soft mask of hats, bands and glasses @returns null for a face without
 * glasses
 */
export function findGlasses(worn: Field, grid: Grid, { eyes }: Pick<FaceMap, 'eyes'>): Glasses | null {
  const [seen, all] = [
    [0, 0],
    [0, 0],
  ]
  // Both lenses use the search width of the wider visible eye.
  const reach = AROUND.share * Math.max(eyes[0].width, eyes[1].width)
  const lenses = eyes.map(({ center: { x, y } }, side): Lens => {
    const lens = { left: x - reach / 2, right: x + reach / 2, top: y, bottom: y }
    for (let dy = -AROUND.above; dy <= AROUND.below; dy++) {
      for (let dx = -Math.floor(reach); dx <= reach; dx++) {
        const isWorn = valueAt(worn, grid, x + dx, y + dy) > WORN
        if (dy >= -CLOSE.above && dy <= CLOSE.below) {
          all[side]!++
          if (isWorn) seen[side]!++
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
  const near = eyes[0].width > eyes[1].width ? 0 : 1
  const isWorn = seen[0]! + seen[1]! >= LEAST_SHARE * (all[0]! + all[1]!) && seen[near]! >= NEAR_SHARE * all[near]!
  return isWorn ? [lenses[0]!, lenses[1]!] : null
}

/**
 * Points above the brows in the middle and at the sides of a hat, in units. A turned hat may miss one side, and hair
 * shows below a hat that is pushed back.
 */
const HAT_PLACES = { middle: 0, sides: [-28, 28], heights: [-58, -68, -78] } as const

/** Returns true if the wearer has a hat. @param worn soft mask of hats, bands and glasses */
export function findHat(worn: Field, grid: Grid): boolean {
  const isWorn = (x: number) => HAT_PLACES.heights.some((y) => valueAt(worn, grid, x, y) > 0.5)
  return isWorn(HAT_PLACES.middle) && HAT_PLACES.sides.some(isWorn)
}

/** Columns and heights in which the lower edge of a hat is searched, from the brows up, in units. */
const HAT_EDGE = { half: 24, apart: 4, fromY: -24, toY: -100 } as const

/** Returns the height of a hat's lower edge on the forehead. @param worn soft mask of hats, bands and glasses */
export function findHatBottom(worn: Field, grid: Grid): number {
  const { half, apart, fromY, toY } = HAT_EDGE
  const edges: number[] = []
  for (let x = -half; x <= half; x += apart) {
    let y: number = fromY
    while (y > toY && valueAt(worn, grid, x, y) <= 0.5) y--
    edges.push(y)
  }
  return median(edges)
}

function valueAt(field: Field, grid: Grid, x: number, y: number): number {
  const [column, row] = [Math.floor((x - grid.x0) * grid.perUnit), Math.floor((y - grid.y0) * grid.perUnit)]
  return column < 0 || row < 0 || column >= grid.w || row >= grid.h ? 0 : field[row * grid.w + column]!
}
