import { group, round } from '#worker/graphics/svg.ts'
import type { Drawing, Gear } from './gear.ts'

/** Shares of its height above a line and of its width that a piece keeps. */
export type Lowering = {
  readonly height: number
  readonly width?: number
  /** The line that stays where it is, in units of head space: the brim, or what rests on the hair. */
  readonly fromY: number
}

/** A piece made lower and narrower: a head and its gear share the height of the canvas. */
export function lowered(gear: Gear, { height, width = 1, fromY }: Lowering): Gear {
  const { fit } = gear
  const transform = `translate(0 ${round(fromY * (1 - height))}) scale(${width} ${height})`
  const smaller =
    (drawing: Drawing): Drawing =>
    (...args) =>
      group({ transform }, drawing(...args))
  return {
    ...gear,
    fit: { ...fit, top: fit.top === 0 ? 0 : Math.ceil(-fromY + (fit.top + fromY) * height) },
    front: smaller(gear.front),
    ...(gear.back && { back: smaller(gear.back) }),
  }
}
