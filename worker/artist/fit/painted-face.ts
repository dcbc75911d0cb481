import { clamp } from '#worker/graphics/numbers.ts'
import type { Cheek, PaintedFace } from '../gear/gear.ts'
import { type FaceMap, getMiddle } from '../ink/study/face-map.ts'
import type { Place2 } from '../ink/field/polygon.ts'
import type { Sides } from '../ink/study/head-shape.ts'
import type { Glasses, Lens } from './glasses.ts'
import { type IsBare, measureSlope } from './on-face.ts'
import { getFaceOutline, getFaceSides } from './sides.ts'

/** Distance between paint and the outline of the face, eyes, lips and glasses, and of strokes from the outline, in units. */
const CLEARANCE = { outline: 3.5, strokes: 5, eyes: 2, lips: 1.6, lid: 2.4, glasses: -1.6, nose: 2 } as const
/** Height of the middle finger's mark, as a share of the distance from eye to mouth. */
const MIDDLE = 0.5
/** Maximum difference in height between the lower ends of both lenses, in units. */
const LENSES_APART = 4
/** Width of the mark below an eye as a share of the eye, and its distance from the lid, in units. */
const MARK = { share: 1.22, below: 6 } as const

/** Width below which a mark is not drawn, and the maximum width of a mark relative to the other one. */
const EVEN = { least: 9, most: 1.35 } as const

/** Returns the areas of a face for paint. Marks below both eyes are level and similar in width. */
export function placePaint(map: FaceMap, glasses: Glasses | null = null, isBare: IsBare = () => true): PaintedFace {
  const nose = { left: map.noseBase[0]!.x - CLEARANCE.nose, right: map.noseBase.at(-1)!.x + CLEARANCE.nose }
  const lidDepth = Math.max(...map.eyes.map(({ ring, center }) => Math.max(...ring.map(({ y }) => y)) - center.y))
  const rimDepth = glasses ? getRimDepth(map, glasses) + CLEARANCE.glasses : 0
  const cheek = (side: 0 | 1): Cheek => {
    const { center, width } = map.eyes[side]
    const lidY = center.y + Math.max(lidDepth + CLEARANCE.lid, rimDepth)
    const mouth = map.lipsOut[side === 0 ? 0 : 10]!
    const middleY = lidY + MIDDLE * (mouth.y - lidY)
    const face = getFaceSides(map, middleY)
    const edges = getFaceSides(map, lidY + MARK.below)
    const half = (MARK.share * width) / 2
    const mark = findBare(
      center.x,
      Math.max(center.x - half, edges.left + CLEARANCE.strokes),
      Math.min(center.x + half, edges.right - CLEARANCE.strokes),
      (x) => isBare(x, lidY + MARK.below),
    )
    const outer = findBare(center.x, face.left + CLEARANCE.strokes, face.right - CLEARANCE.strokes, (x) =>
      [lidY + MARK.below, middleY].every((y) => isBare(x, y)),
    )
    return {
      side: side === 0 ? -1 : 1,
      markX: (mark.left + mark.right) / 2,
      markWidth: Math.max(0, mark.right - mark.left),
      rise: measureRise(map, side, mark),
      lidY,
      mouthY: mouth.y,
      innerX: side === 0 ? nose.left : nose.right,
      outerX: side === 0 ? outer.left : outer.right,
    }
  }
  const [left, right] = [cheek(0), cheek(1)]
  return {
    cheeks: [evenOut(left, right), evenOut(right, left)],
    slope: measureSlope(map),
    clip: clipPaint(map, glasses),
  }
}

/** Minimum distance from an eye to the lower rim of glasses that are large enough for a bar behind each lens, in units. */
const LARGE_LENS = 18

/** Returns the areas of a face for bars below the eyes: on the cheekbones, behind large lenses or below small ones. */
export const placeBars = (map: FaceMap, glasses: Glasses | null, isBare?: IsBare): PaintedFace =>
  placeBelow(LARGE_LENS, map, glasses, isBare)

/** Room below the lower rim of glasses that is too low for strokes, as a share of the distance from eye to mouth. */
const LOW_RIM = 0.5

/** Returns the areas of a face for strokes on the cheeks: below glasses, or behind low ones. */
export function placeStrokes(map: FaceMap, glasses: Glasses | null, isBare?: IsBare): PaintedFace {
  const drop = Math.min(...map.eyes.map(({ center }, side) => map.lipsOut[side === 0 ? 0 : 10]!.y - center.y))
  return placeBelow(LOW_RIM * drop, map, glasses, isBare)
}

/** Returns the areas below glasses, or behind them if their lower rim is deeper than `deepest` below an eye, in units. */
function placeBelow(deepest: number, map: FaceMap, glasses: Glasses | null, isBare?: IsBare): PaintedFace {
  return glasses && getRimDepth(map, glasses) > deepest ? placePaint(map) : placePaint(map, glasses, isBare)
}

/** Landmarks below the lower lid of either eye, the share by which a mark follows them, and the limits of its ends in units. */
const SOCKETS = [
  [31, 228, 229, 230, 231, 232, 233],
  [261, 448, 449, 450, 451, 452, 453],
] as const
const RISE = { share: 0.75, least: -1, most: 3.4 } as const

/** Returns the height of a mark's ends above its middle, along the eye socket. */
function measureRise({ points }: FaceMap, side: 0 | 1, { left, right }: Sides): Cheek['rise'] {
  const socket = SOCKETS[side].map((n) => points[n]!).toSorted((one, other) => one.x - other.x)
  const heightAt = (x: number) => {
    const next = clamp(
      socket.findIndex((place) => place.x > x),
      1,
      socket.length - 1,
    )
    const [from, to] = [socket[next - 1]!, socket[next]!]
    return from.y + ((to.y - from.y) * clamp(x - from.x, 0, to.x - from.x)) / Math.max(0.1, to.x - from.x)
  }
  const middle = heightAt((left + right) / 2)
  const above = (x: number) => clamp(RISE.share * (middle - heightAt(x)), RISE.least, RISE.most)
  const [inner, outer] = side === 0 ? [right, left] : [left, right]
  return { inner: above(inner), outer: above(outer) }
}

/** Returns the ends of the bare skin around `x`, between two limits. */
function findBare(x: number, left: number, right: number, isBare: (x: number) => boolean): Sides {
  if (!isBare(x)) return { left: x, right: x }
  const walk = (end: number, step: 1 | -1) => {
    let at = x
    while (step * (end - at) > 1 && isBare(at + step)) at += step
    return step * (end - at) > 1 ? at - step : end
  }
  return { left: walk(left, -1), right: walk(right, 1) }
}

/** Shortens a mark that is much wider than the other one. */
function evenOut(cheek: Cheek, { markWidth }: Cheek): Cheek {
  return markWidth < EVEN.least ? cheek : { ...cheek, markWidth: Math.min(cheek.markWidth, EVEN.most * markWidth) }
}

/** Returns the distance from the eyes to the lower rims, the same on both sides so that marks below them are level. */
function getRimDepth({ eyes }: FaceMap, glasses: Glasses): number {
  const [left, right] = [glasses[0].bottom - eyes[0].center.y, glasses[1].bottom - eyes[1].center.y]
  return Math.min(Math.max(left, right), Math.min(left, right) + LENSES_APART)
}

/** Returns the face without its outline, eyes, lips and glasses, for the even-odd rule. */
function clipPaint(map: FaceMap, glasses: Glasses | null): string {
  const { eyes, lipsOut } = map
  const holes = glasses ? glasses.map(toEllipse) : eyes.map(({ ring }) => growRing(ring, CLEARANCE.eyes))
  return [growRing(getFaceOutline(map), -CLEARANCE.outline), ...holes, growRing(lipsOut, CLEARANCE.lips)]
    .map(toPath)
    .join('')
}

/** Grows a ring around its middle by this many units. */
function growRing(ring: readonly Place2[], units: number): Place2[] {
  const middle = getMiddle(ring)
  return ring.map(({ x, y }) => {
    const [dx, dy] = [x - middle.x, y - middle.y]
    const share = 1 + units / Math.max(1, Math.hypot(dx, dy))
    return { x: middle.x + dx * share, y: middle.y + dy * share }
  })
}

const CORNERS = 16

function toEllipse({ left, right, top, bottom }: Lens): Place2[] {
  const [rx, ry] = [(right - left) / 2 + 1, (bottom - top) / 2 + 1]
  return Array.from({ length: CORNERS }, (_, i) => {
    const angle = (i * 2 * Math.PI) / CORNERS
    return { x: (left + right) / 2 + rx * Math.cos(angle), y: (top + bottom) / 2 + ry * Math.sin(angle) }
  })
}

const tenths = (value: number) => Math.round(value * 10) / 10
const toPath = (ring: readonly Place2[]) => `M${ring.map(({ x, y }) => `${tenths(x)} ${tenths(y)}`).join('L')}Z`
