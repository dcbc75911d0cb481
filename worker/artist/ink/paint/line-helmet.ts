import { type Hex, toRgb } from '#shared/design/color.ts'
import { smoothstep } from '#worker/graphics/numbers.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { type Lab, LINEAR, writeLab } from '../color/oklab.ts'
import { createGrid, readAt, unitX, unitY } from '../field/grid.ts'
import type { FaceMap } from '../study/face-map.ts'
import type { Sides } from '../study/head-shape.ts'
import type { Portrait } from '../study/portrait.ts'

/** Distances from the face across which the lining fades in, in units. */
const BESIDE = [-2.5, 0] as const
/** Values of the soft masks of skin, and of glasses and jewelry, which stay. */
const SKIN = [0.75, 0.95] as const
const WORN = [0.1, 0.4] as const
/** Differences from the color of the hair beyond which a pixel is no hair. The lightness of strands varies. */
const HAIR = { color: [0.06, 0.1], lighter: [0.2, 0.32] } as const
/** Differences from the color of the skin beyond which a pixel is no skin. */
const TONE = { color: [0.03, 0.05], lightness: [0.2, 0.3] } as const
/** Pixels this dark and dull look like the lining. */
const DARK = { lightness: 0.3, chroma: [0.04, 0.08] } as const

/** Fields and colors that tell a head from its surroundings. */
type Beside = Pick<Portrait, 'skin' | 'worn' | 'grid' | 'drawnHair' | 'bodySkin'> & {
  /** True if worn items are glasses and earrings, not a hat or a scarf. */
  readonly keepsWorn: boolean
  /** Returns the left and right edge of the face at a height, in units. */
  readonly sidesAt: (y: number) => Sides
}

/**
 * Paints everything beside a face that is neither skin nor hair in the color of a helmet's lining, in place. Slivers of
 * the wall or of a collar between a face and a helmet look like holes.
 *
 * @param unitPx pixels per unit of the picture, which shows the head's window
 */
export function lineHelmet(
  { data }: Picture,
  { skin, worn, grid, drawnHair, bodySkin, keepsWorn, sidesAt }: Beside,
  { oval }: Pick<FaceMap, 'oval'>,
  lining: Hex,
  unitPx: number,
): void {
  const window = createGrid(unitPx)
  const color = toRgb(lining)
  const lab = { lightness: new Float32Array(1), a: new Float32Array(1), b: new Float32Array(1) }
  const ys = oval.map(({ y }) => y)
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  for (let row = 0; row < window.h; row++) {
    const y = unitY(window, row)
    if (y < top || y > bottom) continue
    const { left, right } = sidesAt(y)
    for (let column = 0; column < window.w; column++) {
      const x = unitX(window, column)
      const outside = Math.max(left - x, x - right)
      const i = 4 * (row * window.w + column)
      if (outside < BESIDE[0] || data[i + 3] === 0) continue
      writeLab(lab, 0, LINEAR[data[i]!]!, LINEAR[data[i + 1]!]!, LINEAR[data[i + 2]!]!)
      const strange = getStrangeness(lab.lightness[0]!, lab.a[0]!, lab.b[0]!, drawnHair, bodySkin.lit)
      if (strange === 0) continue
      const kept = Math.max(
        smoothstep(...SKIN, readAt(skin, grid, x, y)),
        keepsWorn ? smoothstep(...WORN, readAt(worn, grid, x, y)) : 0,
      )
      const share = smoothstep(...BESIDE, outside) * (1 - kept) * strange
      for (let c = 0; c < 3; c++) data[i + c]! += share * (color[c]! - data[i + c]!)
    }
  }
}

/** Returns 1 for a color that is neither the hair's nor the skin's, nor nearly black beside hair. */
function getStrangeness(lightness: number, a: number, b: number, hair: Lab | null, tone: Lab): number {
  if (lightness < DARK.lightness && !hair) return 1
  if (lightness < DARK.lightness) return smoothstep(...DARK.chroma, Math.hypot(a, b))
  const offTone = Math.max(
    smoothstep(...TONE.color, Math.hypot(a - tone[1], b - tone[2])),
    smoothstep(...TONE.lightness, Math.abs(lightness - tone[0])),
  )
  if (!hair) return offTone
  const color = smoothstep(...HAIR.color, Math.hypot(a - hair[1], b - hair[2]))
  return Math.min(offTone, Math.max(color, smoothstep(...HAIR.lighter, lightness - hair[0])))
}
