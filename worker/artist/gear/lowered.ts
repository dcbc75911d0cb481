import { group, round } from '#worker/graphics/svg.ts'
import type { Drawing, Edge, Gear } from './gear.ts'

/** Scale of a piece's height above a line, and of its width. */
export type Lowering = {
  readonly height: number
  readonly width?: number
  /** Fixed line in units of head space: the brim, or the part that rests on the hair. */
  readonly fromY: number
  /** Distance by which the whole piece is lowered, in units. */
  readonly dropUnits?: number
}

/** Shrinks a piece, because a head and its gear share the height of the canvas. */
export function lowered(gear: Gear, { height, width = 1, fromY, dropUnits = 0 }: Lowering): Gear {
  const { fit } = gear
  const transform = `translate(0 ${round(fromY * (1 - height) + dropUnits)}) scale(${width} ${height})`
  const atY = (y: number) => fromY + (y - fromY) * height + dropUnits
  const atEdge = ({ half, y, endY }: Edge) => ({
    half: half * width,
    y: atY(y),
    endY: atY(endY),
  })
  const shrink =
    (drawing: Drawing): Drawing =>
    (...args) =>
      group({ transform }, drawing(...args))
  return {
    ...gear,
    fit: {
      ...fit,
      top: fit.top === 0 ? 0 : Math.ceil(-fromY + (fit.top + fromY) * height - dropUnits),
      ...(fit.base && { base: -atY(-fit.base) }),
      ...(fit.foot && { foot: atEdge(fit.foot) }),
      ...(fit.rim && { rim: { ...fit.rim, ...atEdge(fit.rim) } }),
    },
    front: shrink(gear.front),
    ...(gear.back && { back: shrink(gear.back) }),
  }
}
