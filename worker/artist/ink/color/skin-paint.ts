import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import { getChroma, getHue, type Lab } from './oklab.ts'
import { CHROMA_MAX, HUE, isGreySkin, leastChroma } from './ramps.ts'

/**
 * Open shade takes light and warmth out of a fair skin: it is left as dark as a brown one in the sun, which keeps more
 * color. Darker than this the two cannot be told apart. Lightness and chroma of OKLab, measured on 81 faces.
 */
const SHADE = { lightness: [0.6, 0.68, 0.76, 0.84], chroma: [0.048, 0.058] } as const
/** The lift of such a skin: 2 to 3 L*. Twice as much bleaches those who are tan. */
const SHADE_LIFT = 0.032
/** Skin lighter than this is overexposed: the paint keeps a share of what is above, or the face would be blank paper. */
const OVEREXPOSED = { from: 0.89, retained: 0.7 } as const
/** Skin of little color looks drained beside a team's: it gets more, the least of others a little. */
const COLOR = { drained: 1.11, full: 1.04, chroma: [0.05, 0.085] } as const
/** The share of a hue below daylight's that is the skin's own, and the pinkest hue: pink skin stays pink. */
const PINK = { share: 0.5, least: 0.52 } as const

const hueFor = (hue: number): number =>
  hue < HUE.min ? Math.max(PINK.least, HUE.min + PINK.share * (hue - HUE.min)) : Math.min(hue, HUE.max)

const darkened = (lightness: number): number =>
  lightness - (1 - OVEREXPOSED.retained) * Math.max(0, lightness - OVEREXPOSED.from)

/** Confidence that a skin is a fair one in open shade, 0 to 1. */
function inOpenShade(skin: Lab): number {
  const [from, surely, still, to] = SHADE.lightness
  const isBetween = smoothstep(from, surely, skin[0]) * (1 - smoothstep(still, to, skin[0]))
  return isBetween * (1 - smoothstep(...SHADE.chroma, getChroma(skin)))
}

/**
 * Returns the color in which a measured skin is drawn. Its lightness stays, but for what open shade took; the limits of
 * hue and chroma only hold off colors that no skin has: a face in green light must not come out green. Grey stays grey.
 */
export function toSkinPaint(skin: Lab): Lab {
  if (isGreySkin(skin)) return [darkened(skin[0]), 0, 0]
  const lightness = darkened(skin[0] * (1 + SHADE_LIFT * inOpenShade(skin)))
  const hue = hueFor(getHue(skin))
  const own = getChroma(skin)
  const more = COLOR.drained + (COLOR.full - COLOR.drained) * smoothstep(...COLOR.chroma, own)
  const chroma = clamp(own * more, leastChroma(lightness), CHROMA_MAX)
  return [lightness, chroma * Math.cos(hue), chroma * Math.sin(hue)]
}
