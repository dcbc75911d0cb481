import { clamp, median, percentile, percentiles, smoothstep } from '#worker/graphics/numbers.ts'
import { getChroma, getHue, type Lab } from '../color/oklab.ts'
import { leastChroma } from '../color/ramps.ts'
import { eachPixel, type Field, type Grid, unitX } from '../field/grid.ts'
import { contains } from '../field/polygon.ts'
import type { Planes } from './crop.ts'
import type { FaceMap } from './face-map.ts'
import type { Tones } from './tones.ts'

/** Skin colors of a body: lit by the drawing's light, turned away from it, and in a cast shadow. */
export type SkinTones = { readonly lit: Lab; readonly shade: Lab; readonly deep: Lab }

/** Evidence of fair or dark skin. */
export type SkinCues = {
  /** Lightness of the hair; null without hair. */
  readonly hair: number | null
  /** Lightness of the eyes' whites, relative to the skin below them. */
  readonly whites: number
}

/** Percentiles of the painted face's lightness whose colors the lit and the deep tone get. */
const SHARES = { lit: 0.85, deep: 0.22 } as const
/** Half width of the percentile window whose colors are sampled for each tone. */
const WINDOW = 0.07
/** Share of the face's usual color in the lit and the deep tone. Highlights are pale, and shadows reddish. */
const USUAL = 0.75
/** Percentiles of lightness between which the middle of the face lies, without highlights and shadows. */
const MIDDLE = { from: 0.2, to: 0.8 } as const
/**
 * Arms have the lightness of cheeks, forehead, nose and chin, which people compare them with: a share of this percentile,
 * because people see the lit part of a face, and arms as light as shining cheeks look like someone else's. Cheeks may lie
 * in shadow, so arms have at least the share `ofBright` of the lit part. They have at most the share `ofFace` of the whole
 * face's median, because lighter arms look pale on tan skin, or of its mean if that is lighter. They have at least the
 * share `ofHalf` of its lighter half. Arms lighter than `lightest` would look like paper. Skin below the nose that is
 * darker than the share `shaven` of the cheeks is a beard and does not count.
 */
const LIT = {
  percentile: 0.55,
  share: 0.97,
  ofBright: 0.91,
  ofFace: 1.003,
  ofHalf: 0.94,
  lightest: 0.885,
  shaven: 0.8,
} as const
/**
 * Dark skin shines, so dark limbs are as light as the face's mean, less shares of it and of the shine: limbs have no
 * dark features. They stay this close to the skin above the beard. They are at most `below` the median of cheeks,
 * forehead, nose and chin, and at most `above` their lit part. Ink and relief take as much chroma off dark faces.
 */
const SHADOWS = {
  features: 0.012,
  shine: 0.1,
  darker: 0.06,
  lighter: 0.1,
  below: 0.16,
  above: 0.03,
  chroma: 0.05,
} as const
/** The lit part of a face is this percentile, or its lighter half, which has at least a share of the pixels. */
const BRIGHT = { percentile: 0.77, half: 0.2 } as const
/**
 * Log odds of dark skin, a logistic regression on 236 faces. A color cannot tell fair skin in shade from brown skin. The
 * whites of the eyes and the hair can, if the lit part of the face agrees. Hair lighter than `hairMost` and heads with no
 * hair say nothing, and neither does a face darker than `shade`. Dark skin also needs whites in the range `bright` and a
 * hue that is not pinker than the range `warm`: of 170 faces, ten fair ones in shade were pinker and one dark one. Skin in
 * the range `pale` and hair in the range `blond` are too light for it.
 */
const DARK = {
  whites: 8.7,
  lightness: -12.3,
  shade: 0.66,
  hair: -7.2,
  hairMost: 0.5,
  noHair: 0.25,
  constant: 1.36,
  dark: [-1.8, 1.4],
  bright: [1, 1.12],
  warm: [0.62, 0.71],
  pale: [0.77, 0.84],
  blond: [0.3, 0.42],
} as const
/**
 * Correction of large flat areas, which look pinker than the same color on a shaded face: the hue of warm skin in
 * radians, and the share of the way to it for pinker skin. Colorful skin, a range of chroma, would look orange and moves
 * less. Fair skin would look mauve and has `added`. Its saturation is at most the multiple `saturation` of the face's:
 * colorful arms look salmon. The minimum chroma of a face fades below a lightness, and is at most a multiple of the
 * face's own.
 */
const FLAT = {
  hue: 0.95,
  share: { dull: 0.3, colorful: 0.18, added: 0.15 },
  saturation: { dull: 1.1, colorful: 1.02 },
  colorful: [0.06, 0.085],
  dark: 0.55,
  most: 1.12,
} as const
/** Lightness of a face's lit part, from brown to fair skin. The evidence of dark skin counts as well. */
const FAIR_LIT = [0.55, 0.68] as const
/**
 * Tones relative to the body's lightness. Arms look neither flat nor metallic. Fair arms have more light and lighter
 * shadows, because large dark areas look brown. Each class's `mean` is that of a whole arm.
 */
const TONES = {
  fair: { lit: 1.045, shade: 0.99, deep: 0.83, mean: 0.985 },
  dark: { lit: 1.035, shade: 0.985, deep: 0.8, mean: 0.965 },
} as const
/**
 * Fair arms have the saturation of the whole face, this percentile of chroma relative to lightness. Its lit part alone is
 * pale: arms with that color looked gray. Limits of the change, as factors.
 */
const SATURATION = { percentile: 0.55, least: 0.92, most: 1.18 } as const
/**
 * Share of the face's color at the body's own lightness; the color of its middle has the rest. Shadows are more colorful
 * than shining cheeks. Pixels within this difference have the same lightness.
 */
const ALIKE = { share: 0.6, lightness: 0.04 } as const
/**
 * Differences between a body and the mean color of its face that people hardly notice: about 3 L\* and 4 C\*. Larger
 * ones keep only the share `beyond` of the excess. Even if the class of the skin is wrong, the body still belongs to the
 * face. Highlights and hollows, the pixels outside `middle`, do not count. Hue is free: large areas need a warmer one.
 */
const ALLOWED = { lightness: 0.03, chroma: 0.01, beyond: 0.25, middle: [0.1, 0.93] } as const

/**
 * Returns the tones of a body, sampled from the painted face: its usual lightness, and the colors of its light and
 * shadow.
 *
 * @param bare the pixels that are bare on nearly every face @param skin the pixels of the face's skin
 */
export function toBodySkin(
  tones: Tones,
  { lightness }: Planes,
  bare: readonly number[],
  { face, whole, chin }: FaceSkin,
  cues: SkinCues,
): SkinTones {
  const drawn = (i: number) => tones.slope[i]! * lightness[i]! + tones.offset[i]!
  const cheeks = bare.map(drawn)
  const middle = measureMiddle(tones, bare, cheeks)
  const pixels = face.length > 0 ? face : bare
  const skin: Skin = { pixels, drawn: pixels.map(drawn) }
  const all = whole.length > 0 ? whole.map(drawn) : skin.drawn
  const mean = average(all)
  const leastShaven = LIT.shaven * median(cheeks)
  const shavenFace = dropBeard(skin, whole, drawn, leastShaven)
  const base = medianOf(tones, shavenFace, median(shavenFace.map(drawn)))
  const usualFace = measureMean(tones, shavenFace, drawn)
  const upper = median(skin.drawn)
  const pale = smoothstep(...DARK.pale, upper)
  const blond = smoothstep(...DARK.blond, cues.hair ?? 0)
  const warm = smoothstep(...DARK.warm, getHue(middle))
  const bright = warm * (1 - pale) * (1 - blond) * smoothstep(...DARK.bright, cues.whites)
  const lighterHalf = measureLighterHalf(tones.grid, skin)
  const lit = Math.max(lighterHalf, percentile(all, BRIGHT.percentile))
  const dark = bright * smoothstep(...DARK.dark, measureDarkness(cues, lit))
  const fair = (1 - dark) * smoothstep(...FAIR_LIT, lit)
  const shaven = chin.map(drawn).filter((lightness) => lightness > leastShaven)
  const [usualLightness, seen] = percentiles([...cheeks, ...shaven], [0.5, LIT.percentile] as const)
  const inLight = Math.min(Math.max(LIT.share * seen, LIT.ofBright * lit), LIT.ofFace * Math.max(base[0], mean))
  const light = Math.min(Math.max(inLight, LIT.ofHalf * lighterHalf), LIT.lightest)
  const plain = (1 - SHADOWS.features) * mean - SHADOWS.shine * Math.max(0, usualLightness - mean)
  const likeFace = clamp(plain, upper - SHADOWS.darker, upper + SHADOWS.lighter)
  const brown = clamp(likeFace, usualLightness - SHADOWS.below, seen + SHADOWS.above)
  const meanTone = TONES.dark.mean + fair * (TONES.fair.mean - TONES.dark.mean)
  const own = approach(light + dark * (brown - light), usualFace[0] / meanTone, ALLOWED.lightness)
  const alike = pixels.filter((_, k) => Math.abs(skin.drawn[k]! - own) < ALIKE.lightness)
  const usual = alike.length > 0 ? mixLab(middle, medianOf(tones, alike, own), ALIKE.share) : middle
  const dullest = leastChroma(own) * Math.min(1, own / FLAT.dark)
  const saturated = clamp(measureSaturation(tones, skin) / (getChroma(usual) / own), SATURATION.least, SATURATION.most)
  const vivid = 1 - SHADOWS.chroma * dark + fair * (saturated - 1)
  const { dull: ofDull, colorful: ofColorful } = FLAT.saturation
  const mostSaturated = ofDull + (ofColorful - ofDull) * smoothstep(...FLAT.colorful, getChroma(base))
  const mostChroma = (mostSaturated * getChroma(base) * own) / base[0]
  const toTone = (tone: keyof SkinTones, color: Lab): Lab => {
    const seenChroma = Math.min(vivid * getChroma(color), mostChroma)
    const colorful = Math.max(seenChroma, Math.min(dullest, FLAT.most * seenChroma))
    const chroma = approach(colorful, (getChroma(usualFace) * own) / usualFace[0], ALLOWED.chroma)
    const { share: ofHue } = FLAT
    const share = ofHue.dull + (ofHue.colorful - ofHue.dull) * smoothstep(...FLAT.colorful, chroma) + ofHue.added * fair
    const warmest = Math.max(getHue(color), getHue(base))
    const hue = warmest + share * Math.max(0, FLAT.hue - warmest)
    const gain = TONES.dark[tone] + fair * (TONES.fair[tone] - TONES.dark[tone])
    return [gain * own, chroma * Math.cos(hue), chroma * Math.sin(hue)]
  }
  const sample = (tone: 'lit' | 'deep'): Lab => toTone(tone, mixLab(colorAt(tones, skin, SHARES[tone]), usual, USUAL))
  return { lit: sample('lit'), shade: toTone('shade', usual), deep: sample('deep') }
}

/** Returns the pixels of a face's skin without its beard. */
function dropBeard(
  skin: Skin,
  whole: readonly number[],
  drawn: (i: number) => number,
  least: number,
): readonly number[] {
  const above = new Set(skin.pixels)
  const pixels = whole.filter((i) => above.has(i) || drawn(i) > least)
  return pixels.length > 0 ? pixels : skin.pixels
}

/** Returns the mean color of skin without its highlights and hollows. */
function measureMean({ a, b }: Tones, pixels: readonly number[], drawn: (i: number) => number): Lab {
  const [from, to] = percentiles(pixels.map(drawn), ALLOWED.middle)
  const near = pixels.filter((i) => drawn(i) >= from && drawn(i) <= to)
  return [average(near.map(drawn)), average(near.map((i) => a[i]!)), average(near.map((i) => b[i]!))]
}

/** Moves a value toward another one if they differ by more than `allowed`. */
function approach(value: number, to: number, allowed: number): number {
  const difference = value - to
  const within = clamp(difference, -allowed, allowed)
  return to + within + ALLOWED.beyond * (difference - within)
}

/** Returns the chroma of a face relative to its lightness, higher than in its pale light. */
const measureSaturation = ({ a, b }: Tones, { pixels, drawn }: Skin): number =>
  percentile(
    pixels.map((i, k) => Math.hypot(a[i]!, b[i]!) / drawn[k]!),
    SATURATION.percentile,
  )

/** Returns the median of a face's lighter half. Halves that show too little skin do not count. */
function measureLighterHalf(grid: Grid, { pixels, drawn }: Skin): number {
  const left = drawn.filter((_, k) => unitX(grid, pixels[k]! % grid.w) < 0)
  const right = drawn.filter((_, k) => unitX(grid, pixels[k]! % grid.w) >= 0)
  return Math.max(...[left, right].filter(({ length }) => length > BRIGHT.half * drawn.length).map(median))
}

/** Returns the log odds that skin is dark. @param lightness the face's lit part */
const measureDarkness = ({ hair, whites }: SkinCues, lightness: number): number =>
  DARK.whites * whites +
  DARK.lightness * Math.max(lightness, DARK.shade) +
  DARK.hair * (hair === null ? DARK.noHair : Math.min(hair, DARK.hairMost)) +
  DARK.constant

/** Returns the median color of skin without its highlights and shadows. */
function measureMiddle({ a, b }: Tones, pixels: readonly number[], drawn: readonly number[]): Lab {
  const [from, to] = percentiles(drawn, [MIDDLE.from, MIDDLE.to] as const)
  const near = pixels.filter((_, k) => drawn[k]! >= from && drawn[k]! <= to)
  return medianOf({ a, b }, near, median(drawn))
}

/** Returns the median color of pixels at a given lightness. */
const medianOf = ({ a, b }: Pick<Tones, 'a' | 'b'>, pixels: readonly number[], lightness: number): Lab => [
  lightness,
  median(pixels.map((i) => a[i]!)),
  median(pixels.map((i) => b[i]!)),
]

const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const mixLab = ([l, a, b]: Lab, to: Lab, share: number): Lab => [
  l + share * (to[0] - l),
  a + share * (to[1] - a),
  b + share * (to[2] - b),
]

/** Pixels of skin and their painted lightness. */
type Skin = { readonly pixels: readonly number[]; readonly drawn: readonly number[] }

/** Returns the median color of the pixels around a percentile of lightness. */
function colorAt({ a, b }: Tones, { pixels, drawn }: Skin, share: number): Lab {
  const [low, middle, high] = percentiles(drawn, [share - WINDOW, share, share + WINDOW] as const)
  const near = pixels.filter((_, k) => drawn[k]! >= low && drawn[k]! <= high)
  return medianOf({ a, b }, near, middle)
}

/** Returns the blend weight of the deep tone's color at a lightness, 0 to 1. */
export const deepShare = ({ lit, deep }: SkinTones, lightness: number): number =>
  clamp((lit[0] - lightness) / Math.max(0.01, lit[0] - deep[0]), 0, 1)

/** Body skin is sampled at least this far inside the ring of the face, in units. */
const FACE_FROM = 6
/** Band of the chin along the ring of the face, and its half width, in units. Fewer pixels than `least` do not count. */
const CHIN = { from: 3, to: 9, half: 14, least: 80 } as const

/** Pixels of a face's bare skin that give the body its tones. */
export type FaceSkin = {
  readonly whole: readonly number[]
  /** The part above the beard. */
  readonly face: readonly number[]
  /** The part next to the neck; empty if too little of it is visible. */
  readonly chin: readonly number[]
}

/** Returns the pixels of a face's bare skin. @param oval the distance inside the ring of the face, in units */
export function gatherSkin(map: FaceMap, grid: Grid, oval: Field, isBare: (i: number) => boolean): FaceSkin {
  const [whole, face, chin]: [number[], number[], number[]] = [[], [], []]
  const mouthY = map.lipsOut[15]!.y
  const noseY = map.noseBase[3]!.y
  const chinX = map.points[152]!.x
  eachPixel(grid, (i, x, y) => {
    const depth = oval[i]!
    if (depth <= CHIN.from || !isBare(i)) return
    // A beard darkens the skin below the nose.
    const isAbove = y < noseY
    if (depth > FACE_FROM && !(isAbove && map.brows.some((ring) => contains(ring, x, y)))) {
      whole.push(i)
      if (isAbove) face.push(i)
    }
    if (depth < CHIN.to && y > mouthY && Math.abs(x - chinX) < CHIN.half) chin.push(i)
  })
  return { whole, face, chin: chin.length > CHIN.least ? chin : [] }
}

/** Position of the lit neck's lightness between shaded (0) and lit (1) skin. */
const NECK = 0.3
/**
 * Weight of the chin in the neck's lightness. The chin may be shaded or shine, so it is clamped to this range of shares
 * of the neck's lightness. A chin darker than `bearded` has a beard, which only shades the neck.
 */
const OF_CHIN = { share: 0.7, least: 0.78, most: 1.1, bearded: [0.74, 0.84], belowBeard: 0.94 } as const

/** Returns the lightness of a lit neck, adjusted to the chin's lightness if the chin is visible. */
export function lightNeck({ lit, shade }: SkinTones, chin: number | null): number {
  const own = shade[0] + NECK * (lit[0] - shade[0])
  if (chin === null) return own
  const { share, least, most, bearded, belowBeard } = OF_CHIN
  const ofChin = 1 + share * (clamp(chin / own, least, most) - 1)
  return own * (belowBeard + smoothstep(...bearded, chin / own) * (ofChin - belowBeard))
}
