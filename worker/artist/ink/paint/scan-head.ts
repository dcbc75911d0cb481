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
 * The outline lies around the contour: this far inside it, and outside as far as the light allows, in units. It is thin
 * where light falls on a head and swells on the side that is turned away.
 */
export const OUTLINE = { inside: 0.35, lit: 0.85, shaded: 1.75, ofGear: 1.5, insideGear: 0.7 } as const
/** The direction of the light is up and left: an outline that faces this way is thick. */
const AWAY = { x: 0.78, y: 0.62 } as const
/** The outline before the neck thins out over so many units. */
const NECK_TAPER = [-1.5, 7] as const
/** Hair beside a neck runs out into the hair behind it over so many units. */
const BESIDE_NECK = 5
/** Farther inside than any outline, and its light. */
const FAR_UNITS = 8
/** Outlines that gear or a brim makes are not before a neck. */
const MOST = OUTLINE.shaded

export type Scan = {
  readonly portrait: Portrait
  readonly large: Grid
  /** Is at the pixel when `paint` is called. */
  readonly at: Sampler
  /** Holds the pixel's color when `paint` has returned. */
  readonly brush: Brush
  /** Depth of a point of head space inside the visible part, in units: hats hide hair. */
  readonly depthAt?: ((x: number, y: number) => number) | undefined
  /** The neck behind the head: no line is drawn between the two. */
  readonly neck?: NeckShape | undefined
  /** @param distance inside the contour, in units; negative outside. @param i of the pixel's four bytes */
  readonly paint: (x: number, row: number, distance: number, column: number, i: number) => void
}

/** Half a pixel of the drawing: every edge is softened by it. */
export const edgeOfPixel = (large: Grid): number => 0.5 / large.perUnit

/** Returns the reach of a soft edge where hair lies over hair that goes on behind the neck, none at the outer edge of both. */
const softBeside = (inNeck: number, depth: number): number =>
  BESIDE_NECK * smoothstep(0, BESIDE_NECK, -depth) * smoothstep(NECK_TAPER[1] / 2, 2 * NECK_TAPER[1], inNeck)

/** Goes over every pixel of a head and its outline, which it draws. Transparent around it. */
export function scanHead({ portrait, large, at, brush, depthAt, neck, paint }: Scan): Picture {
  const data = new Uint8ClampedArray(large.w * large.h * 4)
  const edge = edgeOfPixel(large)
  const { perUnit } = portrait.grid
  const far = -5 * perUnit
  const { left, right, top, bottom } = placeIn(large, portrait.grid)
  const hairAt = neck && findHairBehind(neck, portrait)
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
      const isLow = neck !== undefined && y > neck.topY
      const inNeck = isLow ? Math.min(x - behind.left, behind.right - x, y - neck.topY) : -FAR_UNITS
      // No light from behind falls on what hair or neck go on behind.
      const toEdge = inNeck > 0 ? Math.max(distance, Math.min(FAR_UNITS, distance + inNeck)) : distance
      const soft = isLow && inNeck > 0 ? softBeside(inNeck, Math.min(x - sides.left, sides.right - x)) : 0
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
