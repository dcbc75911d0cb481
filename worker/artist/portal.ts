import type { Pair } from '#shared/design/pair.ts'
import { INK, toPalette } from '#shared/design/palette.ts'
import type { ArmorId } from '#shared/domain/armor.ts'
import { getGear } from './gear/index.ts'
import type { Picture, Pose } from '#worker/graphics/picture.ts'
import { ART, getPlace, type Place } from './place.ts'
import { group, line, round, svgDocument } from '#worker/graphics/svg.ts'

/** An upright hexagon in units of head space, clockwise from its top: the window for a photo that is not cut off. */
const CORNERS: readonly (readonly [x: number, y: number])[] = [
  [0, -122],
  [96, -68],
  [96, 44],
  [0, 98],
  [-96, 44],
  [-96, -68],
]
/** The window shows at least the chin. */
const LEAST_BOTTOM = 68
const TOP = -122
const BOTTOM = 98

/** Part of head space that is visible through the window, in units. */
const OPENING = { w: 192, h: 220, centerY: -12 } as const
/** Lowest position of the window's corner above the collar, and minimum distance of its top corner to the edge. */
const LOWEST_PX = 550
const HIGHEST_PX = 26
/** Maximum scale of a head in a window, however small the visible part is. */
const LARGEST = 1.24
/** Distance of the window's top below the photo's edge, in units. */
const EDGE_UNITS = 2

/** A window: the position of the head in it, and its corners in head space. */
export type WindowFrame = {
  readonly place: Place
  readonly corners: readonly (readonly [x: number, y: number])[]
  /** Returns the depth of a point of head space inside the window, in units; negative outside. */
  readonly depthAt: (x: number, y: number) => number
}

/** A helmet hides hair above this height, in units above the center of the face. */
const HELMET_UNITS = 36
/** A hat covers the edge of the photo by this much, in units. */
const HAT_OVERLAP = 2
/** A crown that is cut off above this height is reconstructed with an arch of hair. */
const COMPLETED_FROM = 42

/** Returns true if a head whose crown is cut off this high above the center of its face must be shown in a window. */
export function needsWindow(armorId: ArmorId, cutAt: number): boolean {
  return cutAt < Math.min(COMPLETED_FROM, getHidingHeight(armorId))
}

/** Returns the height above which a piece hides the hair, in units above the center of the face. */
function getHidingHeight(armorId: ArmorId): number {
  const { hides = 'nothing', rests, rim } = getGear(armorId)?.fit ?? {}
  if (hides === 'nothing' || rests) return COMPLETED_FROM
  return rim ? Math.max(HELMET_UNITS, HAT_OVERLAP - Math.min(rim.y, rim.endY)) : HELMET_UNITS
}

/**
 * Creates a window that ends at the photo's edge.
 *
 * @param cutAt height of the photo's edge above the center of the face, in units; null if high enough
 * @param reachesDown extent of the photo below it
 */
export function windowFrame(armorId: ArmorId, cutAt: number | null, reachesDown = BOTTOM): WindowFrame {
  const usual = getPlace(armorId)
  const lowest = Math.max(LOWEST_PX, Math.min(LOWEST_PX + 120, usual.centerYPx + LEAST_BOTTOM * usual.unitPx))
  const top = cutAt === null ? TOP : -(cutAt - EDGE_UNITS)
  const bottom = Math.max(LEAST_BOTTOM, Math.min(BOTTOM, reachesDown - EDGE_UNITS))
  const heightUnits = bottom - top
  const isBare = getGear(armorId) === null || getGear(armorId)!.decal !== undefined
  const fitting = (lowest - HIGHEST_PX) / heightUnits
  const unitPx = Math.min(usual.unitPx * (isBare ? LARGEST : 1), fitting)
  const squeeze = heightUnits / (BOTTOM - TOP)
  // A shorter window shows a larger head and has to stay within the card.
  const across = Math.min(1, OPENING.h / heightUnits) / Math.max(1, unitPx / usual.unitPx)
  const corners = CORNERS.map(([x, y]) => [x * Math.max(across, 0.6), bottom - (BOTTOM - y) * squeeze] as const)
  return {
    place: { unitPx, centerYPx: lowest - bottom * unitPx },
    corners,
    depthAt: (x, y) => depthIn(corners, x, y),
  }
}

function depthIn(corners: WindowFrame['corners'], x: number, y: number): number {
  let depth = Number.POSITIVE_INFINITY
  for (let i = 0; i < corners.length; i++) {
    const [x0, y0] = corners[i]!
    const [x1, y1] = corners[(i + 1) % corners.length]!
    depth = Math.min(depth, ((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / Math.hypot(x1 - x0, y1 - y0))
  }
  return depth
}

/** Draws the window's rim over the photo's edge: team colors between two lines of ink. */
export function windowRimSvg(pair: Pair, { place: { unitPx, centerYPx }, corners }: WindowFrame): string {
  const { c1, trim } = toPalette(pair)
  const path = `M${corners.map(([x, y]) => `${round(x * unitPx)} ${round(y * unitPx)}`).join('L')}Z`
  return svgDocument(
    [0, 0, ART.widthPx, ART.heightPx],
    [ART.widthPx, ART.heightPx],
    group(
      { transform: `translate(${ART.headXPx} ${round(centerYPx)})` },
      line(path, INK, 24),
      line(path, trim, 16),
      line(path, c1, 6),
    ),
  )
}

/** Returns the pose for a photo without a face: it fills the window, centered slightly above its middle. */
export function poseOfWhole({ widthPx, heightPx }: Picture): Pose {
  const unitPx = Math.min(widthPx / OPENING.w, heightPx / OPENING.h)
  const roomAbove = Math.max(OPENING.h / 2, (0.42 * heightPx) / unitPx)
  return { x: widthPx / 2, y: (roomAbove - OPENING.centerY) * unitPx, unitPx, roll: 0 }
}
