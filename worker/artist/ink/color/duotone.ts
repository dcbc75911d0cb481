import { smoothstep } from '#worker/graphics/numbers.ts'
import type { Lab } from './oklab.ts'

/** Warm midtone color, as in toned old photographs. */
const MIDDLE = { a: 0.021, b: 0.046 } as const

/**
 * Tones a gray: black ink and white paper stay neutral, midtones become warm.
 *
 * @param lightness of OKLab, 0 to 1
 * @returns its color, a and b of OKLab
 */
export function tonedGrey(lightness: number): readonly [a: number, b: number] {
  const share = smoothstep(0.08, 0.5, lightness) * (1 - 0.62 * smoothstep(0.6, 1, lightness))
  return [MIDDLE.a * share, MIDDLE.b * share]
}

/** Tones a color by its lightness and discards its hue. */
export const tonedLab = ([lightness]: Lab): Lab => [lightness, ...tonedGrey(lightness)]
