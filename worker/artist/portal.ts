import { INK, type Pair, paletteOf } from '#shared/design/palette.ts'
import type { Picture, Pose } from './ink/picture.ts'
import type { ArmorId } from '#shared/domain/armor.ts'
import { ART, type Place, placeOf } from './place.ts'
import { group, line, round, svgDocument } from './svg.ts'

/** A standing hexagon in head space, clockwise from its top. */
const CORNERS: readonly (readonly [x: number, y: number])[] = [
  [0, -122],
  [96, -68],
  [96, 44],
  [0, 98],
  [-96, 44],
  [-96, -68],
]

/** The part of head space that can be seen through the portal, in units. */
const OPENING = { w: 192, h: 220, centreY: -12 } as const

/** How far a point lies inside the portal, in units; negative outside. */
export function portalDepth(x: number, y: number): number {
  let depth = Number.POSITIVE_INFINITY
  for (let i = 0; i < CORNERS.length; i++) {
    const [x0, y0] = CORNERS[i]!
    const [x1, y1] = CORNERS[(i + 1) % CORNERS.length]!
    const length = Math.hypot(x1 - x0, y1 - y0)
    depth = Math.min(depth, ((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / length)
  }
  return depth
}

/** How low the portal's lowest corner may hang over the collar, and how near its highest may come to the edge. */
const LOWEST_PX = 776
const HIGHEST_PX = 26

/** The place of a head, made small enough for the portal around it. */
export function portalPlaceOf(armorId: ArmorId): Place {
  const place = placeOf(armorId)
  const bottom = Math.min(LOWEST_PX, place.centreYPx + CORNERS[3]![1] * place.unitPx)
  const unitPx = Math.min(place.unitPx, (bottom - HIGHEST_PX) / OPENING.h)
  return { unitPx, centreYPx: bottom - CORNERS[3]![1] * unitPx }
}

/** The rim in the team's colors between two edges of ink, over the photo's edge. */
export function portalRimSvg(pair: Pair, { unitPx, centreYPx }: Place): string {
  const { c1, trim } = paletteOf(pair)
  const path = `M${CORNERS.map((corner) => corner.join(' ')).join('L')}Z`
  return svgDocument(
    [0, 0, ART.widthPx, ART.heightPx],
    [ART.widthPx, ART.heightPx],
    group(
      { transform: `translate(${ART.headXPx} ${round(centreYPx)}) scale(${round(unitPx)})` },
      line(path, INK, 15),
      line(path, trim, 9.5),
      line(path, c1, 4),
    ),
  )
}

/** Where a photo without a face stands in the portal: it fills it, a little above its middle. */
export function poseOfWhole({ widthPx, heightPx }: Picture): Pose {
  const unitPx = Math.min(widthPx / OPENING.w, heightPx / OPENING.h)
  const roomAbove = Math.max(OPENING.h / 2, (0.42 * heightPx) / unitPx)
  return { x: widthPx / 2, y: (roomAbove - OPENING.centreY) * unitPx, unitPx, roll: 0 }
}
