import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { smoothstep } from '#worker/graphics/numbers.ts'
import type { LabPlanes } from '../color/oklab.ts'
import { createField, type Field, type Grid, unitY } from '../field/grid.ts'
import { inpaint } from './hair.ts'
import { squaredDistances } from './rounded-cut.ts'
import { KIND } from './segment-fields.ts'

/** Hair this far from clothes is free of them. Nearer hair below the heights `y` may show them. In units. */
const FREE = { units: 16, y: [8, 18] } as const
/** Minimum number of pixels for an estimate. */
const PIXELS_MIN = 60
/** Difference in lightness above which clothes are darker than hair. */
const DARKER = [0.2, 0.32] as const
/** Share of the clothes in the color of a pixel at which it shows them. */
const SHARE = [0.4, 0.65] as const

/**
 * Marks dark clothes that show between light strands as foreign, in place. On dark hair, light pixels may be lit or
 * bleached ends instead.
 *
 * @param planes the photo. All fields have the size of `grid`.
 */
export function addDarkClothes(foreign: Field, planes: LabPlanes, mask: Field, kind: Uint8Array, grid: Grid): void {
  const isClothes = Float32Array.from(kind, (k) => (k === KIND.clothes ? 1 : 0))
  const away = squaredDistances(grid, (i) => isClothes[i] === 1)
  const near = (FREE.units * grid.perUnit) ** 2
  const isHair = createField(grid)
  let [hairs, hairLight, clothes, clothesLight] = [0, 0, 0, 0]
  for (let i = 0; i < isHair.length; i++) {
    const light = planes.lightness[i]!
    if (isClothes[i] === 1) {
      clothes++
      clothesLight += light
    } else if (kind[i] === KIND.hair && mask[i]! > 0.9 && foreign[i] === 0 && away[i]! > near) {
      isHair[i] = 1
      hairs++
      hairLight += light
    }
  }
  if (clothes > PIXELS_MIN && hairs > PIXELS_MIN && hairLight / hairs - clothesLight / clothes > DARKER[0]) {
    const [ofHair] = inpaint([planes.lightness], isHair, grid) as [Field]
    const [ofClothes] = inpaint([planes.lightness], isClothes, grid) as [Field]
    for (let i = 0; i < isHair.length; i++) {
      if (kind[i] !== KIND.hair || away[i]! > near || mask[i]! < 0.5) continue
      const apart = ofHair[i]! - ofClothes[i]!
      const share = (ofHair[i]! - planes.lightness[i]!) / Math.max(apart, DARKER[0])
      const low = smoothstep(...FREE.y, unitY(grid, Math.floor(i / grid.w)))
      foreign[i] = Math.max(foreign[i]!, low * smoothstep(...DARKER, apart) * smoothstep(...SHARE, share))
    }
    for (const field of [ofHair, ofClothes]) releaseBuffer(field)
  }
  for (const field of [isClothes, away, isHair]) releaseBuffer(field)
}
