import { MEAN_FACE } from '../../vision/mean-face.ts'
import { boxBlur } from '../field/blur.ts'
import { createField, type Field, type Grid, toHalfGrid, unitX, unitY } from '../field/grid.ts'
import { clamp, smoothstep } from '#worker/graphics/numbers.ts'
import { doubled } from '../field/resize.ts'
import type { FaceMap } from './face-map.ts'

/** Surface normals of a head: their components to the right and down. The rest faces the viewer. */
export type Relief = { readonly x: Field; readonly y: Field }

const PLACES = MEAN_FACE.length / 3
/** Number of nearby landmarks used to estimate a normal. */
const NEAREST = 12
/** Maximum visible slope of a surface. */
const STEEP_MAX = 3
/** Blur radius of the normals around each landmark, in units. */
const SPLAT_UNITS = 3.2
/** Outside the face a head is an ellipsoid: its half axes and the height of its middle, in units. */
const EGG = { x: 54, y: 86, middleY: -12 } as const

let neighbors: Uint16Array | null = null

/** Returns the nearest neighbors of each landmark on the mean face, in three dimensions. */
function nearestPlaces(): Uint16Array {
  if (neighbors !== null) return neighbors
  const out = new Uint16Array(PLACES * NEAREST)
  const apart = new Float32Array(NEAREST)
  for (let i = 0; i < PLACES; i++) {
    const start = i * NEAREST
    apart.fill(Number.POSITIVE_INFINITY)
    for (let j = 0; j < PLACES; j++) {
      const dx = MEAN_FACE[3 * i]! - MEAN_FACE[3 * j]!
      const dy = MEAN_FACE[3 * i + 1]! - MEAN_FACE[3 * j + 1]!
      const dz = MEAN_FACE[3 * i + 2]! - MEAN_FACE[3 * j + 2]!
      const far = dx * dx + dy * dy + dz * dz
      let n = NEAREST - 1
      if (far >= apart[n]!) continue
      for (; n > 0 && apart[n - 1]! > far; n--) {
        apart[n] = apart[n - 1]!
        out[start + n] = out[start + n - 1]!
      }
      apart[n] = far
      out[start + n] = j
    }
  }
  return (neighbors = out)
}

/**
 * Returns the normals of a head, from landmarks on the face and from an ellipsoid around it. They have no fine detail,
 * so half size is enough.
 */
export function measureRelief(map: FaceMap, grid: Grid): Relief {
  const small = reliefOn(map, toHalfGrid(grid))
  return { x: doubled(small.x, grid), y: doubled(small.y, grid) }
}

function reliefOn({ points, yaw }: FaceMap, grid: Grid): Relief {
  const near = nearestPlaces()
  const [x, y, weight] = [createField(grid), createField(grid), createField(grid)]
  for (let i = 0; i < PLACES; i++) {
    const [a, b] = slopeAt(points, near, i)
    const length = Math.sqrt(1 + a * a + b * b)
    const column = Math.round((points[i]!.x - grid.x0) * grid.perUnit)
    const row = Math.round((points[i]!.y - grid.y0) * grid.perUnit)
    if (column < 0 || row < 0 || column >= grid.w || row >= grid.h) continue
    const at = row * grid.w + column
    x[at]! += a / length
    y[at]! += b / length
    weight[at]! += 1
  }
  const radius = Math.max(1, Math.round(SPLAT_UNITS * grid.perUnit))
  const [sx, sy, sw] = [boxBlur(x, grid, radius, 3), boxBlur(y, grid, radius, 3), boxBlur(weight, grid, radius, 3)]
  const turned = EGG.x * Math.sin(yaw) * 0.3
  for (let i = 0; i < sx.length; i++) {
    const ex = clamp((unitX(grid, i % grid.w) + turned) / EGG.x, -0.98, 0.98)
    const ey = clamp((unitY(grid, Math.floor(i / grid.w)) - EGG.middleY) / EGG.y, -0.98, 0.98)
    const share = smoothstep(0.002, 0.012, sw[i]!)
    x[i] = ex + (share === 0 ? 0 : share * (sx[i]! / sw[i]! - ex))
    y[i] = ey + (share === 0 ? 0 : share * (sy[i]! / sw[i]! - ey))
  }
  return { x: boxBlur(x, grid, 1, 2), y: boxBlur(y, grid, 1, 2) }
}

/** Returns the slope of the skin to the right and down, from a plane through the nearby landmarks. */
function slopeAt(points: FaceMap['points'], near: Uint16Array, i: number): [a: number, b: number] {
  let [mx, my, mz] = [0, 0, 0]
  for (let n = 0; n < NEAREST; n++) {
    const p = points[near[i * NEAREST + n]!]!
    mx += p.x / NEAREST
    my += p.y / NEAREST
    mz += p.z / NEAREST
  }
  let [xx, xy, yy, xz, yz] = [0.5, 0, 0.5, 0, 0]
  for (let n = 0; n < NEAREST; n++) {
    const p = points[near[i * NEAREST + n]!]!
    const [dx, dy, dz] = [p.x - mx, p.y - my, p.z - mz]
    xx += dx * dx
    xy += dx * dy
    yy += dy * dy
    xz += dx * dz
    yz += dy * dz
  }
  const determinant = xx * yy - xy * xy
  if (determinant < 1e-3) return [0, 0]
  const a = (xz * yy - yz * xy) / determinant
  const b = (yz * xx - xz * xy) / determinant
  return [clamp(a, -STEEP_MAX, STEEP_MAX), clamp(b, -STEEP_MAX, STEEP_MAX)]
}

/** Direction of the drawing's light: top left, in front of the head. */
const LIGHT = { x: -0.56, y: -0.5, z: 0.66 } as const
/** Surfaces that face the light less than this lie in shadow, with this softness. */
const SHADOW = { at: 0.3, soft: 0.13 } as const

/** Returns the drawing's light on each pixel, -1 to 1, and the head's shadow on itself, 0 to 1. */
export function litBy({ x, y }: Relief): { facing: Field; shadow: Field } {
  const [facing, shadow] = [new Float32Array(x.length), new Float32Array(x.length)]
  for (let i = 0; i < x.length; i++) {
    const z = Math.sqrt(Math.max(0, 1 - x[i]! * x[i]! - y[i]! * y[i]!))
    facing[i] = x[i]! * LIGHT.x + y[i]! * LIGHT.y + z * LIGHT.z
    shadow[i] = 1 - smoothstep(SHADOW.at - SHADOW.soft, SHADOW.at + SHADOW.soft, facing[i]!)
  }
  return { facing, shadow }
}
