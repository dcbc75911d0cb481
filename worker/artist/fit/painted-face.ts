import type { Cheek, PaintedFace } from '../gear/gear.ts'
import { type FaceMap, getMiddle } from '../ink/study/face-map.ts'
import type { Place2 } from '../ink/field/polygon.ts'
import type { Glasses, Lens } from './glasses.ts'
import { getFaceOutline, getFaceSides } from './sides.ts'

/** Distance between paint and the outline of the face, eyes, lips and glasses, in units. */
const CLEARANCE = { outline: 3.5, eyes: 2, lips: 1.6, glasses: 2.4, nose: 2 } as const
/** Height of the middle finger's mark, as a share of the distance from eye to mouth. */
const MIDDLE = 0.5
/** Maximum difference in height between the lower ends of both lenses, in units. */
const LENSES_APART = 4
/** Width of the mark below an eye as a share of the eye, and its distance from the lid, in units. */
const MARK = { share: 1.22, below: 6 } as const

/** Returns the areas of a face for paint. */
export function placePaint(map: FaceMap, glasses: Glasses | null = null): PaintedFace {
  const nose = { left: map.noseBase[0]!.x - CLEARANCE.nose, right: map.noseBase.at(-1)!.x + CLEARANCE.nose }
  const cheek = (side: 0 | 1): Cheek => {
    const { ring, center, width } = map.eyes[side]
    const lidY = Math.max(...ring.map(({ y }) => y))
    const rimY = glasses ? center.y + getRimDepth(map, glasses) + CLEARANCE.glasses : lidY
    const mouth = map.lipsOut[side === 0 ? 0 : 10]!
    const face = getFaceSides(map, lidY + MIDDLE * (mouth.y - lidY))
    const edges = getFaceSides(map, lidY + MARK.below)
    const left = Math.max(center.x - (MARK.share * width) / 2, edges.left + CLEARANCE.outline)
    const right = Math.min(center.x + (MARK.share * width) / 2, edges.right - CLEARANCE.outline)
    return {
      side: side === 0 ? -1 : 1,
      markX: (left + right) / 2,
      markWidth: Math.max(0, right - left),
      lidY: Math.max(lidY, rimY),
      mouthY: mouth.y,
      innerX: side === 0 ? nose.left : nose.right,
      outerX: side === 0 ? face.left + CLEARANCE.outline : face.right - CLEARANCE.outline,
    }
  }
  return {
    cheeks: [cheek(0), cheek(1)],
    clip: clipPaint(map, glasses),
  }
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
