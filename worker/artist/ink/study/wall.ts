import { median } from '#worker/graphics/numbers.ts'
import type { LabPlanes } from '../color/oklab.ts'
import { type Grid, unitY } from '../field/grid.ts'
import { eachPiece } from '../field/regions.ts'
import { KIND } from './segment-fields.ts'
import { BROW_Y } from './worn-items.ts'

/** An object below the brows is wall if its color and lightness are this close to the wall's. */
const LIKE_WALL = { lightness: 0.12, color: 0.045, chroma: 0.07, pixels: 200 } as const

/** Labels wall that the net takes for worn objects between hair and cheek as background, in place. */
export function dropWallObjects(kind: Uint8Array, { lightness, a, b }: LabPlanes, grid: Grid): void {
  const middle = (pixels: readonly number[]) =>
    [lightness, a, b].map((plane) => median(pixels.map((i) => plane[i]!))) as [number, number, number]
  const wall: number[] = []
  for (let i = 0; i < kind.length; i++) if (kind[i] === KIND.background) wall.push(i)
  if (wall.length < LIKE_WALL.pixels) return
  const [wallL, wallA, wallB] = middle(wall)
  // Glasses show a gray wall's reflections, so only a colorful wall is recognized.
  if (Math.hypot(wallA, wallB) < LIKE_WALL.chroma) return
  eachPiece(
    grid,
    (i) => kind[i] === KIND.others && unitY(grid, Math.floor(i / grid.w)) > BROW_Y,
    true,
    (pixels) => {
      const [ownL, ownA, ownB] = middle(Array.from(pixels))
      if (Math.abs(ownL - wallL) > LIKE_WALL.lightness || Math.hypot(ownA - wallA, ownB - wallB) > LIKE_WALL.color)
        return
      for (const i of pixels) kind[i] = KIND.background
    },
  )
}
