import { getChroma, getHue, type Lab } from './oklab.ts'

/** Range of nearly everybody's skin in white light: hue in radians of OKLab, and chroma. */
const HUE_MIN = 0.25
const HUE_MAX = 1.2
const CHROMA_MIN = 0.024
const CHROMA_MAX = 0.14
/** Chroma that is worth a radian of hue. */
const CHROMA_WEIGHT = 12

/** Distance of a color from every skin in white light; 0 when it may be one. */
export function unlikeSkin(color: Lab): number {
  const [hue, chroma] = [getHue(color), getChroma(color)]
  return (
    Math.max(0, HUE_MIN - hue, hue - HUE_MAX) + CHROMA_WEIGHT * Math.max(0, CHROMA_MIN - chroma, chroma - CHROMA_MAX)
  )
}
