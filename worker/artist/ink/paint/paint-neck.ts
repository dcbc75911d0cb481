import type { Picture } from '#worker/graphics/picture.ts'
import { type Lab, type Rgb, rgbOfLab, writeRgb } from '../color/oklab.ts'
import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import type { NeckShape } from '../study/neck-shape.ts'
import type { Portrait } from '../study/portrait.ts'
import { Brush } from './brush.ts'
import { INK } from './ink.ts'
import { OUTLINE } from './scan-head.ts'

/** A neck stands a little back from the face. */
const LIT = 0.985
/** The darkening of a neck towards its sides, of which the right one is turned away from the light. */
const ROUND = { left: 0.06, right: 0.2 } as const
/** The shadow that the head casts on it: from the top left, over so many units, and how dark it is. */
const CAST = { x: 4, y: 11, soft: 1.1, share: 0.27 } as const
/** It is deepest right below the jaw. */
const DEEP = { units: 9, share: 0.12 } as const
/** Shadows on skin are redder than skin. */
const WARMTH = { a: 0.1, b: 0.05 } as const
/** Hair behind a neck lies in its shadow; it is seen where other hair hangs so near, in units. */
const BEHIND = 0.68
const BESIDE_UNITS = 36
/** The pit of the throat lies so far below where they begin, in units. */
const THROAT_UNITS = 34
/** Two faint cords run from behind the ears to the pit of the throat. */
const CORD = { share: 0.05, width: 0.13 } as const

export type NeckFrame = {
  /** The picture's upper left corner and its size, in pixels of the canvas. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** The origin of head space on the canvas, and pixels per unit. */
  readonly originX: number
  readonly originY: number
  readonly perUnit: number
  /** The visible reach behind a neck from its middle, in pixels: shoulder is farther out. */
  readonly reachPx: number
  /** The ends of the collar, in units of the head. */
  readonly endsY: number
}

/**
 * A neck in the light of the head above it: rounded, in the shadow of jaw, beard and hair as they are drawn, with an
 * outline at its sides. It has no seam with the head: that is laid over it without an outline.
 */
export function paintNeck(skin: Lab, portrait: Portrait, neck: NeckShape, bottomY: number, frame: NeckFrame): Picture {
  const { left, top, width, height, originX, originY, perUnit } = frame
  const data = new Uint8ClampedArray(width * height * 4)
  const edge = 0.5 / perUnit
  const widest = frame.reachPx / perUnit
  const brush = new Brush()
  const depthAt = headDepth(portrait)
  const hair = portrait.drawnHair
  const behind: Rgb = hair ? rgbOfLab([hair[0] * BEHIND, hair[1], hair[2]]) : INK
  for (let row = 0; row < height; row++) {
    const y = (row + 0.5 + top - originY) / perUnit
    if (y > bottomY) break
    const half = neck.halfAt(y)
    const low = (y - (bottomY - THROAT_UNITS)) / THROAT_UNITS
    // Hair behind the neck is seen between a neck and the hair that hangs beside it.
    const beside = half + BESIDE_UNITS
    const leftHair = hair ? neck.x - Math.min(widest, hairBeside(neck.x, y, -1, half, beside, depthAt)) : neck.x
    const rightHair = hair ? neck.x + Math.min(widest, hairBeside(neck.x, y, 1, half, beside, depthAt)) : neck.x
    for (let column = 0; column < width; column++) {
      const x = (column + 0.5 + left - originX) / perUnit
      const inside = half - Math.abs(x - neck.x)
      const side = x > neck.x ? OUTLINE.shaded : OUTLINE.lit
      const i = (row * width + column) * 4
      const share = smoothstep(-side - edge, -side + edge, inside)
      const isBehind = share < 1 && (x < neck.x ? x > leftHair : x < rightHair)
      if (share === 0 && !isBehind) continue
      if (share > 0) {
        const across = (x - neck.x) / half
        const round =
          across > 0 ? ROUND.right * smoothstep(0.1, 1.05, across) : ROUND.left * smoothstep(0.3, 1.05, -across)
        const cast = smoothstep(-CAST.soft, CAST.soft, depthAt(x - CAST.x, y - CAST.y))
        const deep = smoothstep(-DEEP.units, 0, depthAt(x, y))
        const cords = CORD.share * cordAt(across, low)
        const shade = (1 - round) * (1 - CAST.share * cast) * (1 - DEEP.share * deep) * (1 - cords)
        const warm = 2 * (1 - shade)
        writeRgb(brush, skin[0] * LIT * shade, skin[1] * (1 + WARMTH.a * warm), skin[2] * (1 + WARMTH.b * warm))
        brush.lay(INK, 1 - smoothstep(OUTLINE.inside - edge, OUTLINE.inside + edge, inside))
      }
      if (isBehind) brush.lay(behind, 1 - share)
      data[i + 3] = isBehind ? 255 : 255 * share
      data[i] = brush.r
      data[i + 1] = brush.g
      data[i + 2] = brush.b
    }
  }
  return { data, widthPx: width, heightPx: height }
}

/** The distance from the middle of a neck to the hair beside it at a height, in units; half the neck without hair. */
function hairBeside(
  middle: number,
  y: number,
  away: 1 | -1,
  half: number,
  beside: number,
  depthAt: (x: number, y: number) => number,
): number {
  for (let far = beside; far > half; far -= 1.5) if (depthAt(middle + away * far, y) > 1) return far
  return half
}

/** @param low 0 where a neck begins, 1 at the pit of the throat */
function cordAt(across: number, low: number): number {
  const place = 0.72 - 0.6 * clamp(low, 0, 1)
  const off = (Math.abs(across) - place) / CORD.width
  return off < -1 || off > 1 ? 0 : (1 - off * off) ** 2 * smoothstep(0.05, 0.5, low)
}

/** The depth of a point inside the head, in units; a point far below the study's window lies outside. */
function headDepth({ grid, distance }: Portrait): (x: number, y: number) => number {
  const { w, h, perUnit, x0, y0 } = grid
  return (x, y) => {
    const px = clamp((x - x0) * perUnit - 0.5, 0, w - 1.001)
    const py = Math.max(0, (y - y0) * perUnit - 0.5)
    if (py >= h - 1) return -20
    const column = Math.floor(px)
    const row = Math.floor(py)
    const u = px - column
    const i = row * w + column
    const upper = distance[i]! * (1 - u) + distance[i + 1]! * u
    const lower = distance[i + w]! * (1 - u) + distance[i + w + 1]! * u
    return (upper + (lower - upper) * (py - row)) / perUnit
  }
}
