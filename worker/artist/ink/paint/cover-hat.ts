import { toRgb } from '#shared/design/color.ts'
import { clamp } from '#worker/graphics/numbers.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { hexOfLab, type Lab } from '../color/oklab.ts'
import { createGrid, eachPixel, readAt } from '../field/grid.ts'
import type { Portrait } from '../study/portrait.ts'

/** Height above which a hat starts, in units. Below it lie glasses. */
const HAT_FROM_Y = -30
/** Values of the soft mask at which the cover of a hat starts, and at which it is complete. */
const COVER = { from: 0.1, full: 0.4 } as const

/**
 * Colors the part of a replaced hat on the forehead like skin in the shadow of the new one, in place. Darker pixels
 * stay as dark, and so does the outline.
 *
 * @param unitPx pixels per unit of the picture, which shows the head's window
 */
export function coverHat(
  { data }: Picture,
  { worn, grid }: Pick<Portrait, 'worn' | 'grid'>,
  shade: Lab,
  unitPx: number,
): void {
  const window = createGrid(unitPx)
  const skin = toRgb(hexOfLab(shade))
  const green = skin[1]
  // A hat ends where a column leaves it. Glasses below remain.
  const isPast = new Uint8Array(window.w)
  const isIn = new Uint8Array(window.w)
  eachPixel(window, (i, x, y) => {
    const column = i % window.w
    if (isPast[column] === 1) return
    const share = clamp((readAt(worn, grid, x, y) - COVER.from) / (COVER.full - COVER.from), 0, 1)
    if (share === 0) {
      if (isIn[column] === 1 || y > HAT_FROM_Y) isPast[column] = 1
      return
    }
    isIn[column] = 1
    const light = Math.min(1, data[4 * i + 1]! / green)
    for (let c = 0; c < 3; c++) data[4 * i + c]! += share * (light * skin[c]! - data[4 * i + c]!)
  })
}
