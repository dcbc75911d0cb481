import { getChroma, type Lab } from './oklab.ts'

/** Skin with less chroma means a black-and-white photo. The drawing stays gray on purpose. */
const GREY_CHROMA = 0.006

/**
 * Hues of skin in daylight, in OKLab radians. Cold light makes skin mauve and red light brick, but no skin has these
 * hues.
 */
export const HUE = { min: 0.73, max: 1.1 } as const
export const CHROMA_MAX = 0.105

/**
 * Returns the minimum chroma of skin. Pale skin has little color. Any other skin has more, and less is the light's
 * effect.
 */
export const leastChroma = (lightness: number): number => (lightness > 0.85 ? 0.041 : 0.06)

/** Returns true for skin in a black-and-white photo. */
export const isGreySkin = (skin: Lab): boolean => getChroma(skin) < GREY_CHROMA
