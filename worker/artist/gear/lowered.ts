import { group, round } from '#worker/graphics/svg.ts'
import type { Drawing, Edge, Gear } from './gear.ts'

/** Scale of a piece's height above a line, and of its width. */
export type Lowering = {
  readonly height: number
  readonly width?: number
  /** Fixed line in units of head space: the brim, or the part that rests on the hair. */
  readonly fromY: number
}

/** Shrinks a piece, because a head and its gear share the height of the canvas. */
export function lowered(gear: Gear, { height, width = 1, fromY }: Lowering): Gear {
  const { fit } = gear
  const transform = `translate(0 ${round(fromY * (1 - height))}) scale(${width} ${height})`
  const atY = (y: number) => fromY + (y - fromY) * height
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
      top: fit.top === 0 ? 0 : Math.ceil(-fromY + (fit.top + fromY) * height),
      ...(fit.rim && { rim: { ...fit.rim, ...atEdge(fit.rim) } }),
      ...(fit.foot && { foot: atEdge(fit.foot) }),
    },
    front: shrink(gear.front),
    ...(gear.back && { back: shrink(gear.back) }),
  }
}
