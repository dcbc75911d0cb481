import { INK } from './ink.ts'
import type { Brush } from './brush.ts'
import { type Grid, placeIn, unitX, unitY } from '../field/grid.ts'
import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { findHairBehind, type NeckShape } from '../study/neck-shape.ts'
import type { Sides } from '../study/head-shape.ts'
import type { Portrait } from '../study/portrait.ts'
import type { Sampler } from '../field/sampler.ts'

/**
 * Outline widths inside and outside the contour, in units. The line is thin on the lit side of a head and thick on the
 * shaded side.
 */
export const OUTLINE = { inside: 0.35, lit: 0.85, shaded: 1.75, ofGear: 1.5, insideGear: 0.7 } as const
/** Direction away from the light, which comes from the top left. Outlines that face this way are thick. */
const AWAY = { x: 0.78, y: 0.62 } as const
/** The outline in front of the neck tapers over these units. A longer one doubles the outline of a narrow nape. */
const NECK_TAPER = [-1.5, 3.5] as const
/**
 * Hair beside a neck fades into the hair behind it, and hair in front of a neck into its skin, over these units. A chin
 * fades over a share of them.
 */
const BESIDE_NECK = 8
/** Edges are soft this far inside the neck's sides and this far below its top, in units. */
const SOFT_FROM = 7
const SOFT_BELOW = 4
const BEFORE_NECK = 3
const CHIN_SHARE = 0.4
/** Depth beyond the reach of any outline and rim light. */
const FAR_UNITS = 8
/** Maximum outline width. Gear and brims never lie in front of a neck. */
const MOST = OUTLINE.shaded

export type Scan = {
  readonly portrait: Portrait
  readonly large: Grid
  /** Positioned at the current pixel when `paint` is called. */
  readonly at: Sampler
  /** Holds the pixel's color after `paint` returns. */
  readonly brush: Brush
  /** Returns the depth of a point of head space inside the visible part, in units. Hats hide hair. */
  readonly depthAt?: ((x: number, y: number) => number) | undefined
  /** The neck behind the head. No line separates the two. */
  readonly neck?: NeckShape | undefined
  /** @param distance to the contour in units, negative outside. @param i index of the pixel's first byte */
  readonly paint: (x: number, row: number, distance: number, column: number, i: number) => void
}

/** Returns half a pixel in units: the softness of every edge. */
export const edgeOfPixel = (large: Grid): number => 0.5 / large.perUnit

/** Returns the softness of an edge where hair overlaps the hair behind the neck. It is 0 at the outer edge of both. */
const softBeside = (inSides: number, belowTop: number, depth: number): number =>
  BESIDE_NECK *
  smoothstep(0, BESIDE_NECK, -depth) *
  smoothstep(SOFT_FROM / 2, 2 * SOFT_FROM, inSides) *
  smoothstep(0, SOFT_BELOW, belowTop)

/** Returns the softness of an edge where hair overlaps the skin of the neck. Its bottom edge would look like a scrawl. */
const softBefore = (inNeck: number, inSkin: number): number =>
  BEFORE_NECK * smoothstep(0, SOFT_FROM, inNeck) * smoothstep(-BEFORE_NECK, BEFORE_NECK, inSkin)

/** Visits every pixel of a head and draws its outline. Transparent around it. */
export function scanHead({ portrait, large, at, brush, depthAt, neck, paint }: Scan): Picture {
  const data = new Uint8ClampedArray(large.w * large.h * 4)
  const edge = edgeOfPixel(large)
  const { perUnit } = portrait.grid
  const far = -5 * perUnit
  const { left, right, top, bottom } = placeIn(large, portrait.grid)
  const hairAt = neck && findHairBehind(neck, portrait)
  const getSoftness = () => 1 - (1 - CHIN_SHARE) * at.read(portrait.skin)
  let sides: Sides = { left: 0, right: 0 }
  let behind = sides
  for (let row = top; row < bottom; row++) {
    at.toRow(row)
    const y = unitY(large, row)
    if (neck && hairAt && y > neck.topY) {
      sides = neck.sidesAt(y)
      behind = hairAt(y)
    }
    for (let column = left; column < right; column++) {
      at.toColumn(column)
      if (portrait.distance[at.index]! < far) continue
      const x = unitX(large, column)
      const depth = at.read(portrait.distance) / perUnit
      const seen = depthAt ? depthAt(x, y) : depth
      const distance = Math.min(depth, seen)
      if (distance < -MOST - edge) continue
      const i = (row * large.w + column) * 4
      // Hair that gear cuts off has an outline, even beside a neck.
      const isLow = neck !== undefined && y > neck.topY && seen >= depth
      const inSides = Math.min(x - behind.left, behind.right - x)
      const inNeck = isLow ? Math.min(inSides, y - neck.topY) : -FAR_UNITS
      // The rim light does not fall where hair or neck continues behind the head.
      const toEdge = inNeck > 0 ? Math.max(distance, Math.min(FAR_UNITS, distance + inNeck)) : distance
      const inSkin = Math.min(x - sides.left, sides.right - x)
      const soft =
        isLow && inNeck > 0
          ? softBeside(inSides, y - neck.topY, inSkin) + softBefore(inNeck, inSkin) * getSoftness()
          : 0
      if (distance > 2 + soft) {
        paint(x, row, toEdge, column, i)
        data[i] = brush.r
        data[i + 1] = brush.g
        data[i + 2] = brush.b
        data[i + 3] = 255
        continue
      }
      let weight: number = OUTLINE.ofGear
      let inwards: number = OUTLINE.insideGear
      if (seen >= depth) {
        const gx = at.slopeX(portrait.distance)
        const gy = at.slopeY(portrait.distance)
        const length = Math.max(0.3, Math.sqrt(gx * gx + gy * gy))
        const away = clamp(-(gx * AWAY.x + gy * AWAY.y) / length, -1, 1)
        inwards = OUTLINE.inside
        weight = OUTLINE.lit + (OUTLINE.shaded - OUTLINE.lit) * smoothstep(-0.55, 0.85, away)
      }
      const share = 1 - smoothstep(NECK_TAPER[0], NECK_TAPER[1], inNeck)
      const outer = -weight * share
      if (distance < outer - edge) continue
      paint(x, row, toEdge, column, i)
      const inner = outer + (weight + inwards) * share
      brush.lay(INK, (1 - smoothstep(inner - edge, inner + edge, distance)) * Math.min(1, 3 * share))
      data[i] = brush.r
      data[i + 1] = brush.g
      data[i + 2] = brush.b
      data[i + 3] = 255 * smoothstep(outer - edge, outer + edge + soft, distance)
    }
  }
  return { data, widthPx: large.w, heightPx: large.h }
}
