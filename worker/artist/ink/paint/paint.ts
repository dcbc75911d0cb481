import { Brush } from './brush.ts'
import { cropHead, type Gains } from '../study/crop.ts'
import { gridOf } from '../field/grid.ts'
import { clamp, smoothstep } from '../field/numbers.ts'
import { type Rgb, rgbOfLab } from '../color/oklab.ts'
import type { Picture, Pose } from '#worker/graphics/picture.ts'
import type { Portrait } from '../study/portrait.ts'
import { Sampler, Slope } from '../field/sampler.ts'
import { edgeOfPixel, OUTLINE, scanHead } from './scan-head.ts'
import { featureShare, sideLight } from '../study/tones.ts'

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

/** The photo that is drawn from: where the head is in it, and what its light is evened by. */
export type Sitter = { readonly picture: Picture; readonly pose: Pose; readonly light: Gains }

export const INK: Rgb = [11, 13, 12]

const RIM_UNITS = 1.6
/** Strokes are solid ink above the second value: the soft threshold of XDoG. */
const STROKE: readonly [number, number] = [0.0118, 0.0152]
/** How much ink a stroke of the face itself has: the tones already show it, and lids or brows are often seen on one side only. */
const FACE_INK = 0.45
/** Flat tones from black to white, and how much of a tone becomes flat: less in eyes and mouth. */
const TONES = { levels: 15, flatness: 0.7, inFeatures: 0.25 } as const
/** Lights on skin are flattened less, or they look like blotches. */
const LIGHTS = { share: 0.35, from: 1, to: 1.08 } as const
const DARKEST = 0.05
const LIGHTEST = 0.97
/** Paint on skin lets its shading through, within these shares of the skin's lightness. */
const DECAL = { share: 0.85, darkest: 0.5, lightest: 1.05 } as const

/**
 * Draws a head: the photo in flat tones, ink along its strokes, a die-cut outline. Transparent around it.
 * Tones in the manner of Winnemöller, Olsen and Gooch, "Real-time video abstraction", 2006.
 */
export function paintHead({ picture, pose, light }: Sitter, portrait: Portrait, options: PaintOptions): Picture {
  const { perUnit, rim, decal, depthAt } = options
  const large = gridOf(perUnit)
  const { lightness } = cropHead(picture, pose, perUnit, light, portrait.grid)
  const { tones, features, skin, lines, worn, skinPaint } = portrait
  const at = new Sampler(portrait.grid, large)
  const atTones = new Sampler(tones.grid, large)
  const slope = new Slope(large.w)
  const brush = new Brush()
  const edge = edgeOfPixel(large)
  // The color of the skin lies in the middle of a tone: most of a face is one.
  const phase = 0.5 - ((skinPaint[0] * TONES.levels) % 1)

  /** Pulled towards the nearest level; `soft` is half the width of the edge between two, in levels. */
  function flattened(value: number, soft: number): number {
    const scaled = clamp(value, DARKEST, LIGHTEST) * TONES.levels + phase
    const level = Math.floor(scaled)
    return (level + smoothstep(0.5 - soft, 0.5 + soft, scaled - level) - phase) / TONES.levels
  }

  function layTone(x: number, column: number, pixel: number): number {
    atTones.toRow(Math.floor(pixel / large.w))
    atTones.toColumn(column)
    const value = atTones.read(tones.slope) * lightness[pixel]! + atTones.read(tones.offset)
    const soft = clamp(1.2 * slope.at(column, value) * TONES.levels, 0.03, 0.35)
    const feature = featureShare(at.read(features))
    const light = at.read(skin) > 0.5 ? smoothstep(LIGHTS.from, LIGHTS.to, value / skinPaint[0]) : 0
    const flatness = TONES.flatness * (1 - (1 - TONES.inFeatures) * feature) * (1 - (1 - LIGHTS.share) * light)
    const tone = (value + (flattened(value, soft) - value) * flatness) * sideLight(x)
    brush.lay(rgbOfLab([clamp(tone, DARKEST, LIGHTEST), atTones.read(tones.a), atTones.read(tones.b)]), 1)
    return tone
  }

  function layDecal({ data }: Picture, i: number, tone: number) {
    if (data[i + 3] === 0 || at.read(skin) <= 0.5) return
    const shading = clamp(tone / skinPaint[0], DECAL.darkest, DECAL.lightest)
    brush.lay([data[i]! * shading, data[i + 1]! * shading, data[i + 2]! * shading], (DECAL.share * data[i + 3]!) / 255)
  }

  function layInk(distance: number) {
    // Strokes that run into the outline would make it look frayed.
    const nearOutline = 0.03 * (1 - smoothstep(1.5, 4.5, distance))
    const line = smoothstep(STROKE[0] + nearOutline, STROKE[1] + nearOutline, at.read(lines))
    if (line > 0) brush.lay(INK, line * (FACE_INK + (1 - FACE_INK) * at.read(worn)))
  }

  function layRim(color: Rgb, x: number, distance: number) {
    if (x <= 10 || distance >= 3) return
    const start = OUTLINE.inside
    const end = start + RIM_UNITS
    const band = smoothstep(start, start + edge * 2, distance) * (1 - smoothstep(end - edge, end + edge, distance))
    brush.lay(color, 0.9 * band * smoothstep(10, 30, x))
  }

  function paint(x: number, _y: number, distance: number, column: number, i: number) {
    if (distance < OUTLINE.inside - edge) {
      brush.lay(INK, 1)
      return
    }
    const tone = layTone(x, column, i / 4)
    if (decal) layDecal(decal, i, tone)
    layInk(distance)
    if (rim) layRim(rim, x, distance)
    if (distance < OUTLINE.inside + edge) {
      brush.lay(INK, 1 - smoothstep(OUTLINE.inside - edge, OUTLINE.inside + edge, distance))
    }
  }
  return scanHead({ portrait, large, at, brush, depthAt, paint })
}
