import { clamp } from '../field/numbers.ts'
import { chromaOf, type Lab } from './oklab.ts'

const FAIR = 0.93
const DARKEST = 0.26
/** Less chroma than this has no photo in color: a grey skin is drawn grey on purpose. */
const GREY_CHROMA = 0.006

/** Where skin lies in daylight, in radians of OKLab: cold light makes it mauve and red light brick, and no skin is either. */
export const HUE = { min: 0.7, max: 1.15 } as const
export const CHROMA_MAX = 0.105

/** Pale skin has little color, and every other some: what less is left of it is the light's doing. */
export const leastChroma = (lightness: number): number => (lightness > 0.85 ? 0.035 : 0.055)

/** Whether a skin is that of a photo without color. */
export const isGreySkin = (skin: Lab): boolean => chromaOf(skin) < GREY_CHROMA

/** Flat colors of a drawn skin: in light, in the shade of the head, and in its deepest shade. */
export type NeckRamp = { readonly lit: Lab; readonly shade: Lab; readonly deep: Lab }

/** A neck is drawn in the color of its face, a little darker: the chin stands before it. */
export function neckRamp(paint: Lab): NeckRamp {
  const lightness = clamp(paint[0], DARKEST, FAIR)
  const step = (share: number): Lab => [lightness * share, paint[1] * 1.04, paint[2] * 1.04]
  return { lit: step(0.98), shade: step(0.88), deep: step(0.81) }
}
