import { clamp, median, percentiles, smoothstep } from '#worker/graphics/numbers.ts'
import { getChroma, type Lab } from '../color/oklab.ts'
import { eachPixel, type Field, type Grid } from '../field/grid.ts'
import type { Planes } from './crop.ts'
import type { FaceMap } from './face-map.ts'
import type { Tones } from './tones.ts'

/** Skin colors of a body: lit by the drawing's light, turned away from it, and in a cast shadow. */
export type SkinTones = { readonly lit: Lab; readonly shade: Lab; readonly deep: Lab }

/**
 * Percentiles of the painted face's lightness that give the three tones. Brown skin has highlights, so both halves of
 * the face are sampled. Fair skin has less color in shade and more shadow. Its lighter half counts by `lighter`, because
 * a side light shades the other half and not the arms. Alone, it makes arms paler than the face. The harder the side
 * light, the more it counts, on brown skin up to `sidelit`.
 */
const SHARES = {
  brown: { lit: 0.83, shade: 0.55, deep: 0.2 },
  fair: { lit: 0.87, shade: 0.6, deep: 0.25 },
  lightness: [0.7, 0.8],
  chroma: [0.062, 0.085],
  lighter: 0.65,
  sidelit: 0.6,
  uneven: [0.02, 0.1],
} as const
/** Half width of the percentile window whose colors are sampled for each tone. */
const WINDOW = 0.07
/** Limits of the lit and the deep tone, relative to the middle one. Arms look neither flat nor metallic. */
const LIMITS = { lit: [1.04, 1.13], deep: [0.72, 0.88] } as const
/**
 * Tanned skin in hard light. Its highlights are pale, so the lit tone is at most `most` times the skin's usual tone and
 * gets a share of its color. Skin with less chroma than the range is not tanned. Brown skin has its own shares.
 */
const TAN = { chroma: [0.075, 0.095], most: 1.05, color: 0.65 } as const
/**
 * A shaded face with patches of sun: the ratio of the patches to the median, and the patches' lightness. Brown skin
 * has such highlights in any light. The body gets a share of the patches' lightness and softer shadows.
 */
const SUNNY = { at: 0.97, ratio: [1.3, 1.5], lightness: [0.7, 0.8], share: 0.7, softer: 0.08 } as const
/** Pixels darker than this share of the cheeks belong to a beard. */
const BARE_MIN = 0.6
/** A half of the face with a smaller share of its skin is turned away. */
const HALF_LEAST = 0.12

/**
 * Returns the tones of a body, sampled from the painted face. A body as light as the cheeks, or with less contrast than
 * the face, looks like another person's. Shadows on skin have their own hue.
 *
 * @param halves the pixels of the face's skin, left and right. @param cheeks the pixels of the cheeks
 */
export function toBodySkin(
  tones: Tones,
  planes: Planes,
  halves: readonly (readonly number[])[],
  cheeks: readonly number[],
): SkinTones {
  const drawn = (i: number) => tones.slope[i]! * planes.lightness[i]! + tones.offset[i]!
  const cheekLightness = median(cheeks.map(drawn))
  const darkest = BARE_MIN * cheekLightness
  const toSkin = (pixels: readonly number[]): Skin => ({ pixels, drawn: pixels.map(drawn) })
  const bare = halves.map((half) => half.filter((i) => drawn(i) > darkest))
  const all = toSkin(bare.some(({ length }) => length > 0) ? bare.flat() : cheeks)
  const [lighter = all] = bare
    .filter(({ length }) => length > HALF_LEAST * all.pixels.length)
    .map(toSkin)
    .toSorted((one, other) => median(other.drawn) - median(one.drawn))
  const seen = colorAt(tones, lighter, 0.5)
  const brown = smoothstep(...SHARES.chroma, getChroma(seen)) * (1 - smoothstep(...SHARES.lightness, seen[0]))
  const uneven = smoothstep(...SHARES.uneven, seen[0] - colorAt(tones, all, 0.5)[0])
  const sampleAt = (share: number, weight: number, more: number): Lab =>
    mixLab(colorAt(tones, all, share), colorAt(tones, lighter, share), weight + more * uneven)
  const sample = (tone: 'lit' | 'shade' | 'deep'): Lab => {
    const fairTone = sampleAt(SHARES.fair[tone], SHARES.lighter, 1 - SHARES.lighter)
    return brown === 0 ? fairTone : mixLab(fairTone, sampleAt(SHARES.brown[tone], 0, SHARES.sidelit), brown)
  }
  const shade = sample('shade')
  const sunny = measureSun(all.drawn, brown)
  const clampTone = ([own, ...color]: Lab, [low, high]: readonly [number, number]): Lab => [
    clamp(own, low * shade[0], high * shade[0]),
    ...color,
  ]
  const lit = clampTone(sample('lit'), LIMITS.lit)
  const [least, most] = LIMITS.deep
  const deep = clampTone(sample('deep'), [least + SUNNY.softer * sunny.share, most])
  const usual = sampleAt(0.5, SHARES.lighter, 0)
  const tanned = smoothstep(...TAN.chroma, getChroma(usual)) * (1 - uneven) * (1 - brown)
  const bound = (TAN.most * (usual[0] + cheekLightness)) / 2
  const darker = tanned * Math.max(0, lit[0] - bound)
  const sunlit = SUNNY.share * sunny.share * Math.max(0, sunny.lightness - lit[0])
  const gain = 1 + (sunlit - darker) / lit[0]
  const adjust = (tone: Lab): Lab => {
    const [, a, b] = mixLab(tone, usual, TAN.color * tanned)
    return [gain * tone[0], a, b]
  }
  return { lit: adjust(lit), shade: adjust(shade), deep: adjust(deep) }
}

/** Returns the lightness of sunny patches on a face and the confidence that there are any. */
function measureSun(drawn: readonly number[], brown: number): { lightness: number; share: number } {
  const [middle, lightness] = percentiles(drawn, [0.5, SUNNY.at] as const)
  return {
    lightness,
    share: (1 - brown) * smoothstep(...SUNNY.ratio, lightness / middle) * smoothstep(...SUNNY.lightness, lightness),
  }
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
 * Returns the pixels of bare skin that give the body its tones: both halves of the face and the jaw next to the neck.
 * The jaw is empty if too little of it is visible.
 *
 * @param oval the distance inside the ring of the face, in units
 */
export function gatherSkin(map: FaceMap, grid: Grid, oval: Field, isBare: (i: number) => boolean) {
  const [left, right, jaw]: [number[], number[], number[]] = [[], [], []]
  const mouthY = map.lipsOut[15]!.y
  eachPixel(grid, (i, x, y) => {
    const depth = oval[i]!
    if (depth <= JAW.from || !isBare(i)) return
    if (depth > FACE_FROM) (x < map.noseTip.x ? left : right).push(i)
    if (depth < JAW.to && y > mouthY) jaw.push(i)
  })
  return { face: [left, right], jaw: jaw.length > JAW.least ? jaw : [] }
}

/** Position of the lit neck's lightness between shaded (0) and lit (1) skin. */
const NECK = 0.3
/**
 * Weight of the jaw in the neck's lightness. The jaw may be shaded by a beard or a side light, so it is clamped to
 * `least` times the neck's lightness.
 */
const OF_JAW = { share: 0.25, least: 0.86 } as const

/** Returns the lightness of a lit neck, adjusted to the jaw's lightness if the jaw is visible. */
export function lightNeck({ lit, shade }: SkinTones, jaw: number | null): number {
  const own = shade[0] + NECK * (lit[0] - shade[0])
  return jaw === null ? own : own + OF_JAW.share * (Math.max(jaw, OF_JAW.least * own) - own)
}
