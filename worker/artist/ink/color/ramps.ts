import { smoothstep } from '#worker/graphics/numbers.ts'

/**
 * Hues of skin in daylight, in OKLab radians. Cold light makes skin mauve and red light brick, but no skin has these
 * hues.
 */
export const HUE = { min: 0.73, max: 1.1 } as const
export const CHROMA_MAX = 0.105

/** Minimum chroma of skin and of pale skin, and the lightness between the two. */
const CHROMA_MIN = { usual: 0.06, pale: 0.042, lightness: [0.7, 0.82] } as const

/**
 * Returns the minimum chroma of skin. Pale skin has little color. Any other skin has more, and less is the light's
 * effect.
 */
export const leastChroma = (lightness: number): number =>
  CHROMA_MIN.usual + (CHROMA_MIN.pale - CHROMA_MIN.usual) * smoothstep(...CHROMA_MIN.lightness, lightness)
