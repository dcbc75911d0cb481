import { percentiles, smoothstep } from '#worker/graphics/numbers.ts'
import { type Field, type Grid, unitX, unitY } from '../field/grid.ts'
import { eachPiece } from '../field/regions.ts'
import type { FaceMap } from './face-map.ts'
import { KIND } from './segment-fields.ts'

/** Another face in the photo: its center in head space, in units, and its size relative to ours. */
export type Neighbor = { readonly x: number; readonly y: number; readonly size: number }

/** A point belongs to another face below this share of our distance. Each distance is in units of its own face. */
const NEARER = 0.92

/** Returns true if a point is nearer to another face than to ours, in units of each face. */
export function belongsToNeighbor(x: number, y: number, neighbors: readonly Neighbor[]): boolean {
  if (neighbors.length === 0) return false
  const own = NEARER * Math.hypot(x, y)
  return neighbors.some((one) => Math.hypot(x - one.x, y - one.y) / one.size < own)
}

/**
 * Face skin of which this `share` lies this far beside the ring of the face is another person's, in units. Ears start
 * before, and those of a profile start up to `turned` units later.
 */
const APART_UNITS = { share: 0.85, ear: 18, yaw: [0.5, 0.9], turned: 34 } as const
/**
 * A piece of skin outside the ring with this area in square units is a face behind the head, not an ear, if more than
 * this share is `far` from the ring, in units.
 */
const BEHIND = { area: 3000, share: 0.6, far: 12 } as const
/**
 * Skin outside the ring that reaches the photo's edge and is this much lighter or darker than nearly all of the face is
 * another person's, or furniture. `share` contains the percentiles of the face, `least` is the minimum area in square
 * units.
 */
const OTHER_SKIN = { share: [0.05, 0.95], lightness: 0.08, margin: 3, edge: 3, least: 120 } as const

/**
 * Labels the skin of people beside the head as clothes, in place. The face nets do not find a face that the photo cuts.
 *
 * @param isInside returns true for a pixel in the photo
 * @returns true if another person's skin touches the head
 */
export function dropOtherSkin(
  kind: Uint8Array,
  oval: Field,
  { oval: ring, points, yaw }: FaceMap,
  lightness: Field,
  isInside: (i: number) => boolean,
  grid: Grid,
): boolean {
  const xs = ring.map(({ x }) => x)
  const room = APART_UNITS.ear + APART_UNITS.turned * smoothstep(...APART_UNITS.yaw, Math.abs(yaw))
  const [left, right] = [Math.min(...xs) - room, Math.max(...xs) + room]
  const isBeside = (i: number) => unitX(grid, i % grid.w) < left || unitX(grid, i % grid.w) > right
  const isBehind = (pixels: Int32Array) => {
    if (pixels.length < BEHIND.area * grid.perUnit ** 2 || pixels.some((i) => oval[i]! > -OTHER_SKIN.margin))
      return false
    return pixels.filter((i) => oval[i]! < -BEHIND.far).length > BEHIND.share * pixels.length
  }
  eachPiece(
    grid,
    (i) => kind[i] === KIND.faceSkin,
    false,
    (pixels) => {
      if (pixels.filter(isBeside).length >= APART_UNITS.share * pixels.length || isBehind(pixels))
        for (const i of pixels) kind[i] = KIND.clothes
    },
  )
  const own: number[] = []
  for (let i = 0; i < kind.length; i++)
    if (kind[i] === KIND.faceSkin && oval[i]! > OTHER_SKIN.margin) own.push(lightness[i]!)
  if (own.length === 0) return false
  const [low, high] = percentiles(own, OTHER_SKIN.share)
  const chinY = points[152]!.y
  const isOther = (i: number) =>
    (kind[i] === KIND.faceSkin || kind[i] === KIND.bodySkin) &&
    oval[i]! < -OTHER_SKIN.margin &&
    unitY(grid, Math.floor(i / grid.w)) < chinY &&
    (lightness[i]! > high + OTHER_SKIN.lightness || lightness[i]! < low - OTHER_SKIN.lightness)
  const edge = Math.round(OTHER_SKIN.edge * grid.perUnit)
  const isAtEdge = (i: number) => !isInside(i - edge) || !isInside(i + edge)
  const least = OTHER_SKIN.least * grid.perUnit ** 2
  let isPerson = false
  eachPiece(grid, isOther, false, (pixels) => {
    if (pixels.length < least || !pixels.some(isAtEdge)) return
    if (pixels.filter((i) => kind[i] === KIND.faceSkin).length >= least) isPerson = true
    for (const i of pixels) kind[i] = KIND.clothes
  })
  return isPerson
}
