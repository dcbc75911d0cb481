import { clamp, median, percentiles, smoothstep } from '#worker/graphics/numbers.ts'
import { getChroma, type Lab } from '../color/oklab.ts'
import { eachPixel, type Field, type Grid } from '../field/grid.ts'
import type { Planes } from './crop.ts'
import type { FaceMap } from './face-map.ts'
import type { Tones } from './tones.ts'

/** A skin in the light of the drawing, turned from it, and in a shadow that something casts. */
export type SkinTones = { readonly lit: Lab; readonly shade: Lab; readonly deep: Lab }

/**
 * The shares of a painted face that are darker than the three tones of its body. Brown skin shines: its own tone is the
 * middle of both halves. Fair skin, which in shade has less color than brown skin, has shadows instead: its own tone is
 * the middle of the lighter half, because a lamp at one side leaves the other in a shadow that does not reach the arms.
 */
const SHARES = {
  brown: { lit: 0.82, shade: 0.5, deep: 0.15 },
  fair: { lit: 0.85, shade: 0.5, deep: 0.18 },
  lightness: [0.7, 0.8],
  chroma: [0.062, 0.085],
} as const
/** Half the share of the face whose colors are asked for each tone. */
const WINDOW = 0.07
/** Limits of the lit and the deep tone as shares of the lightness between them: no arm is flat, and none is metal. */
const LIMITS = { lit: [1.04, 1.18], deep: [0.72, 0.88] } as const
/** Darker than this share of the cheeks is no skin but a beard. */
const BARE_MIN = 0.6
/** A half with a smaller share of a face is turned away. */
const HALF_LEAST = 0.25

/**
 * Returns the tones of a body, sampled from the painted face: a body that is as light as the cheeks, or has less contrast
 * than the face, looks like another person's. Shadows on skin have a color of their own.
 *
 * @param halves the pixels of the face's skin, left and right. @param cheeks those of the cheeks
 */
export function toBodySkin(
  tones: Tones,
  planes: Planes,
  halves: readonly (readonly number[])[],
  cheeks: readonly number[],
): SkinTones {
  const drawn = (i: number) => tones.slope[i]! * planes.lightness[i]! + tones.offset[i]!
  const least = BARE_MIN * median(cheeks.map(drawn))
  const toSkin = (pixels: readonly number[]): Skin => ({ pixels, drawn: pixels.map(drawn) })
  const bare = halves.map((half) => half.filter((i) => drawn(i) > least))
  const all = toSkin(bare.some(({ length }) => length > 0) ? bare.flat() : cheeks)
  const [lighter = all] = bare
    .filter(({ length }) => length > HALF_LEAST * all.pixels.length)
    .map(toSkin)
    .toSorted((one, other) => median(other.drawn) - median(one.drawn))
  const seen = colorAt(tones, lighter, 0.5)
  const brown = smoothstep(...SHARES.chroma, getChroma(seen)) * (1 - smoothstep(...SHARES.lightness, seen[0]))
  const sample = (tone: 'lit' | 'shade' | 'deep'): Lab => {
    const ofFair = colorAt(tones, lighter, SHARES.fair[tone])
    if (brown === 0) return ofFair
    const ofBrown = colorAt(tones, all, SHARES.brown[tone])
    return ofFair.map((value, c) => value + brown * (ofBrown[c]! - value)) as unknown as Lab
  }
  const shade = sample('shade')
  const limited = ([own, ...color]: Lab, [low, high]: readonly [number, number]): Lab => [
    clamp(own, low * shade[0], high * shade[0]),
    ...color,
  ]
  return { lit: limited(sample('lit'), LIMITS.lit), shade, deep: limited(sample('deep'), LIMITS.deep) }
}

/** Pixels of skin, and how light they are drawn. */
type Skin = { readonly pixels: readonly number[]; readonly drawn: readonly number[] }

/** Returns the middle color of the pixels around a share of a skin. */
function colorAt({ a, b }: Tones, { pixels, drawn }: Skin, share: number): Lab {
  const [low, middle, high] = percentiles(drawn, [share - WINDOW, share, share + WINDOW] as const)
  const near = pixels.filter((_, k) => drawn[k]! >= low && drawn[k]! <= high)
  return [middle, median(near.map((i) => a[i]!)), median(near.map((i) => b[i]!))]
}

/** Returns the tones of a skin that is known by one color. */
export const toPlainTones = ([lightness, a, b]: Lab): SkinTones => ({
  lit: [1.03 * lightness, a, b],
  shade: [0.965 * lightness, a, b],
  deep: [0.82 * lightness, 1.04 * a, 1.04 * b],
})

/** Returns the share of the deep tone's color in a skin of some lightness, 0 to 1. */
export const deepShare = ({ lit, deep }: SkinTones, lightness: number): number =>
  clamp((lit[0] - lightness) / Math.max(0.01, lit[0] - deep[0]), 0, 1)

/** The skin of a body is that of the face, so far inside its ring, in units. */
const FACE_FROM = 6
/** The band of skin along the jaw, inside the ring of the face, in units; fewer pixels say nothing. */
const JAW = { from: 3, to: 15, least: 150 } as const

/**
 * Returns the pixels of bare skin that a body is toned after: both halves of the face, and the jaw that a neck is seen
 * beside, empty if too little of it is seen.
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

/** The lightness of a neck in light, as a share of the way from shaded to lit skin. */
const NECK = 0.3
/**
 * A jaw may lie in the shadow of a beard or of a lamp: its share in the tone of a neck, and the least lightness that is
 * not a beard's, as a share of the neck's.
 */
const OF_JAW = { share: 0.25, least: 0.86 } as const

/** Returns the lightness of a neck in light, below a jaw of such a lightness if one is seen. */
export function lightNeck({ lit, shade }: SkinTones, jaw: number | null): number {
  const own = shade[0] + NECK * (lit[0] - shade[0])
  return jaw === null ? own : own + OF_JAW.share * (Math.max(jaw, OF_JAW.least * own) - own)
}
