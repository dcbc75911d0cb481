import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { percentile, smoothstep } from '#worker/graphics/numbers.ts'
import { getChroma, type Lab } from '../color/oklab.ts'
import { type Field, unitY } from '../field/grid.ts'
import { toSoftInside } from '../field/polygon.ts'
import type { Crop, Planes } from './crop.ts'
import type { FaceMap } from './face-map.ts'

/** Skin with less chroma is gray. */
const GRAY_SKIN = 0.006
/**
 * A photo is monochrome, such as a sepia print, if its colors depend on lightness alone: the distance from the mean color
 * of their lightness at this percentile. It is 0.007 at most in tinted prints and 0.019 at least in 200 color photos.
 */
const MONOCHROME = { distance: 0.011, percentile: 0.95, steps: 12, stride: 11 } as const

/** Returns true if a photo of a head shows no colors. */
export function isMonochrome({ lightness, a, b, inside }: Crop, skin: Lab): boolean {
  if (getChroma(skin) < GRAY_SKIN) return true
  const pixels: number[] = []
  const sums = Array.from({ length: MONOCHROME.steps + 1 }, () => ({ count: 0, a: 0, b: 0 }))
  const sumAt = (i: number) => sums[Math.round(Math.max(0, lightness[i]!) * MONOCHROME.steps)]!
  for (let i = 0; i < a.length; i += MONOCHROME.stride) {
    if (inside[i] === 0) continue
    pixels.push(i)
    const sum = sumAt(i)
    sum.count++
    sum.a += a[i]!
    sum.b += b[i]!
  }
  const distances = pixels.map((i) => {
    const sum = sumAt(i)
    return Math.hypot(a[i]! - sum.a / sum.count, b[i]! - sum.b / sum.count)
  })
  return percentile(distances, MONOCHROME.percentile) < MONOCHROME.distance
}

/**
 * Hues of dark and of light skin in radians. More yellow looks like a sepia print. The chroma is `full` up to a lightness
 * and falls to `pale`. Darker than `dark` it fades.
 */
const SKIN = {
  hue: [0.74, 0.86],
  shades: [0.4, 0.85],
  full: 0.076,
  pale: 0.05,
  light: [0.66, 0.95],
  dark: 0.5,
} as const
/**
 * Lightness relative to the skin's, between hair of a face and skin. Below the nose, skin shines through a beard,
 * which would look ginger with the color of skin. `blend` is the height across which the ranges blend, in units.
 */
const FACE_HAIR = { brows: [0.34, 0.52], beard: [0.42, 0.68], blend: 6 } as const
/** Share of the skin's color in hair so short that the skin shines through. */
const SHINING = 0.7
/** Dark hair is brown. Light hair is ash blond, because gray made young people old. White and black fade. */
const HAIR = {
  a: 0.013,
  dark: 0.018,
  light: 0.03,
  blond: [0.4, 0.65],
  white: [0.75, 0.95],
  whitened: 0.7,
  black: 0.35,
} as const
/** Color that lips add to skin. */
const LIPS = { a: 0.026, b: -0.008 } as const
/** Color between the lips, and the lightness relative to the skin's from which it shows teeth. */
const MOUTH = { a: 0.04, b: 0.016, teeth: [0.5, 0.75] } as const
/** The whites of eyes are slightly warm. So are teeth, whose color is reduced later. Beside warm skin, gray looks blue. */
const WHITE = { a: 0.005, b: 0.028 } as const
const TOOTH = { a: 0.01, b: 0.042 } as const

/** Half the width of the edges of lips and eyes, in units. */
const SOFT = 0.7

/** Masks of a head's parts, 0 to 1. */
type Parts = Readonly<Record<'skin' | 'stubble' | 'worn', Field>>

/**
 * Colors a monochrome photo in place: skin, lips, teeth, eyes and hair get usual colors of their lightness, worn items
 * none.
 *
 * @param skinLightness the lightness of the lit skin
 */
export function colorize(planes: Planes, parts: Parts, map: FaceMap, skinLightness: number): void {
  const { lightness, a, b, grid } = planes
  const inside = (ring: FaceMap['oval']) => toSoftInside(ring, grid, -SOFT, SOFT)
  const masks = [map.lipsOut, map.lipsIn, map.eyes[0].ring, map.eyes[1].ring].map(inside)
  const [lips, mouth, left, right] = masks as [Field, Field, Field, Field]
  const { brows, beard } = FACE_HAIR
  const noseY = map.noseBase[3]!.y
  for (let i = 0; i < lightness.length; i++) {
    const l = lightness[i]!
    const relative = l / skinLightness
    const dark = Math.min(1, l / SKIN.dark)
    const chroma = dark * (SKIN.full + (SKIN.pale - SKIN.full) * smoothstep(SKIN.light[0], SKIN.light[1], l))
    const share = (1 - HAIR.whitened * smoothstep(HAIR.white[0], HAIR.white[1], l)) * Math.min(1, l / HAIR.black)
    const hue = SKIN.hue[0] + (SKIN.hue[1] - SKIN.hue[0]) * smoothstep(SKIN.shades[0], SKIN.shades[1], l)
    const blond = smoothstep(HAIR.blond[0], HAIR.blond[1], l)
    const hairA = HAIR.a * share
    const hairB = (HAIR.dark + (HAIR.light - HAIR.dark) * blond) * share
    const onSkin = Math.max(smoothstep(0.4, 0.6, parts.skin[i]!), SHINING * parts.stubble[i]!)
    const low = smoothstep(-FACE_HAIR.blend, FACE_HAIR.blend, unitY(grid, Math.floor(i / grid.w)) - noseY)
    const from = brows[0] + low * (beard[0] - brows[0])
    const to = brows[1] + low * (beard[1] - brows[1])
    const bare = onSkin * smoothstep(from, to, relative)
    let outA = hairA + bare * (Math.cos(hue) * chroma + LIPS.a * lips[i]! - hairA)
    let outB = hairB + bare * (Math.sin(hue) * chroma + LIPS.b * lips[i]! - hairB)
    const tooth = smoothstep(MOUTH.teeth[0], MOUTH.teeth[1], relative)
    outA += mouth[i]! * (MOUTH.a * dark + tooth * (TOOTH.a - MOUTH.a * dark) - outA)
    outB += mouth[i]! * (MOUTH.b * dark + tooth * (TOOTH.b - MOUTH.b * dark) - outB)
    const eye = Math.max(left[i]!, right[i]!)
    a[i] = (outA + eye * (WHITE.a - outA)) * (1 - parts.worn[i]!)
    b[i] = (outB + eye * (WHITE.b - outB)) * (1 - parts.worn[i]!)
  }
  for (const field of masks) releaseBuffer(field)
}
