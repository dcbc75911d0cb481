import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { boxBlur } from '../field/blur.ts'
import { CONTRAST, contrastFor, eyeGain, lightOn, photoLight } from './photo-light.ts'
import type { Planes } from './crop.ts'
import { type Field, type Grid, unitX } from '../field/grid.ts'
import { inpaint } from './hair.ts'
import { findLampLight } from './lamp-light.ts'
import { litBy, type Relief } from './relief.ts'
import { applyFit, type Fit, guidedFilter, guidedFit } from '../field/guided-filter.ts'
import { calmSunlitCrown } from './sunlit-crown.ts'
import { clamp, median, smoothstep } from '#worker/graphics/numbers.ts'
import { getChroma, type Lab, type LabPlanes, medianColor } from '../color/oklab.ts'
import { CHROMA_MAX } from '../color/ramps.ts'
import { castCorrection, measureIris, measureOlive, measurePurple } from '../color/skin-paint.ts'

/**
 * Tone curve of the drawing per pixel. Lightness becomes `slope x lightness + offset`, an edge-preserving filter that
 * also works on a larger copy of the photo. `a` and `b` are its color in OKLab.
 */
export type Tones = Fit & { readonly a: Field; readonly b: Field; readonly grid: Grid }

/** Masks of the head's parts, all 0 to 1, at the size of the planes. */
export type Materials = {
  /** One half at the outline, more inside. */
  readonly mask: Field
  /** Eyeballs, lips and teeth. */
  readonly whites: Field
  /** The mouth with its surroundings, and the area between the lips. */
  readonly mouth: Field
  readonly teeth: Field
  /** Foreign pixels inside the head's outline. */
  readonly foreign: Field
  /** One half at the hairline, more on skin. */
  readonly skin: Field
  /** Eyes and mouth. */
  readonly features: Field
  /** Hats, bands, glasses. */
  readonly worn: Field
  /** Lightness of the hair, smoothed along its strands. */
  readonly strands: Field
  /** 1 in a reconstructed crown, whose colors continue the hair below it. */
  readonly grown: Field
  /** Hair so short that the skin shines through. It has no strands. */
  readonly stubble: Field
  /** Curliness of the hair, 0 to 1. */
  readonly curls: number
  /** True if the photo is black and white. Its colors are invented. */
  readonly isColorless: boolean
}

/** Smoothing of bare skin. Shapes smaller than `units` vanish, edges with more variance stay. */
const FLAT = { units: 2.6, variance: 0.0018, more: 1.4 } as const
/** Share of the photo's texture, smaller than this many units, that stays on skin. */
const TEXTURE = { share: 0.6, fair: 0.2, light: [0.8, 0.9], units: 3 } as const
/** Unsharp mask of the mouth. The one of eyes depends on their contrast. Only a share darkens: light eyes stay light. */
const DETAIL = { lips: 0.4, dark: 0.5, teeth: -0.45, units: 2.2 } as const
/** Worn items keep their edges, such as a badge on a cap. */
const WORN = { units: 1, variance: 0.0005 } as const
/** Share of the photo's detail that shows in hair. The outline and the filters flatten curls, so they get more. */
const HAIR_DETAIL = { straight: 0.9, curly: 1.15 } as const
/** Mask values near the blurred outline, where the photo mixes hair with wall. */
const HAIR_EDGE = [0.86, 0.995] as const
/** Smoothing of colors, which need less detail than lightness and follow its edges. */
const COLOR = { units: 1.2, variance: 0.0005 } as const
const HAIR_COLOR = 1.02
/** Hair with less median chroma is not dyed. Colorful spots in it lie in colored light and are calmed like skin. */
const DYED = { from: 0.05, to: 0.08, stride: 5 } as const
/**
 * Share of blue and green in dark hair that is attributed to reflections of sky and leaves. It gives way to a
 * `warm` and darker tone, or to the color of the rest of the hair if that is `colored`, a range of b. Hair above `dyed`
 * chroma counts as dyed.
 */
const COOL = {
  share: 0.85,
  full: 0.015,
  dark: [0.4, 0.64],
  dyed: [0.07, 0.11],
  warm: [0.006, 0.01],
  darker: 0.24,
  colored: [0.02, 0.045],
} as const
/** Share of the skin's color correction that eyes, lips and teeth get in any light. A cast is removed as well. */
const WHITES_MOVED = 0.3
/** Chroma gain of blue and green irises. They keep the photo's color, because the light's correction made them gray. */
const IRIS_GAIN = 1.4
/** Minimum lightness of teeth, and the shares of red and yellow removed from them. Gums are redder than `gums`. */
const TEETH = { least: 0.5, red: 0.5, yellow: 0.4, gums: [0.045, 0.075] } as const
/** Minimum b of a mouth, relative to a. Lips are purple only in cold light or painted, and paint has more chroma. */
const LIPS = { warm: 0.45, painted: [0.06, 0.1] } as const
/** Skin so much darker than the lit skin may be a beard: it keeps its own chroma. */
const BEARD = [0.45, 0.65] as const
/** Share of the skin's color variation that is removed, such as a wall's reflection on a cheek or lens fringes. */
const EVEN_COLOR = 0.34
/** Share of the colored light of lamps that is removed. */
const LAMP_REMOVED = 0.85
/** Lightness range in which a camera loses the color of skin. It is restored. */
const GLARE = [0.88, 0.95] as const
/** Share of the skin's shading wider than this many units that is removed. */
const EVEN = { share: 0.04, units: 17, directed: 0.28, hard: [0.05, 0.2], down: 0.35 } as const
/** Strength of the drawing's light and of the head's shadow on itself. */
const MODELLED = { lit: 0.06, shadow: 0.06, onHair: 0.8 } as const
/** The skin field's soft edge: hair below, skin above. */
const HAIRLINE = [0.3, 0.7] as const
/** Darkening of the right side of a head. The drawing's light comes from the top left. */
const SIDE = { share: 0.02, from: -10, to: 40 } as const
/** Maximum gain that restores the cheeks' lightness after the filters, above or below 1. */
const RECOVERED_MAX = 0.12
/** Share of chroma above the skin's that is kept. Flushed cheeks stay a little redder. */
const FLUSH_SHARE = 0.4
/** The same share for lips, which may be painted. */
const LIPS_SHARE = 0.9

/** Returns the light factor across a head, lower at its right side. @param x in units */
export const sideLight = (x: number): number => 1 - SIDE.share * smoothstep(SIDE.from, SIDE.to, x)

/**
 * Computes the tone curves of a head.
 *
 * @param skin the measured skin
 * @param paint its paint color. The cheeks keep the photo's lightness times the ratio of `paint` to `skin`.
 * @param cheeks the pixels of the cheeks
 */
export function computeTones(
  planes: Planes,
  materials: Materials,
  relief: Relief,
  skin: Lab,
  paint: Lab,
  cheeks: readonly number[],
): Tones {
  const light = fitLightness(planes, materials, relief, skin[0])
  const tones = { ...light, ...fitColors(planes, materials, light, skin, paint), grid: planes.grid }
  keepCheeks(tones, planes, materials.skin, paint[0] / skin[0], cheeks)
  calmSunlitCrown(tones, planes, materials.skin, materials.worn, cheeks)
  return tones
}

/** Returns the share of eye or mouth in a pixel. The core of the soft field counts fully. */
export const featureShare = (feature: number): number => clamp(1.3 * feature, 0, 1)

const hairShare = (skin: number, worn: number) => (1 - smoothstep(HAIRLINE[0], HAIRLINE[1], skin)) * (1 - worn)

function fitLightness({ lightness, grid }: Planes, materials: Materials, relief: Relief, skinLightness: number): Fit {
  const px = (units: number) => Math.max(1, Math.round(units * grid.perUnit))
  const first = guidedFit(lightness, lightness, grid, px(FLAT.units), FLAT.variance)
  const once = applyFit(first, lightness)
  const second = guidedFit(once, once, grid, px(FLAT.units * FLAT.more), FLAT.variance)
  const wornFit = guidedFit(lightness, lightness, grid, px(WORN.units), WORN.variance)
  const wide = boxBlur(lightness, grid, px(DETAIL.units), 2)
  const around = boxBlur(lightness, grid, px(TEXTURE.units), 2)
  const light = lightOn(materials.skin, lightness, skinLightness, grid, EVEN.units)
  const photo = photoLight(relief, materials, lightness, skinLightness)
  const directed = EVEN.directed * smoothstep(...EVEN.hard, Math.abs(photo.x))
  const { facing, shadow } = litBy(relief)
  const contrast = contrastFor(materials, lightness, materials.isColorless)
  const eyes = eyeGain(materials, lightness, skinLightness)
  const { mask, foreign, mouth, teeth, skin, features, worn, strands, stubble, curls } = materials
  const texture = TEXTURE.share + TEXTURE.fair * smoothstep(...TEXTURE.light, skinLightness)
  const hairDetail = HAIR_DETAIL.straight + (HAIR_DETAIL.curly - HAIR_DETAIL.straight) * curls
  for (let i = 0; i < wide.length; i++) {
    // Composes the two linear fits.
    let slope = first.slope[i]! * second.slope[i]!
    let offset = first.offset[i]! * second.slope[i]! + second.offset[i]!
    // Keeps some wrinkles and freckles. Skin without any looks like wax.
    const retained = texture * (1 - slope)
    slope += retained
    offset -= retained * around[i]!
    const feature = featureShare(features[i]!)
    const lip = eyes + (DETAIL.lips - eyes) * mouth[i]!
    const bright = lip + (DETAIL.teeth - lip) * teeth[i]!
    const gain = lightness[i]! < wide[i]! && bright > 0 ? bright * DETAIL.dark : bright
    slope += (1 + gain - slope) * feature
    offset += (-gain * wide[i]! - offset) * feature
    const hair = hairShare(skin[i]!, worn[i]!)
    const own = hairDetail + (1 - hairDetail) * stubble[i]!
    const detail = own * smoothstep(HAIR_EDGE[0], HAIR_EDGE[1], mask[i]!) * (1 - foreign[i]!)
    slope += (detail - slope) * hair
    offset += ((1 - detail) * strands[i]! - offset) * hair
    slope += (wornFit.slope[i]! - slope) * worn[i]!
    offset += (wornFit.offset[i]! - offset) * worn[i]!
    const bare = skin[i]! * (1 - worn[i]!)
    const cast = photo.x * relief.x[i]! + EVEN.down * photo.y * relief.y[i]!
    // A factor, because an offset would cover deep shadows with a gray veil.
    const evened = 1 - (bare * (EVEN.share * light[i]! + directed * cast)) / skinLightness
    const lit = 1 + MODELLED.lit * facing[i]! - MODELLED.shadow * shadow[i]!
    const share = bare + MODELLED.onHair * (1 - bare) * (1 - featureShare(features[i]!))
    const factor = evened * (1 + (lit - 1) * share)
    slope *= factor
    offset *= factor
    // Applies the contrast only to bare skin. It would darken eyes and hair, because it turns around the skin's lightness.
    const stretch = CONTRAST.rest + (contrast - CONTRAST.rest) * bare * (1 - feature)
    first.slope[i] = stretch * slope
    first.offset[i] = stretch * offset + (1 - stretch) * skinLightness
  }
  for (const field of [
    second.slope,
    second.offset,
    wornFit.slope,
    wornFit.offset,
    once,
    wide,
    around,
    light,
    facing,
    shadow,
  ])
    releaseBuffer(field)
  return first
}

/** Returns the photo's colors. Skin is shifted as a whole from the measured to the paint color. */
function fitColors({ lightness, a, b, grid }: Planes, materials: Materials, light: Fit, measured: Lab, paint: Lab) {
  const { mask, foreign, whites, mouth, teeth, skin, features, worn, grown } = materials
  const sure = mask.map((value, i) =>
    grown[i] === 1 || (value > HAIR_EDGE[1] && foreign[i] === 0 && skin[i]! < HAIRLINE[0] && worn[i]! < 0.1) ? 1 : 0,
  )
  const [hairA, hairB] = inpaint([a, b], sure, grid) as [Field, Field]
  const hair = measureHair({ lightness, a, b }, sure)
  const undyed = 1 - smoothstep(DYED.from, DYED.to, getChroma(hair))
  const colored = smoothstep(COOL.colored[0], COOL.colored[1], hair[2])
  const warmA = COOL.warm[0] + colored * (hair[1] - COOL.warm[0])
  const warmB = COOL.warm[1] + colored * (hair[2] - COOL.warm[1])
  const radius = Math.max(1, Math.round(COLOR.units * grid.perUnit))
  const [outA, outB] = [a, b].map((plane) => guidedFilter(lightness, plane, grid, radius, COLOR.variance)) as [
    Field,
    Field,
  ]
  const [moveA, moveB] = [paint[1] - measured[1], paint[2] - measured[2]]
  const [castA, castB] = castCorrection(measured, paint, measurePurple(measured, hair))
  const paintChroma = getChroma(paint)
  const lamps = findLampLight({ mask, a: outA, b: outB, skin, worn, features }, paint, [moveA, moveB], grid)
  const most = Math.max(CHROMA_MAX, paintChroma) * 1.1
  for (let i = 0; i < outA.length; i++) {
    const onSkin = smoothstep(HAIRLINE[0], HAIRLINE[1], skin[i]!) * (1 - worn[i]!)
    const lit = Math.min(1, lightness[i]! / measured[0])
    const iris =
      whites[i]! > 0 ? whites[i]! * (1 - mouth[i]!) * measureIris(lightness[i]!, outA[i]!, measured, paint) : 0
    const moved = (1 - iris) * lit * onSkin * (1 - (1 - WHITES_MOVED) * whites[i]!)
    const cast = (1 - iris) * lightness[i]! * (onSkin * (1 - WHITES_MOVED) * whites[i]! + (1 - onSkin) * (1 - worn[i]!))
    const glare = smoothstep(GLARE[0], GLARE[1], lightness[i]!)
    const lamp = lamps ? LAMP_REMOVED * lamps[i]! * (1 - whites[i]!) : 0
    const even = Math.max((EVEN_COLOR + (1 - EVEN_COLOR) * glare) * onSkin * (1 - whites[i]!), lamp)
    outA[i]! += moveA * moved
    outB[i]! += moveB * moved
    if (even > 0) {
      // A gray beard keeps its chroma. Only its hue becomes the skin's.
      const seen = Math.sqrt(outA[i]! * outA[i]! + outB[i]! * outB[i]!)
      const own = seen + lamp * (Math.min(seen, paintChroma * lit) - seen)
      const target = (own + (paintChroma - own) * (0.3 + 0.7 * smoothstep(BEARD[0], BEARD[1], lit))) / paintChroma
      outA[i]! += (paint[1] * target - outA[i]!) * even
      outB[i]! += (paint[2] * target - outB[i]!) * even
    }
    const edge =
      (1 - lamp) *
      hairShare(skin[i]!, worn[i]!) *
      Math.max(foreign[i]!, 1 - smoothstep(HAIR_EDGE[0], HAIR_EDGE[1], mask[i]!))
    outA[i]! += (hairA[i]! - outA[i]!) * edge
    outB[i]! += (hairB[i]! - outB[i]!) * edge
    outB[i]! += castB * cast
    const olive = measureOlive([outA[i]!, outB[i]!], castA * cast)
    outA[i]! += castA * cast + (1 - onSkin) * (1 - worn[i]!) * olive
    // Cameras render dark hair too blue or green.
    if (outB[i]! < 0 || outA[i]! < 0) {
      const cool = smoothstep(0, COOL.full, Math.max(-outB[i]!, -outA[i]!)) * (1 - onSkin) * (1 - worn[i]!)
      const dyed = smoothstep(COOL.dyed[0], COOL.dyed[1], Math.sqrt(outA[i]! * outA[i]! + outB[i]! * outB[i]!))
      // Foreign pixels are drawn as dark as hair, however light they are in the photo.
      const drawn = light.slope[i]! * lightness[i]! + light.offset[i]!
      const retained = 1 - COOL.share * cool * (1 - smoothstep(COOL.dark[0], COOL.dark[1], drawn)) * (1 - dyed)
      outA[i] = outA[i]! * retained + warmA * (1 - retained)
      outB[i] = outB[i]! * retained + warmB * (1 - retained)
      const darkest = 1 - COOL.darker * (1 - retained)
      // Roots that are darker than the rest of colored hair reflect nothing.
      const darkened = darkest + colored * Math.max(0, Math.min(1, hair[0] / drawn) - darkest)
      light.slope[i]! *= darkened
      light.offset[i]! *= darkened
    }
    if (teeth[i]! > 0 && lightness[i]! > TEETH.least) {
      outB[i]! *= 1 - TEETH.yellow * teeth[i]!
      outA[i]! *= 1 - TEETH.red * teeth[i]! * (1 - smoothstep(TEETH.gums[0], TEETH.gums[1], outA[i]!))
    }
    const chroma = Math.sqrt(outA[i]! * outA[i]! + outB[i]! * outB[i]!)
    const purple = mouth[i]! > 0 ? LIPS.warm * outA[i]! - outB[i]! : 0
    if (purple > 0 && outA[i]! > 0)
      outB[i]! += purple * mouth[i]! * whites[i]! * (1 - smoothstep(LIPS.painted[0], LIPS.painted[1], chroma))
    const flush = FLUSH_SHARE + (LIPS_SHARE - FLUSH_SHARE) * whites[i]!
    const calm = chroma > most ? (most + flush * (chroma - most)) / chroma : 1
    const onHair = undyed * (1 - onSkin) * (1 - worn[i]!)
    const clear = 1 + (IRIS_GAIN - 1) * iris
    const factor = clear * (1 + (calm - 1) * (onSkin + onHair)) * (onSkin + HAIR_COLOR * (1 - onSkin))
    outA[i]! *= factor
    outB[i]! *= factor
  }
  for (const field of [sure, hairA, hairB, ...(lamps ? [lamps] : [])]) releaseBuffer(field)
  return { a: outA, b: outB }
}

/** Returns the median color of the photo's hair, black without hair. */
function measureHair(planes: LabPlanes, hair: Field): Lab {
  const pixels: number[] = []
  for (let i = 0; i < hair.length; i += DYED.stride) if (hair[i] === 1) pixels.push(i)
  return pixels.length > 0 ? medianColor(planes, pixels) : [0, 0, 0]
}

/** Scales the lightness of all skin so that the cheeks keep theirs, in place. */
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
  const gain = clamp((before * lift) / after - 1, -RECOVERED_MAX, RECOVERED_MAX)
  for (let i = 0; i < offset.length; i++) {
    const factor = 1 + gain * smoothstep(HAIRLINE[0], HAIRLINE[1], skin[i]!)
    slope[i]! *= factor
    offset[i]! *= factor
  }
}

/** Returns the median drawn color of some pixels. */
export function middleTone({ slope, offset, a, b }: Tones, { lightness }: Planes, pixels: readonly number[]): Lab {
  return [
    median(pixels.map((i) => slope[i]! * lightness[i]! + offset[i]!)),
    median(pixels.map((i) => a[i]!)),
    median(pixels.map((i) => b[i]!)),
  ]
}

export const listFields = (tones: Tones): Field[] => [tones.slope, tones.offset, tones.a, tones.b]
