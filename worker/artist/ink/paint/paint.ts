import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { Brush } from './brush.ts'
import { INK } from './ink.ts'
import { cropLightness, type Gains } from '../study/crop.ts'
import { createGrid, unitY } from '../field/grid.ts'
import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import { type Rgb, writeRgb } from '../color/oklab.ts'
import type { Picture, Pose } from '#worker/graphics/picture.ts'
import type { FaceMap } from '../study/face-map.ts'
import { getStrandGain } from '../study/hair.ts'
import type { NeckShape } from '../study/neck-shape.ts'
import type { Portrait } from '../study/portrait.ts'
import { Sampler, Slope } from '../field/sampler.ts'
import { layBoard } from './paint-board.ts'
import { edgeOfPixel, scanHead } from './scan-head.ts'
import { sideLight } from '../study/tones.ts'

export type PaintOptions = {
  /** Pixels per unit of the drawing. */
  readonly perUnit: number
  /** Color of the rim light at the right edge of the head; null under a helmet. */
  readonly rim: Rgb | null
  /** Face paint, at the size of the drawing. */
  readonly decal?: Picture | null
  /** Returns the depth of a point of head space inside the visible part, in units. Hats hide hair. */
  readonly depthAt?: (x: number, y: number) => number
  /** The neck below the head. */
  readonly neck?: NeckShape
}

/** Source photo of a drawing: the head's pose in it and the gains that normalize its light. */
export type Sitter = {
  readonly picture: Picture
  readonly pose: Pose
  readonly light: Gains
  readonly map: FaceMap
}

/**
 * Rim light: where it starts and reaches full strength, in units right of the middle, its width in units, and the tones
 * on which it fades. On dark hair it looked like a strip of the wall.
 */
const RIM = { from: 8, to: 40, units: 5, share: 0.18, dark: [0.3, 0.65] } as const
/** Soft threshold of XDoG. Strokes are solid ink above the second value. */
const STROKE: readonly [number, number] = [0.0118, 0.0152]
/**
 * Ink strength of strokes on the face. The tones already show them, and lids or brows often have a stroke on one side
 * only.
 */
const FACE_INK = 0.3
/** Number of tone levels from black to white, and the degree of posterization of worn items. */
const TONES = { levels: 15, flatness: 0.25 } as const
/** Hair darker than `below` is lightened by a share of the difference. */
const BLACK = { below: 0.3, share: 0.26 } as const
/**
 * Skin lighter than `from`, or than `above` its paint color, keeps a share of the excess. Highlights on a face are never
 * paper white, and sun does not bleach a brown scalp.
 */
const HIGHLIGHT = { from: 0.91, above: 0.14, least: 0.8, retained: 0.5 } as const
const DARKEST = 0.05
const LIGHTEST = 0.97
/** Opacity of face paint, the range of skin shading that shows through it, and the gain of its contrast as a power. */
const DECAL = { share: 0.86, darkest: 0.55, lightest: 1.08, contrast: 1.2 } as const

/**
 * Draws a head: the photo in flat tones, ink along its strokes, a die-cut outline. Transparent around it.
 * Tones follow Winnemöller, Olsen and Gooch, "Real-time video abstraction", 2006.
 */
export function paintHead({ picture, pose, light }: Sitter, portrait: Portrait, options: PaintOptions): Picture {
  const { perUnit, rim, decal, depthAt, neck } = options
  const large = createGrid(perUnit)
  const lightness = cropLightness(picture, pose, perUnit, light, portrait.grid)
  const { tones, skin, lines, strands, worn, skinPaint, board } = portrait
  const edge = edgeOfPixel(large)
  const highlight = clamp(skinPaint[0] + HIGHLIGHT.above, HIGHLIGHT.least, HIGHLIGHT.from)
  const at = new Sampler(portrait.grid, large)
  const atTones = new Sampler(tones.grid, large)
  const slope = new Slope(large.w)
  const brush = new Brush()
  let tonesRow = -1
  // Centers the skin's lightness within a tone level, so most of a face has a single tone.
  const phase = 0.5 - ((skinPaint[0] * TONES.levels) % 1)

  /** Posterizes a value. `soft` is half the width of the edge between two levels, in levels. */
  function posterize(value: number, soft: number): number {
    const scaled = clamp(value, DARKEST, LIGHTEST) * TONES.levels + phase
    const level = Math.floor(scaled)
    return (level + smoothstep(0.5 - soft, 0.5 + soft, scaled - level) - phase) / TONES.levels
  }

  function layTone(x: number, column: number, pixel: number): number {
    atTones.toColumn(column)
    const value = atTones.read(tones.slope) * lightness[pixel]! + atTones.read(tones.offset)
    const wear = at.read(worn)
    const hair = (1 - smoothstep(0.4, 0.6, at.read(skin))) * (1 - wear)
    let tone = value
    if (wear > 0.02) {
      const soft = clamp(1.2 * slope.at(column, value) * TONES.levels, 0.03, 0.35)
      tone += (posterize(value, soft) - value) * TONES.flatness * wear
    }
    // Black hair is drawn as charcoal so that its strands stay visible.
    if (hair > 0.02) {
      tone += hair * BLACK.share * Math.max(0, BLACK.below - tone)
      tone += hair * at.read(strands) * getStrandGain(tone)
    }
    tone *= sideLight(x)
    if (tone > highlight && hair + wear < 0.5) tone -= (1 - HIGHLIGHT.retained) * (tone - highlight)
    writeRgb(brush, clamp(tone, DARKEST, LIGHTEST), atTones.read(tones.a), atTones.read(tones.b))
    return tone
  }

  function layDecal({ data }: Picture, i: number, tone: number) {
    if (data[i + 3] === 0 || at.read(skin) <= 0.5) return
    const shading = clamp((tone / skinPaint[0]) ** DECAL.contrast, DECAL.darkest, DECAL.lightest)
    brush.lay([data[i]! * shading, data[i + 1]! * shading, data[i + 2]! * shading], (DECAL.share * data[i + 3]!) / 255)
  }

  function layInk(distance: number) {
    // Strokes that run into the outline would make it look frayed.
    const nearOutline = 0.03 * (1 - smoothstep(1.5, 4.5, distance))
    const line = smoothstep(STROKE[0] + nearOutline, STROKE[1] + nearOutline, at.read(lines))
    if (line > 0) brush.lay(INK, line * (FACE_INK + (1 - FACE_INK) * at.read(worn)))
  }

  /** Adds the rim light in the team's color, on the side away from the main light. It is a soft glow, not a line. */
  function layRim(color: Rgb, x: number, distance: number, tone: number) {
    if (x <= RIM.from || distance >= RIM.units) return
    const near = smoothstep(RIM.from, RIM.to, x) * (1 - smoothstep(0, RIM.units, distance))
    brush.screen(color, RIM.share * near * smoothstep(RIM.dark[0], RIM.dark[1], tone))
  }

  function paint(x: number, row: number, distance: number, column: number, i: number) {
    if (row !== tonesRow) atTones.toRow((tonesRow = row))
    const tone = layTone(x, column, i / 4)
    if (decal) layDecal(decal, i, tone)
    if (board) layBoard(brush, board, x, unitY(large, row), edge)
    layInk(distance)
    if (rim) layRim(rim, x, distance, tone)
  }
  const head = scanHead({ portrait, large, at, brush, depthAt, neck, paint })
  releaseBuffer(lightness)
  return head
}
