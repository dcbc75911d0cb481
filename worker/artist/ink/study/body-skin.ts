import { clamp, median, percentile, percentiles, smoothstep } from '#worker/graphics/numbers.ts'
import { getChroma, getHue, type Lab } from '../color/oklab.ts'
import { eachPixel, type Field, type Grid } from '../field/grid.ts'
import type { Planes } from './crop.ts'
import type { FaceMap } from './face-map.ts'
import type { Tones } from './tones.ts'

/** Skin colors of a body: lit by the drawing's light, turned away from it, and in a cast shadow. */
export type SkinTones = { readonly lit: Lab; readonly shade: Lab; readonly deep: Lab }

/** Percentiles of the painted face's lightness whose colors the lit and the deep tone get. */
const SHARES = { lit: 0.85, deep: 0.22 } as const
/** Half width of the percentile window whose colors are sampled for each tone. */
const WINDOW = 0.07
/** Share of the face's usual color in the lit and the deep tone. Highlights are pale, and shadows reddish. */
const USUAL = { lit: 0.65, deep: 0.4 } as const
/**
 * Weight of the cheeks in the body's lightness; the middle of the face has the rest. Fair faces are judged by their
 * cheeks. Brown faces are judged by their shadows, which are large: arms as light as their cheeks look too pale.
 */
const CHEEKS = { fair: 0.85, brown: 0.3 } as const
/** Lightness of lit skin and of cheeks, chroma and OKLab hue that tell brown from fair skin. Fair skin in shade is pink. */
const BROWN = { lit: [0.7, 0.8], cheeks: [0.64, 0.72], chroma: [0.05, 0.07], hue: [0.64, 0.7] } as const
/** Tones relative to the body's lightness. Arms look neither flat nor metallic. Brown ones are darkened by a share. */
const TONES = { lit: [1.04, 1.08], shade: 0.995, deep: [0.81, 0.89], darker: 0.04 } as const
/** Large areas look more saturated than a face, so the body loses up to this share of a high chroma. */
const CALM = { share: 0.1, chroma: [0.065, 0.105] } as const
/**
 * Sunny patches on a shaded face show how light its skin is: the percentile of their lightness, and the least lightness
 * of the body as a share of it. Brown skin shines in any light, so its patches count from a ratio to the middle on.
 */
const SUNNY = { at: 0.96, least: 0.73, ratio: [1.45, 1.65] } as const
/** Pixels darker than this share of the cheeks belong to a beard. */
const BARE_MIN = 0.6

/**
 * Returns the tones of a body, sampled from the painted face: its usual lightness, and the colors of its light and
 * shadow.
 *
 * @param face the pixels of the face's skin @param cheeks the pixels of the cheeks
 */
export function toBodySkin(
  tones: Tones,
  planes: Planes,
  face: readonly number[],
  cheeks: readonly number[],
): SkinTones {
  const drawn = (i: number) => tones.slope[i]! * planes.lightness[i]! + tones.offset[i]!
  const cheekLightness = measureMiddle(cheeks.map(drawn))
  const bare = face.filter((i) => drawn(i) > BARE_MIN * cheekLightness)
  const pixels = bare.length > 0 ? bare : cheeks
  const skin: Skin = { pixels, drawn: pixels.map(drawn) }
  const [, ...usualColor] = colorAt(tones, skin, 0.5)
  const usual: Lab = [measureMiddle(skin.drawn), ...usualColor]
  const brown = measureBrown(usual, colorAt(tones, skin, SHARES.lit)[0], cheekLightness)
  const weight = CHEEKS.fair + (CHEEKS.brown - CHEEKS.fair) * brown
  const middle = usual[0] + weight * Math.max(0, cheekLightness - usual[0])
  const patches = percentile(skin.drawn, SUNNY.at)
  const sunny = Math.max(1 - brown, smoothstep(...SUNNY.ratio, patches / usual[0]))
  const lightness = (1 - TONES.darker * brown) * (middle + sunny * Math.max(0, SUNNY.least * patches - middle))
  const calm = 1 - CALM.share * smoothstep(...CALM.chroma, getChroma(usual))
  const toTone = (own: number, [, a, b]: Lab): Lab => [own, calm * a, calm * b]
  const sample = (tone: 'lit' | 'deep'): Lab => {
    const color = colorAt(tones, skin, SHARES[tone])
    const [least, most] = TONES[tone]
    return toTone(lightness * clamp(color[0] / usual[0], least, most), mixLab(color, usual, USUAL[tone]))
  }
  return { lit: sample('lit'), shade: toTone(TONES.shade * lightness, usual), deep: sample('deep') }
}

/** Returns the confidence that skin is brown and not fair skin in shade, 0 to 1. */
function measureBrown(usual: Lab, lit: number, cheeks: number): number {
  const isDark = (1 - smoothstep(...BROWN.lit, lit)) * (1 - smoothstep(...BROWN.cheeks, cheeks))
  return isDark * smoothstep(...BROWN.chroma, getChroma(usual)) * smoothstep(...BROWN.hue, getHue(usual))
}

/** Returns the middle lightness of skin, of which one half may lie in shadow, without highlights. */
function measureMiddle(drawn: readonly number[]): number {
  const [darker, lighter] = percentiles(drawn, [0.28, 0.7] as const)
  return (darker + lighter) / 2
}

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
  return [middle, median(near.map((i) => a[i]!)), median(near.map((i) => b[i]!))]
}

/** Returns the tones of a skin from a single color. */
export const toPlainTones = ([lightness, a, b]: Lab): SkinTones => ({
  lit: [1.03 * lightness, a, b],
  shade: [0.965 * lightness, a, b],
  deep: [0.82 * lightness, 1.04 * a, 1.04 * b],
})

/** Returns the blend weight of the deep tone's color at a lightness, 0 to 1. */
export const deepShare = ({ lit, deep }: SkinTones, lightness: number): number =>
  clamp((lit[0] - lightness) / Math.max(0.01, lit[0] - deep[0]), 0, 1)

/** Body skin is sampled at least this far inside the ring of the face, in units. */
const FACE_FROM = 6
/** Band of skin along the jaw, inside the ring of the face, in units. Fewer pixels than `least` are not significant. */
const JAW = { from: 3, to: 15, least: 150 } as const

/**
 * Returns the pixels of bare skin that give the body its tones: the face above the mouth, and the jaw next to the neck. The jaw is empty if too little of it is visible.
 *
 * @param oval the distance inside the ring of the face, in units
 */
export function gatherSkin(map: FaceMap, grid: Grid, oval: Field, isBare: (i: number) => boolean) {
  const [face, jaw]: [number[], number[]] = [[], []]
  const mouthY = map.lipsOut[15]!.y
  eachPixel(grid, (i, _x, y) => {
    const depth = oval[i]!
    if (depth <= JAW.from || !isBare(i)) return
    // Stubble darkens the skin below the mouth.
    if (depth > FACE_FROM && y < mouthY) face.push(i)
    if (depth < JAW.to && y > mouthY) jaw.push(i)
  })
  return { face, jaw: jaw.length > JAW.least ? jaw : [] }
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
