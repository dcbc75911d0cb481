import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import { getChroma, getHue, type Lab } from './oklab.ts'
import { CHROMA_MAX, HUE, leastChroma } from './ramps.ts'

/**
 * Open shade makes fair skin darker and cooler. It gets as dark as brown skin in the sun, but brown skin keeps more
 * color. Below this lightness the two cannot be told apart. Lightness and chroma of OKLab, measured on 81 faces.
 */
const SHADE = { lightness: [0.6, 0.68, 0.76, 0.84], chroma: [0.048, 0.058], mauve: [0.52, 0.58] } as const
/** Lightness gain of fair skin in shade: 1 to 2 L*. More bleaches tanned skin. Mauve skin gets the most. */
const SHADE_LIFT = { usual: 0.016, mauve: 0.025 } as const
/**
 * Skin lighter than `from` is overexposed. The paint keeps a share of the excess, or the face would be blank paper.
 * Black-and-white photos are often printed light.
 */
const OVEREXPOSED = { from: 0.89, retained: 0.7 } as const
const PRINTED = { from: 0.8, retained: 0.35 } as const
/** Chroma gain. Pale skin looks drained next to team colors and gets more, other skin gets a little. */
const COLOR = { drained: 1.165, full: 1.06, chroma: [0.03, 0.07] } as const
/** Addition to the minimum chroma of skin in cold light, which makes it gray. */
const IN_COLD = 0.008
/**
 * Hues below the daylight range: the share that is the skin's own, and the pinkest hue of dull and of flushed skin.
 * Flushed skin stays pink. Dull pink skin lies in cold light.
 */
const PINK = { share: 0.5, dull: 0.66, flushed: 0.52, chroma: [0.05, 0.07] } as const
/** Skin beyond the hue `from` keeps this share of the excess. Most of it lies in yellow or green light. */
const OLIVE = { from: 0.93, share: 0.5 } as const
/**
 * The share of the skin's correction that the rest gets, in cold light and under colored lamps: hues of skin from
 * certainly cold light to daylight, and corrections so large that only lamps explain them.
 */
const CAST = { share: 0.72, cold: [0.35, 0.66], strong: [0.04, 0.08] } as const

/**
 * Purple light makes skin and hair purple alike: the ranges of their hues and of the hair's chroma, which is lower in
 * gray hair and higher in dyed hair. Skin gets at least this `hue`.
 */
const PURPLE = { skin: [0.1, 0.4], hair: [0.35, 0.7], gray: [0.015, 0.03], dyed: [0.05, 0.08], hue: 0.82 } as const

/** Returns the confidence that purple light falls on a head, 0 to 1. */
export const measurePurple = (skin: Lab, hair: Lab): number =>
  (1 - smoothstep(...PURPLE.skin, getHue(skin))) *
  (1 - smoothstep(...PURPLE.hair, getHue(hair))) *
  smoothstep(...PURPLE.gray, getChroma(hair)) *
  (1 - smoothstep(...PURPLE.dyed, getChroma(hair)))

const getFlush = (skin: Lab): number => smoothstep(...PINK.chroma, getChroma(skin))

function hueFor(skin: Lab): number {
  const hue = getHue(skin)
  if (hue >= HUE.min) return Math.min(hue, OLIVE.from + OLIVE.share * Math.max(0, hue - OLIVE.from), HUE.max)
  const least = PINK.dull + (PINK.flushed - PINK.dull) * getFlush(skin)
  return Math.max(least, HUE.min + PINK.share * (hue - HUE.min))
}

const limitLightness = (lightness: number, { from, retained }: { from: number; retained: number }): number =>
  lightness - (1 - retained) * Math.max(0, lightness - from)

/**
 * Returns the light's cast that the skin reveals: the correction of a and b for a color of lightness 1. Hair, teeth and
 * eyes lie in the same light as the skin. Uncorrected, they look gray or lilac beside it.
 *
 * @param purple see `measurePurple`
 */
export function castCorrection(skin: Lab, paint: Lab, purple: number): readonly [a: number, b: number] {
  const [a, b] = [paint[1] - skin[1], paint[2] - skin[2]]
  const strong = smoothstep(...CAST.strong, Math.hypot(a, b))
  const share = (CAST.share * Math.max(strong, purple, measureCold(skin))) / Math.max(0.3, skin[0])
  // A shift toward green would turn hair olive, unless it is purple.
  return [share * (a > 0 ? a : Math.max(strong, purple) * a), share * b]
}

/** Minimum a of blond hair relative to b. */
const BLOND = 0.25

/**
 * Returns how far a correction makes hair greener than blond hair. Pink light on skin would turn blond hair olive.
 *
 * @param hair its a before and b after the correction. @param move the correction of a
 */
export function measureOlive([a, b]: readonly [a: number, b: number], move: number): number {
  return move < 0 ? Math.max(0, Math.min(a, BLOND * b) - (a + move)) : 0
}

/**
 * Range of a in blue and green irises, lower than in whites of eyes. Pupils and hair over an eye are `dark`. Under a cast,
 * a range of the skin's correction, all of an eye may be green.
 */
const IRIS = { dark: [0.22, 0.36], a: [-0.006, 0.008], cast: [0.06, 0.1] } as const

/** Returns the confidence that a pixel of an eye belongs to a blue or green iris, 0 to 1. @param a in the photo */
export const measureIris = (lightness: number, a: number, skin: Lab, paint: Lab): number =>
  smoothstep(...IRIS.dark, lightness) *
  (1 - smoothstep(...IRIS.a, a)) *
  (1 - smoothstep(...IRIS.cast, Math.hypot(paint[1] - skin[1], paint[2] - skin[2])))

/** Returns the confidence that cold light makes skin mauve, 0 to 1. */
const measureCold = (skin: Lab): number => (1 - smoothstep(...CAST.cold, getHue(skin))) * (1 - getFlush(skin))

/** Returns the lightness gain for fair skin in open shade, 1 for other skin. Only fair skin turns mauve in it. */
function liftShade(skin: Lab): number {
  const [from, surely, still, to] = SHADE.lightness
  const isDark = 1 - smoothstep(still, to, skin[0])
  const usual = smoothstep(from, surely, skin[0]) * isDark * (1 - smoothstep(...SHADE.chroma, getChroma(skin)))
  const mauve = smoothstep(...SHADE.mauve, skin[0]) * isDark * measureCold(skin)
  return 1 + Math.max(SHADE_LIFT.usual * usual, SHADE_LIFT.mauve * mauve)
}

/**
 * Returns the paint color for a measured skin. Lightness stays the same, except for the correction of open shade. The
 * limits of hue and chroma only reject colors that no skin has, such as green under green light.
 */
export function toSkinPaint(skin: Lab, { isColorless, purple }: { isColorless: boolean; purple: number }): Lab {
  const lightness = limitLightness(skin[0] * liftShade(skin), isColorless ? PRINTED : OVEREXPOSED)
  const usual = hueFor(skin)
  const hue = usual + purple * Math.max(0, PURPLE.hue - usual)
  const own = getChroma(skin)
  const more = COLOR.drained + (COLOR.full - COLOR.drained) * smoothstep(...COLOR.chroma, own)
  const chroma = clamp(own * more, leastChroma(lightness) + IN_COLD * measureCold(skin), CHROMA_MAX)
  return [lightness, chroma * Math.cos(hue), chroma * Math.sin(hue)]
}
