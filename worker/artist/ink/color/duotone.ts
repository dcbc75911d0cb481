import { smoothstep } from '#worker/graphics/numbers.ts'
import type { Lab } from './oklab.ts'

/** The color of a print's middle tones: warm, as old photographs are toned. */
const MIDDLE = { a: 0.021, b: 0.046 } as const

/**
 * A grey tone as it is printed: ink stays black, paper stays white, and what lies between is toned.
 *
 * @param lightness of OKLab, 0 to 1
 * @returns its color, a and b of OKLab
 */
export function tonedGrey(lightness: number): readonly [a: number, b: number] {
  const share = smoothstep(0.08, 0.5, lightness) * (1 - 0.62 * smoothstep(0.6, 1, lightness))
  return [MIDDLE.a * share, MIDDLE.b * share]
}

/** The same for a whole color, whose own hue is given up. */
export const tonedLab = ([lightness]: Lab): Lab => [lightness, ...tonedGrey(lightness)]
