import { Brush, type Paint, paintOf } from './brush.ts'
import { type Grid, gridOf } from './grid.ts'
import { clamp, smoothstep } from './numbers.ts'
import { type Rgb, rgbOfLab } from './oklab.ts'
import type { Picture } from './picture.ts'
import type { Portrait } from './portrait.ts'
import { hairShadowX, shadowEdgeX } from './proportions.ts'
import { hairRamps, skinRamps } from './ramps.ts'
import { Sampler, Slope } from './sampler.ts'
import { edgeOfPixel, OUTLINE, scanHead } from './scan-head.ts'

export type PaintOptions = {
  /** Pixels per unit of the drawing. */
  readonly perUnit: number
  /** Team light along the right edge of the head; null under a helmet. */
  readonly rim: Rgb | null
  /** Colors painted on the skin, at the size of the drawing. */
  readonly decal?: Picture | null
  /** How far inside the part that can be seen a point of head space lies, in units: hats hide hair. */
  readonly depthAt?: (x: number, y: number) => number
}

export const INK: Rgb = [11, 13, 12]
const EYE_WHITE: Rgb = [246, 242, 234]
const EYE_WHITE_SHADE: Rgb = [206, 199, 190]
const CATCH_LIGHT: Rgb = [255, 255, 255]

const RIM_UNITS = 1.6
const HAIRLINE_UNITS = 1.15
const IRIS_UNITS = 3.5
const CATCH_LIGHT_UNITS = 1.35
/** Strokes are solid ink above the second value: the soft threshold of XDoG. */
const STROKE: readonly [number, number] = [0.0118, 0.0152]

/** One pixel of the drawing: where it is, what the fields say there. */
type Spot = { x: number; y: number; distance: number; skin: number; shade: number; isSkin: boolean }

/** Draws a head: flat tones, ink, die-cut outline. Transparent around it. */
export function paintHead(portrait: Portrait, { perUnit, rim, decal, depthAt }: PaintOptions): Picture {
  const large = gridOf(perUnit)
  const { at, brush, draw } = createPainter(portrait, large, rim, decal ?? null)
  return scanHead({ portrait, large, at, brush, depthAt, paint: draw })
}

function createPainter(portrait: Portrait, large: Grid, rim: Rgb | null, decal: Picture | null) {
  const at = new Sampler(portrait.grid, large)
  const slope = new Slope(large.w)
  const brush = new Brush()
  const edge = edgeOfPixel(large)
  const skinPaint = paintOf(skinRamps(portrait.skinColor))
  const hairPaint = paintOf(hairRamps(portrait.hairColor))
  const drawParts = createPartsPainter(portrait, hairPaint, at, brush)
  const { skinSteps, hairSteps, skinColor, hairColor } = portrait
  // One for all pixels: there are half a million.
  const spot: Spot = { x: 0, y: Number.NaN, distance: 0, skin: 0, isSkin: false, shade: 0 }
  let [skinShadowX, hairEdgeX] = [0, 0]

  /** Flat tones; the shadow's edge moves with the tone, so that it runs round the forms of the face. */
  function layTones(column: number, i: number) {
    const tone = at.read(portrait.tone)
    const soft = slope.at(column, tone)
    spot.shade = spot.isSkin
      ? smoothstep(-2 * edge, 2 * edge, spot.x - skinShadowX - (tone - skinColor[0]) * 14)
      : smoothstep(-2 * edge, 2 * edge, spot.x - hairEdgeX - (tone - hairColor[0]) * 90)
    if (spot.isSkin) brush.fill(skinPaint, tone, skinSteps, soft, spot.shade)
    else brush.fill(hairPaint, tone, hairSteps, soft, spot.shade)
    if (spot.isSkin && decal && decal.data[i + 3]! > 0) {
      const light = (1 - 0.38 * spot.shade) * (tone < skinSteps[0] ? 0.8 : 1)
      const [r, g, b] = [decal.data[i]!, decal.data[i + 1]!, decal.data[i + 2]!]
      brush.lay([r * light, g * light, b * light], decal.data[i + 3]! / 255)
    }
  }

  function layInk() {
    const { x, y, distance, skin, isSkin } = spot
    // Strokes that run into the outline would make it look frayed.
    const nearOutline = 0.03 * (1 - smoothstep(1.5, 4.5, distance))
    const stroke = smoothstep(STROKE[0] + nearOutline, STROKE[1] + nearOutline, at.read(portrait.lines))
    const fromHairline = Math.abs(skin - 0.5) * 7.5
    const hairline = 1 - smoothstep(HAIRLINE_UNITS - edge, HAIRLINE_UNITS + edge, fromHairline)
    brush.lay(INK, hairline > 0 ? Math.max(stroke, hairline * smoothstep(-1, 3, distance)) : stroke)
    if (isSkin && y < 8 && portrait.features[at.index]! > 0.3) layIrises(x, y)
  }

  function layIrises(x: number, y: number) {
    for (const iris of portrait.irises) {
      if (!iris || y < iris.y - 3) continue
      const distance = Math.hypot(x - iris.x, y - iris.y - 0.3)
      if (distance > IRIS_UNITS + 1) continue
      brush.lay(INK, 1 - smoothstep(IRIS_UNITS - edge, IRIS_UNITS + edge, distance))
      const light = Math.hypot(x - iris.x + 1.4, y - iris.y + 1.4)
      brush.lay(CATCH_LIGHT, 1 - smoothstep(CATCH_LIGHT_UNITS - edge, CATCH_LIGHT_UNITS + edge, light))
    }
  }

  function layRim() {
    const { x, distance } = spot
    if (!rim || x <= 10 || distance >= 3) return
    const start = OUTLINE.inside
    const end = start + RIM_UNITS
    const band = smoothstep(start, start + edge * 2, distance) * (1 - smoothstep(end - edge, end + edge, distance))
    brush.lay(rim, 0.9 * band * smoothstep(10, 30, x))
  }

  function draw(x: number, y: number, distance: number, column: number, i: number) {
    if (distance < OUTLINE.inside - edge) {
      brush.lay(INK, 1)
      return
    }
    if (y !== spot.y) [skinShadowX, hairEdgeX] = [shadowEdgeX(y), hairShadowX(y)]
    spot.x = x
    spot.y = y
    spot.distance = distance
    spot.skin = at.read(portrait.skin)
    spot.isSkin = spot.skin > 0.5
    layTones(column, i)
    if (spot.isSkin) drawParts(spot.shade)
    layInk()
    layRim()
    if (distance < OUTLINE.inside + edge) {
      brush.lay(INK, 1 - smoothstep(OUTLINE.inside - edge, OUTLINE.inside + edge, distance))
    }
  }

  return { at, brush, draw }
}

/** How much of a pixel belongs to a class whose field crosses one half at its edge. */
const edgeOf = (value: number) => smoothstep(0.46, 0.54, value)

/** Eyes, brows and mouth are flat classes, not tones. */
function createPartsPainter(portrait: Portrait, hair: Paint, at: Sampler, brush: Brush) {
  const { features, brows, lips, whites, fine, lipColor, skinColor } = portrait
  const lipLightness = clamp(lipColor[0], 0.42, 0.72)
  const lip = rgbOfLab([lipLightness, lipColor[1] * 1.45, lipColor[2]])
  const lipShade = rgbOfLab([lipLightness * 0.74, lipColor[1] * 1.45, lipColor[2]])
  const dark = rgbOfLab([0.2, 0.02, 0.02])

  return (shade: number) => {
    if (features[at.index]! <= 0.04 && brows[at.index]! <= 0) return
    const feature = at.read(features)
    if (feature > 0.1) {
      brush.layFlat(lip, lipShade, shade, edgeOf(at.read(lips)))
      brush.layFlat(EYE_WHITE, EYE_WHITE_SHADE, shade, edgeOf(at.read(whites)))
      const darkness = 0.78 - at.read(fine) / skinColor[0]
      brush.lay(dark, smoothstep(0.2, 0.24, darkness) * smoothstep(0.3, 0.4, feature))
    }
    brush.layFlat(hair.shade[1]!, hair.shade[0]!, shade, edgeOf(at.read(brows)))
  }
}
