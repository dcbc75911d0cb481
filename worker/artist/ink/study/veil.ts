import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { median, smoothstep } from '#worker/graphics/numbers.ts'
import type { LabPlanes } from '../color/oklab.ts'
import { boxBlur } from '../field/blur.ts'
import { createField, eachPixel, type Field, type Grid } from '../field/grid.ts'
import type { HeadMask } from './head-mask.ts'
import { KIND } from './segment-fields.ts'
import type { Tones } from './tones.ts'

/** Hair has a strand as dark as its darkest half within this radius, in units. */
const DARK_UNITS = 3
/** Lightness of a blown-out wall beside the head, which alone casts a veil, and of the darkest strands that show one. */
const LIGHTNESS = { wall: 0.975, dark: [0.36, 0.46] } as const
/** Share of the wall's light in a pixel below which there is no veil, and the most that is removed. */
const SHARE = { from: [0.12, 0.24], most: 0.6 } as const
/** Difference between both sides of the hair. Gray temples are light on both sides, flare on one. */
const SIDES_APART = [0.08, 0.16] as const
/** Smoothing of the veil and its reach over an ear, in units. */
const SOFT_UNITS = 5
/** Minimum number of pixels for an estimate. */
const PIXELS_MIN = 200

/**
 * Returns the share of a bright wall's light that flare adds to each pixel of dark hair and the ear beside it, or null
 * without flare. Without it every place of hair has a dark strand nearby (He, Sun and Tang, "Single image haze removal
 * using dark channel prior", 2009).
 *
 * @param planes the photo at half size
 */
export function findVeil(
  { lightness }: LabPlanes,
  mask: Field,
  { kind, oval }: Pick<HeadMask, 'kind' | 'oval'>,
  half: Grid,
): Field | null {
  const isHair = (i: number) => kind[i] === KIND.hair && mask[i]! > 0.9
  const wall = { left: [] as number[], right: [] as number[] }
  eachPixel(half, (i, x) => {
    if (kind[i] === KIND.background) (x < 0 ? wall.left : wall.right).push(lightness[i]!)
  })
  const isBlownOut = [wall.left, wall.right].some((side) => side.length > PIXELS_MIN && median(side) > LIGHTNESS.wall)
  if (!isBlownOut) return null
  const darkest: number[] = []
  const channel = createField(half)
  const radius = Math.round(DARK_UNITS * half.perUnit)
  for (let i = 0; i < kind.length; i++) {
    if (!isHair(i)) continue
    let least = lightness[i]!
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) {
        const at = i + dy * half.w + dx
        if (kind[at] === KIND.hair && lightness[at]! < least) least = lightness[at]!
      }
    channel[i] = least
    darkest.push(least)
  }
  if (darkest.length < PIXELS_MIN) {
    releaseBuffer(channel)
    return null
  }
  darkest.sort((one, other) => one - other)
  const dark = darkest[Math.floor(darkest.length / 4)]!
  const hair = createField(half)
  const sides = { left: [] as number[], right: [] as number[] }
  eachPixel(half, (i, x) => {
    if (!isHair(i)) return
    hair[i] = 1
    channel[i] = Math.max(0, (channel[i]! - dark) / (1 - dark))
    ;(x < 0 ? sides.left : sides.right).push(channel[i]!)
  })
  const apart = sides.left.length > 0 && sides.right.length > 0 ? Math.abs(median(sides.left) - median(sides.right)) : 0
  const strength = smoothstep(...SIDES_APART, apart) * (1 - smoothstep(...LIGHTNESS.dark, dark))
  const [sum, near] = [channel, hair].map((field) =>
    boxBlur(field, half, Math.round(SOFT_UNITS * half.perUnit), 2),
  ) as [Field, Field]
  const out = channel
  for (let i = 0; i < out.length; i++) {
    const share = near[i]! > 0.02 ? sum[i]! / near[i]! : 0
    const onSkin = kind[i] === KIND.faceSkin ? smoothstep(0, 4, -oval[i]!) * smoothstep(0, 0.3, near[i]!) : 1
    out[i] = strength * onSkin * smoothstep(...SHARE.from, share) * Math.min(SHARE.most, share)
  }
  for (const field of [hair, sum, near]) releaseBuffer(field)
  return strength > 0 ? out : null
}

/** Share of the color of clear hair in veiled hair, per share of the veil. Flare has the color of its lens. */
const CLEAR_COLOR = 2

/** Removes a veil from the analysis, in place. Hair gets the color of the hair without a veil. */
export function liftVeil({ lightness, a, b }: LabPlanes, veil: Field, kind: Uint8Array): void {
  const clearHair: number[] = []
  for (let i = 0; i < veil.length; i++) if (kind[i] === KIND.hair && veil[i] === 0) clearHair.push(i)
  const middle = (plane: Field) => median(clearHair.map((i) => plane[i]!))
  const clear = clearHair.length > PIXELS_MIN ? { a: middle(a), b: middle(b) } : null
  for (let i = 0; i < veil.length; i++) {
    const share = veil[i]!
    if (share === 0) continue
    lightness[i] = Math.max(0, (lightness[i]! - share) / (1 - share))
    if (clear && kind[i] !== KIND.faceSkin) {
      const moved = Math.min(1, CLEAR_COLOR * share)
      a[i]! += moved * (clear.a - a[i]!)
      b[i]! += moved * (clear.b - b[i]!)
    } else {
      a[i]! /= Math.sqrt(1 - share)
      b[i]! /= Math.sqrt(1 - share)
    }
  }
}

/** Applies tones without a veil to the photo, which has it, in place. */
export function liftVeilOfPhoto({ slope, offset }: Tones, veil: Field): void {
  for (let i = 0; i < veil.length; i++) {
    const share = veil[i]!
    slope[i]! /= 1 - share
    offset[i]! -= slope[i]! * share
  }
}
