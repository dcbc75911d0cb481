import { clamp, median, percentile, smoothstep } from '#worker/graphics/numbers.ts'
import { getChroma, getHue, type Lab } from '../color/oklab.ts'
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

/**
 * Lightness of a whole arm, compared with the face in finished pictures. Fair arms have the share `fair` of the face's
 * median. Dark skin shines, so dark arms have the share `dark` of its mean: the median of a shining forehead made them
 * pale. If one half of the face is lighter than its median by more than `even`, arms get the share `half` of the rest.
 * Beyond `near` the mean only the share `beyond` counts. Arms lighter than `lightest` would look like paper.
 */
const LIGHT = { fair: 0.985, dark: 0.935, half: 0.4, even: 0.03, near: 0.045, beyond: 0.2, lightest: 0.885 } as const
/**
 * Skin below the nose that is darker than this share of the upper face is a beard. A higher share took the jaw of dark
 * people in soft light for one, which left only the light part of the face.
 */
const BEARD = 0.54
/** The lit part of a face is this percentile, or its lighter half, which has at least a share of the pixels. */
const BRIGHT = { percentile: 0.77, half: 0.2 } as const
/**
 * Log odds of dark skin, a logistic regression on 236 faces. A color cannot tell fair skin in shade from brown skin. The
 * whites of the eyes and the hair can, if the lit part of the face agrees. Hair lighter than `hairMost` and heads with no
 * hair say nothing, and neither does a face darker than `shade`. Hair in the range `blond` is too light for dark skin.
 */
const DARK = {
  whites: 8.7,
  lightness: -12.3,
  shade: 0.66,
  hair: -7.2,
  hairMost: 0.5,
  noHair: 0.25,
  constant: 1.36,
  dark: [-1, 1.8],
  blond: [0.3, 0.42],
} as const
/** Large flat areas look pinker than a shaded face: arms go the share `share` of the way to a warm hue, in radians. */
const WARM = { hue: 0.95, share: 0.38 } as const
/**
 * Tones relative to the body's lightness. Arms look neither flat nor metallic. Fair arms have more light and lighter
 * shadows, because large dark areas look brown. Each class's `mean` is that of a whole arm.
 */
const TONES = {
  fair: { lit: 1.045, shade: 0.99, deep: 0.83, mean: 0.985 },
  dark: { lit: 1.035, shade: 0.985, deep: 0.8, mean: 0.965 },
} as const

/**
 * Returns the tones of a body: the usual color of the painted face in the style's own light.
 *
 * @param bare the pixels that are bare on nearly every face, for faces without other skin
 */
export function toBodySkin(
  tones: Tones,
  { lightness }: Planes,
  bare: readonly number[],
  { face, whole }: FaceSkin,
  cues: SkinCues,
): SkinTones {
  const drawn = (i: number) => tones.slope[i]! * lightness[i]! + tones.offset[i]!
  const pixels = face.length > 0 ? face : bare
  const upper: Skin = { pixels, drawn: pixels.map(drawn) }
  const shaven = dropBeard(upper, whole, drawn)
  const shavenDrawn = shaven.map(drawn)
  const usual = median(shavenDrawn)
  const lighterHalf = measureLighterHalf(tones.grid, upper)
  const lit = Math.max(lighterHalf, percentile(whole.length > 0 ? whole.map(drawn) : upper.drawn, BRIGHT.percentile))
  const dark = measureDarkness(cues, lit)
  const mixClasses = (fair: number, ofDark: number) => fair + dark * (ofDark - fair)
  const mean = average(shavenDrawn)
  const inSideLight = LIGHT.half * Math.max(0, lighterHalf - usual - LIGHT.even)
  const ofArm = approach(mixClasses(LIGHT.fair * usual, LIGHT.dark * mean) + inSideLight, mean)
  const own = Math.min(ofArm / mixClasses(TONES.fair.mean, TONES.dark.mean), LIGHT.lightest)
  // Light skin has less color: arms lighter than the usual skin would turn orange.
  const color = measureColor(tones, shaven, shavenDrawn, Math.min(own, usual))
  const [chroma, ofFace] = [getChroma(color), getHue(color)]
  const hue = ofFace + WARM.share * Math.max(0, WARM.hue - ofFace)
  const toTone = (tone: keyof SkinTones): Lab => {
    const gain = mixClasses(TONES.fair[tone], TONES.dark[tone])
    return [gain * own, chroma * Math.cos(hue), chroma * Math.sin(hue)]
  }
  return { lit: toTone('lit'), shade: toTone('shade'), deep: toTone('deep') }
}

/** Returns the pixels of a face's skin without its beard. */
function dropBeard(upper: Skin, whole: readonly number[], drawn: (i: number) => number): readonly number[] {
  const above = new Set(upper.pixels)
  const least = BEARD * median(upper.drawn)
  const pixels = whole.filter((i) => above.has(i) || drawn(i) > least)
  return pixels.length > 0 ? pixels : upper.pixels
}

/** Moves a lightness toward that of a face if they differ too much. */
function approach(lightness: number, mean: number): number {
  const difference = lightness - mean
  const within = clamp(difference, -LIGHT.near, LIGHT.near)
  return mean + within + LIGHT.beyond * (difference - within)
}

/** Returns the median color of skin at a lightness. Color is relative to lightness, because shadows have less of it. */
const measureColor = ({ a, b }: Tones, pixels: readonly number[], drawn: readonly number[], lightness: number): Lab => [
  lightness,
  lightness * median(pixels.map((i, k) => a[i]! / drawn[k]!)),
  lightness * median(pixels.map((i, k) => b[i]! / drawn[k]!)),
]

/** Returns the median of a face's lighter half. Halves that show too little skin do not count. */
function measureLighterHalf(grid: Grid, { pixels, drawn }: Skin): number {
  const left = drawn.filter((_, k) => unitX(grid, pixels[k]! % grid.w) < 0)
  const right = drawn.filter((_, k) => unitX(grid, pixels[k]! % grid.w) >= 0)
  return Math.max(...[left, right].filter(({ length }) => length > BRIGHT.half * drawn.length).map(median))
}

/** Returns how likely skin is dark, 0 to 1. @param lightness the face's lit part */
function measureDarkness({ hair, whites }: SkinCues, lightness: number): number {
  const logOdds =
    DARK.whites * whites +
    DARK.lightness * Math.max(lightness, DARK.shade) +
    DARK.hair * (hair === null ? DARK.noHair : Math.min(hair, DARK.hairMost)) +
    DARK.constant
  return (1 - smoothstep(...DARK.blond, hair ?? 0)) * smoothstep(...DARK.dark, logOdds)
}

const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Pixels of skin and their painted lightness. */
type Skin = { readonly pixels: readonly number[]; readonly drawn: readonly number[] }

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
