import { smoothstep } from '#worker/graphics/numbers.ts'
import type { Lab } from './oklab.ts'

/**
 * Warm midtone color, close to the hue and chroma of real skin. A weaker tone makes a face look dead beside a jersey.
 * Limbs are lighter than most of a face, so light tones must keep their color, or the two look like two skins.
 */
const MIDDLE = { a: 0.036, b: 0.05 } as const
/** Lightness above which the color fades, and the share that white loses. */
const LIGHT = { from: 0.72, share: 0.72 } as const

/**
 * Tones a gray: black ink and white paper stay neutral, midtones become warm.
 *
 * @param lightness of OKLab, 0 to 1
 * @returns its color, a and b of OKLab
 */
export function tonedGrey(lightness: number): readonly [a: number, b: number] {
  const share = smoothstep(0.08, 0.5, lightness) * (1 - LIGHT.share * smoothstep(LIGHT.from, 1, lightness))
  return [MIDDLE.a * share, MIDDLE.b * share]
}

/** Tones a color by its lightness and discards its hue. */
export const tonedLab = ([lightness]: Lab): Lab => [lightness, ...tonedGrey(lightness)]

/** Lightness whose color lighter limbs get, and the maximum lightness of a limb. */
const LIMB = { color: 0.83, most: 0.88 } as const

/** Tones the skin of a limb. It has the color of a face's midtones, because it has no dark ones of its own. */
export const tonedLimb = ([lightness]: Lab): Lab => [
  Math.min(lightness, LIMB.most),
  ...tonedGrey(Math.min(lightness, LIMB.color)),
]
