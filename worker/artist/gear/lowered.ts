import { group, round } from '#worker/graphics/svg.ts'
import type { Drawing, Gear } from './gear.ts'

/** How much of its height above a line a piece keeps, and of its width. */
export type Lowering = {
  readonly height: number
  readonly width?: number
  /** The line that stays where it is, in units of head space: the brim, or what rests on the hair. */
  readonly fromY: number
}

/**
 * A tall piece made lower, so that the head below it can be larger: a head and its gear share the height of the canvas.
 *
 * @throws when the piece says its room by scale and not by its top
 */
export function lowered(gear: Gear, { height, width = 1, fromY }: Lowering): Gear {
  const { fit } = gear
  if (!('top' in fit.room)) throw new Error(`${gear.id} is not tall`)
  const transform = `translate(0 ${round(fromY * (1 - height))}) scale(${width} ${height})`
  const smaller =
    (drawing: Drawing): Drawing =>
    (...of) =>
      group({ transform }, drawing(...of))
  return {
    ...gear,
    fit: { ...fit, room: { top: Math.ceil(-fromY + (fit.room.top + fromY) * height) } },
    front: smaller(gear.front),
    ...(gear.back && { back: smaller(gear.back) }),
  }
}
