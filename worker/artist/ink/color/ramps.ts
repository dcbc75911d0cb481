import { getChroma, type Lab } from './oklab.ts'

/** Less chroma than this has no photo in color: a grey skin is drawn grey on purpose. */
const GREY_CHROMA = 0.006

/**
 * Hues of skin in daylight, in radians of OKLab: cold light makes it mauve and red light brick, and no skin is either.
 */
export const HUE = { min: 0.73, max: 1.1 } as const
export const CHROMA_MAX = 0.105

/** Pale skin has little color, and every other some: what less is left of it is the light's doing. */
export const leastChroma = (lightness: number): number => (lightness > 0.85 ? 0.041 : 0.055)

/** True for the skin of a photo without color. */
export const isGreySkin = (skin: Lab): boolean => getChroma(skin) < GREY_CHROMA
