import { clamp, median, percentiles, smoothstep } from '#worker/graphics/numbers.ts'
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
 * Dark skin shines, so dark limbs are as light as the face's mean, less a share: they have no dark features. They stay
 * this close to the skin above the beard. No limb is more than `beyond` lighter than the face's median.
 */
const SHADOWS = { darker: 0.06, lighter: 0.1, beyond: 0.1, features: 0.012 } as const
/**
 * Arms of fair skin as dark as the face's mean look brown, because people see the lit part of a face. They are a share of
 * the way to it lighter than the mean, at most `most`. The lit part is the face's lighter half, which has at least the
 * share `half` of the pixels, and this percentile. Arms lighter than `lightest` would look like paper. Pale faces are lit
 * nearly everywhere. If the halves are as far apart as `sided`, one of them lies in shadow. Arms are then a larger share
 * of the way to the percentile `brightest` of the other.
 */
const FAIR = {
  half: 0.2,
  percentile: 0.77,
  share: { usual: 0.4, pale: 0.5, sided: 0.5 },
  brightest: 0.65,
  most: 0.08,
  lightest: 0.9,
  sided: [0.2, 0.3],
} as const
/**
 * Log odds of dark skin, a logistic regression on 236 faces. A color cannot tell fair skin in shade from brown skin, and
 * under pink lamps brown skin looks fair. The whites of the eyes and the hair can, if the lit part of the face agrees.
 * Hair lighter than `hairMost` and heads with no hair say nothing, and neither does a face darker than `shade`. Dark skin
 * also needs whites in the range `bright`. Skin in the range `pale` and hair in the range `blond` are too light for it.
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
  pale: [0.77, 0.84],
  blond: [0.3, 0.42],
} as const
/**
 * Correction of large flat areas, which look pinker and grayer than the same color on a shaded face: the hue of warm
 * skin in radians, the share of the way to it for pinker skin, and the chroma relative to the minimum of a face, which
 * fades below a lightness. Colorful skin, a range of chroma, would look orange: it moves less, and loses a share unless
 * it is dark.
 */
const FLAT = {
  hue: 0.95,
  share: { dull: 0.55, colorful: 0.1 },
  colorful: [0.06, 0.085],
  lost: 0.08,
  chroma: 1.08,
  dark: 0.55,
} as const
/** Tones relative to the body's lightness. Arms look neither flat nor metallic. */
const TONES = { lit: 1.035, shade: 0.985, deep: 0.8 } as const
/**
 * Share of the face's color at the body's own lightness; the color of its middle has the rest. Shadows are more colorful
 * than shining cheeks. Pixels within this difference have the same lightness.
 */
const ALIKE = { share: 0.6, lightness: 0.04 } as const

/**
 * Returns the tones of a body, sampled from the painted face: its usual lightness, and the colors of its light and
 * shadow.
 *
 * @param bare the pixels that are bare on nearly every face @param face the pixels of the face above the beard
 * @param whole the pixels of the whole face
 */
export function toBodySkin(
  tones: Tones,
  { lightness }: Planes,
  bare: readonly number[],
  face: readonly number[],
  whole: readonly number[],
  cues: SkinCues,
): SkinTones {
  const drawn = (i: number) => tones.slope[i]! * lightness[i]! + tones.offset[i]!
  const middle = measureMiddle(tones, bare, bare.map(drawn))
  const pixels = face.length > 0 ? face : bare
  const skin: Skin = { pixels, drawn: pixels.map(drawn) }
  const all = whole.length > 0 ? whole.map(drawn) : skin.drawn
  const mean = average(all)
  const [usualLightness, lighter] = percentiles(all, [0.5, FAIR.percentile] as const)
  const upper = median(skin.drawn)
  const pale = smoothstep(...DARK.pale, upper)
  const blond = smoothstep(...DARK.blond, cues.hair ?? 0)
  const bright = (1 - pale) * (1 - blond) * smoothstep(...DARK.bright, cues.whites)
  const { usual: usualLit, lit: brightest, apart } = measureHalves(tones.grid, skin)
  const lit = Math.max(usualLit, lighter)
  const dark = bright * smoothstep(...DARK.dark, measureDarkness(cues, lit))
  const sided = (1 - dark) * smoothstep(...FAIR.sided, apart)
  // A beard counts half: it is part of the complexion, but arms have none.
  const complexion = (mean + average(skin.drawn)) / 2
  const toLit = FAIR.share.usual + pale * (FAIR.share.pale - FAIR.share.usual)
  const inLight = complexion + Math.min(toLit * (lit - complexion), FAIR.most)
  const inSideLight = Math.max(inLight, complexion + FAIR.share.sided * (brightest - complexion))
  const light = inLight + sided * (inSideLight - inLight)
  const brown = (1 - SHADOWS.features) * clamp(mean, upper - SHADOWS.darker, upper + SHADOWS.lighter)
  const own = Math.min(
    light + dark * (brown - light),
    usualLightness + SHADOWS.beyond + sided * Math.max(0, light - usualLightness - SHADOWS.beyond),
    Math.max(FAIR.lightest, complexion),
  )
  const alike = pixels.filter((_, k) => Math.abs(skin.drawn[k]! - own) < ALIKE.lightness)
  const usual = alike.length > 0 ? mixLab(middle, medianOf(tones, alike, own), ALIKE.share) : middle
  const dullest = FLAT.chroma * leastChroma(own) * Math.min(1, own / FLAT.dark)
  const toTone = (gain: number, color: Lab): Lab => {
    const full = Math.max(getChroma(color), dullest)
    const colorful = smoothstep(...FLAT.colorful, full)
    const chroma = full * (1 - FLAT.lost * (1 - bright) * colorful)
    const share = FLAT.share.dull + (FLAT.share.colorful - FLAT.share.dull) * colorful
    const hue = getHue(color) + share * Math.max(0, FLAT.hue - getHue(color))
    return [gain * own, chroma * Math.cos(hue), chroma * Math.sin(hue)]
  }
  const sample = (tone: 'lit' | 'deep'): Lab =>
    toTone(TONES[tone], mixLab(colorAt(tones, skin, SHARES[tone]), usual, USUAL))
  return { lit: sample('lit'), shade: toTone(TONES.shade, usual), deep: sample('deep') }
}

/**
 * Returns the median and the lit part of the lighter half of a face, and how far its median lies above the other
 * half's. Halves that show too little skin do not count.
 */
function measureHalves(grid: Grid, { pixels, drawn }: Skin) {
  const left = drawn.filter((_, k) => unitX(grid, pixels[k]! % grid.w) < 0)
  const right = drawn.filter((_, k) => unitX(grid, pixels[k]! % grid.w) >= 0)
  const halves = [left, right]
    .filter(({ length }) => length > FAIR.half * drawn.length)
    .map((half) => percentiles(half, [0.5, FAIR.brightest] as const))
    .sort(([one], [other]) => other - one)
  const [[usual, lit], darker] = [halves[0]!, halves.at(-1)!]
  return { usual, lit, apart: usual - darker[0] }
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
/** Band of skin along the jaw, inside the ring of the face, in units. Fewer pixels than `least` are not significant. */
const JAW = { from: 3, to: 15, least: 150 } as const

/**
 * Returns the pixels of bare skin that give the body its tones: the face, the part of it above the beard, and the jaw
 * next to the neck. The jaw is empty if too little of it is visible.
 *
 * @param oval the distance inside the ring of the face, in units
 */
export function gatherSkin(map: FaceMap, grid: Grid, oval: Field, isBare: (i: number) => boolean) {
  const [whole, face, jaw]: [number[], number[], number[]] = [[], [], []]
  const mouthY = map.lipsOut[15]!.y
  const noseY = map.noseBase[3]!.y
  eachPixel(grid, (i, x, y) => {
    const depth = oval[i]!
    if (depth <= JAW.from || !isBare(i)) return
    // A beard darkens the skin below the nose.
    const isAbove = y < noseY
    if (depth > FACE_FROM && !(isAbove && map.brows.some((ring) => contains(ring, x, y)))) {
      whole.push(i)
      if (isAbove) face.push(i)
    }
    if (depth < JAW.to && y > mouthY) jaw.push(i)
  })
  return { whole, face, jaw: jaw.length > JAW.least ? jaw : [] }
}

/** Position of the lit neck's lightness between shaded (0) and lit (1) skin. */
const NECK = 0.3
/**
 * Weight of the jaw in the neck's lightness. The jaw may be shaded by a beard or a side light, so it is clamped to
 * `least` times the neck's lightness.
 */
const OF_JAW = { share: 0.4, least: 0.82 } as const

/** Returns the lightness of a lit neck, adjusted to the jaw's lightness if the jaw is visible. */
export function lightNeck({ lit, shade }: SkinTones, jaw: number | null): number {
  const own = shade[0] + NECK * (lit[0] - shade[0])
  return jaw === null ? own : own + OF_JAW.share * (Math.max(jaw, OF_JAW.least * own) - own)
}
