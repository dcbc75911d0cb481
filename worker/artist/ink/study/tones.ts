import { boxBlur } from '../field/blur.ts'
import type { Planes } from './crop.ts'
import { type Field, type Grid, unitX } from '../field/grid.ts'
import { applyFit, type Fit, guidedFilter, guidedFit } from '../field/guided-filter.ts'
import { clamp, median, smoothstep } from '../field/numbers.ts'
import { chromaOf, type Lab } from '../color/oklab.ts'
import { CHROMA_MAX, isGreySkin } from '../color/ramps.ts'

/**
 * What the drawing makes of the photo at each place: its lightness becomes `slope x lightness + offset`, which is an
 * edge-keeping filter that can be laid over a larger copy of the photo, and its color `a`, `b` of OKLab.
 */
export type Tones = Fit & { readonly a: Field; readonly b: Field; readonly grid: Grid }

/** Where a head is what. All 0 to 1, at the size of the planes. */
export type Materials = {
  /** One half at the hairline, more on skin. */
  readonly skin: Field
  /** Eyes and mouth. */
  readonly features: Field
  /** Hats, bands, glasses. */
  readonly worn: Field
  /** The hair's lightness drawn out along its strands. */
  readonly strands: Field
}

/** Bare skin: shapes smaller than this many units go, edges with more variance than this stay. */
const FLAT = { units: 2, variance: 0.0012, more: 1.25 } as const
/** Eyes and mouth: an unsharp mask. */
const DETAIL = { gain: 0.9, units: 2.2 } as const
/** Things worn keep their own edges: a badge on a cap. */
const WORN = { units: 1, variance: 0.0005 } as const
/** How much of the photo's own lightness shows between strands. */
const HAIR_DETAIL = 0.4
/** Colors need less detail than lightness; they follow its edges. */
const COLOR = { units: 1.2, variance: 0.0005 } as const
const HAIR_COLOR = 1.1
/** How much of the skin's changes of color is taken out: what a wall reflects on a cheek, fringes of a lens. */
const EVEN_COLOR = 0.4
const CONTRAST = 1.15
/** How much of the light and dark that is wider than this many units is taken out of the skin. */
const EVEN = { share: 0.3, units: 17 } as const
/** Skin darker than this share of what was measured is hair or lies in a hollow. */
const BARE_MIN = 0.78
/** The skin field's soft edge: hair before, skin after. */
const HAIRLINE = [0.4, 0.6] as const
/** The drawing's light comes from the top left: what it takes from the right side of a head. */
const SIDE = { share: 0.07, from: -10, to: 40 } as const
/** The farthest that cheeks are moved to make up for what the filters did to them. */
const RECOVERED_MAX = 0.08
/** How much of a chroma above what skin has is kept: flushed cheeks stay a little redder. */
const FLUSH_SHARE = 0.4

/** What is left of the light on the right side of a head. @param x in units */
export const sideLight = (x: number): number => 1 - SIDE.share * smoothstep(SIDE.from, SIDE.to, x)

/**
 * @param skin the skin as measured. @param paint what it is drawn as: the cheeks come out as light as the photo shows
 * them, times what `paint` is lighter than `skin`
 * @param cheeks their pixels
 */
export function tonesOf(planes: Planes, materials: Materials, skin: Lab, paint: Lab, cheeks: readonly number[]): Tones {
  const light = lightnessOf(planes, materials, skin[0])
  const tones = { ...light, ...colorsOf(planes, materials, skin, paint), grid: planes.grid }
  keepCheeks(tones, planes, materials.skin, paint[0] / skin[0], cheeks)
  return tones
}

/** How much of a place is eye or mouth: the soft field's core counts whole. */
export const featureShare = (feature: number): number => clamp(1.3 * feature, 0, 1)

const hairShare = (skin: number, worn: number) => (1 - smoothstep(...HAIRLINE, skin)) * (1 - worn)

function lightnessOf({ lightness, grid }: Planes, materials: Materials, skinLightness: number): Fit {
  const px = (units: number) => Math.max(1, Math.round(units * grid.perUnit))
  const first = guidedFit(lightness, lightness, grid, px(FLAT.units), FLAT.variance)
  const once = applyFit(first, lightness)
  const second = guidedFit(once, once, grid, px(FLAT.units * FLAT.more), FLAT.variance)
  const own = guidedFit(lightness, lightness, grid, px(WORN.units), WORN.variance)
  const wide = boxBlur(lightness, grid, px(DETAIL.units), 2)
  const light = lightOn(materials.skin, lightness, skinLightness, grid)
  const { skin, features, worn, strands } = materials
  for (let i = 0; i < wide.length; i++) {
    // Two fits after each other are one.
    let slope = first.slope[i]! * second.slope[i]!
    let offset = first.offset[i]! * second.slope[i]! + second.offset[i]!
    const feature = featureShare(features[i]!)
    slope += (1 + DETAIL.gain - slope) * feature
    offset += (-DETAIL.gain * wide[i]! - offset) * feature
    const hair = hairShare(skin[i]!, worn[i]!)
    slope += (HAIR_DETAIL - slope) * hair
    offset += ((1 - HAIR_DETAIL) * strands[i]! - offset) * hair
    slope += (own.slope[i]! - slope) * worn[i]!
    offset += (own.offset[i]! - offset) * worn[i]!
    offset -= EVEN.share * light[i]! * skin[i]! * (1 - worn[i]!)
    first.slope[i] = CONTRAST * slope
    first.offset[i] = CONTRAST * offset + (1 - CONTRAST) * skinLightness
  }
  return first
}

/** How much lighter than the whole face the bare skin around each place is: beards and brows are dark in any light. */
function lightOn(skin: Field, lightness: Field, skinLightness: number, grid: Grid): Field {
  const radius = Math.round(EVEN.units * grid.perUnit)
  const bare = skin.map((share, i) => (lightness[i]! > BARE_MIN * skinLightness ? share : 0))
  const lit = lightness.map((value, i) => value * bare[i]!)
  const share = boxBlur(bare, grid, radius, 2)
  const light = boxBlur(lit, grid, radius, 2)
  let [all, count] = [0, 0]
  for (let i = 0; i < bare.length; i++) {
    all += lit[i]!
    count += bare[i]!
  }
  const mean = all / Math.max(1, count)
  for (let i = 0; i < light.length; i++) light[i] = share[i]! < 0.02 ? 0 : light[i]! / share[i]! - mean
  return light
}

/** The photo's colors, those of the skin moved as a whole from what was measured to what is drawn. */
function colorsOf({ lightness, a, b, grid }: Planes, { skin, features, worn }: Materials, measured: Lab, paint: Lab) {
  const radius = Math.max(1, Math.round(COLOR.units * grid.perUnit))
  const [outA, outB] = [a, b].map((plane) => guidedFilter(lightness, plane, grid, radius, COLOR.variance)) as [
    Field,
    Field,
  ]
  const isGrey = isGreySkin(measured)
  const [moveA, moveB] = [paint[1] - measured[1], paint[2] - measured[2]]
  const most = Math.max(CHROMA_MAX, chromaOf(paint)) * 1.1
  for (let i = 0; i < outA.length; i++) {
    const onSkin = smoothstep(...HAIRLINE, skin[i]!) * (1 - worn[i]!)
    // Teeth and the whites of eyes are not skin.
    const moved = onSkin * (1 - 0.6 * features[i]!)
    const even = EVEN_COLOR * onSkin * (1 - featureShare(features[i]!))
    outA[i]! += moveA * moved
    outB[i]! += moveB * moved
    outA[i]! += (paint[1] - outA[i]!) * even
    outB[i]! += (paint[2] - outB[i]!) * even
    const chroma = Math.hypot(outA[i]!, outB[i]!)
    const calm = chroma > most ? (most + FLUSH_SHARE * (chroma - most)) / chroma : 1
    const factor = isGrey ? 1 : calm * onSkin + HAIR_COLOR * (1 - onSkin)
    outA[i]! *= factor
    outB[i]! *= factor
  }
  return { a: outA, b: outB }
}

/** Moves the skin as a whole so that the cheeks are as light as they were, in place. */
function keepCheeks(
  { slope, offset }: Fit,
  planes: Planes,
  skin: Field,
  lift: number,
  cheeks: readonly number[],
): void {
  if (cheeks.length === 0) return
  const { grid, lightness } = planes
  let [before, after] = [0, 0]
  for (const i of cheeks) {
    before += lightness[i]!
    after += (slope[i]! * lightness[i]! + offset[i]!) * sideLight(unitX(grid, i % grid.w))
  }
  const move = clamp((before * lift - after) / cheeks.length, -RECOVERED_MAX, RECOVERED_MAX)
  for (let i = 0; i < offset.length; i++) offset[i]! += move * smoothstep(...HAIRLINE, skin[i]!)
}

/** The color in the middle of what is drawn at some pixels. */
export function middleTone({ slope, offset, a, b }: Tones, { lightness }: Planes, pixels: readonly number[]): Lab {
  return [
    median(pixels.map((i) => slope[i]! * lightness[i]! + offset[i]!)),
    median(pixels.map((i) => a[i]!)),
    median(pixels.map((i) => b[i]!)),
  ]
}

export const fieldsOf = (tones: Tones): Field[] => [tones.slope, tones.offset, tones.a, tones.b]
