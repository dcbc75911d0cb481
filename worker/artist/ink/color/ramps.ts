import { chromaOf, type Lab } from './oklab.ts'

/** Less chroma than this has no photo in color: a grey skin is drawn grey on purpose. */
const GREY_CHROMA = 0.006

/** Where skin lies in daylight, in radians of OKLab: cold light makes it mauve and red light brick, and no skin is either. */
export const HUE = { min: 0.73, max: 1.1 } as const
export const CHROMA_MAX = 0.105

/** Pale skin has little color, and every other some: what less is left of it is the light's doing. */
export const leastChroma = (lightness: number): number => (lightness > 0.85 ? 0.035 : 0.055)

/** Whether a skin is that of a photo without color. */
export const isGreySkin = (skin: Lab): boolean => chromaOf(skin) < GREY_CHROMA
