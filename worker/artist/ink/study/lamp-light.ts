import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { smoothstep } from '#worker/graphics/numbers.ts'
import { getChroma, type Lab } from '../color/oklab.ts'
import { createField, type Field, type Grid } from '../field/grid.ts'
import { eachPiece } from '../field/regions.ts'

/**
 * The light of a colored lamp is this far from the hue of skin, in OKLab. At least a share of its area is `skin`, unlike
 * dyed hair. Smaller areas than `least` square units do not count.
 */
const LAMP = { off: [0.04, 0.075], skin: 0.3, least: 12 } as const
/** Share of a part above which a pixel belongs to it. */
const IS_PART = 0.5

/** The photo's colors and the parts of the head. */
type LampParts = {
  readonly mask: Field
  readonly a: Field
  readonly b: Field
  readonly skin: Field
  readonly worn: Field
  readonly features: Field
}

/**
 * Returns the share of colored light on skin and on the hair beside it, such as the light of a purple lamp; null without
 * any. Eyes and lips are left out, because they may be painted.
 *
 * @param paint the skin's paint color
 * @param move the skin's correction of a and b
 */
export function findLampLight(
  { mask, a, b, skin, worn, features }: LampParts,
  paint: Lab,
  move: readonly [a: number, b: number],
  grid: Grid,
): Field | null {
  const chroma = getChroma(paint)
  const light = createField(grid)
  for (let i = 0; i < light.length; i++) {
    const off = Math.abs((a[i]! + move[0]) * paint[2] - (b[i]! + move[1]) * paint[1]) / chroma
    if (off <= LAMP.off[0] || worn[i]! > IS_PART || mask[i]! < IS_PART) continue
    light[i] = smoothstep(...LAMP.off, off) * Math.max(0, 1 - 2 * features[i]!)
  }
  let isLit = false
  eachPiece(
    grid,
    (i) => light[i]! > 0,
    true,
    (pixels) => {
      const onSkin = pixels.filter((i) => skin[i]! > IS_PART).length
      if (pixels.length > LAMP.least * grid.perUnit ** 2 && onSkin > LAMP.skin * pixels.length) isLit = true
      else for (const i of pixels) light[i] = 0
    },
  )
  if (isLit) return light
  releaseBuffer(light)
  return null
}
