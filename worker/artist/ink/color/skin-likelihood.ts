import { getChroma, getHue, type Lab } from './oklab.ts'

/** Hue range in OKLab radians, and chroma range, of nearly everybody's skin in white light. */
const HUE_MIN = 0.25
const HUE_MAX = 1.2
const CHROMA_MIN = 0.024
const CHROMA_MAX = 0.14
/** Weight of a chroma error relative to a hue error in radians. */
const CHROMA_WEIGHT = 12

/** Returns a color's distance from all skin in white light, 0 if it can be skin. */
export function unlikeSkin(color: Lab): number {
  const [hue, chroma] = [getHue(color), getChroma(color)]
  return (
    Math.max(0, HUE_MIN - hue, hue - HUE_MAX) + CHROMA_WEIGHT * Math.max(0, CHROMA_MIN - chroma, chroma - CHROMA_MAX)
  )
}
