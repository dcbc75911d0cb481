import { CARD } from './paint-ground.ts'
import type { Moment } from './timeline.ts'

/** Motion of the chest, head and raised arm in pixels. Small, because the picture is flat. */
const REACH = { rise: 7, sway: 4, wave: 5 } as const
/** The player moves in rigid cells of this size. Neighbors drift apart by about a pixel. */
const CELL_PX = 10
/** Overlap between cells, so that no gaps show. */
export const OVERLAP_PX = 1

/**
 * Returns the shift of a point on the card. Frame, badge and plate stay still. The chest rises, and the upper right
 * waves, where every pose with a raised arm has it.
 *
 * @param x across the card, from 0 to 1
 * @param y down the card, from 0 to 1
 * @returns pixels of the video
 * @example getIdleShift(0.5, 0.3, { breath: 1, wave: 0 }) // a head at the top of a breath is 7 pixels higher
 */
export function getIdleShift(x: number, y: number, { breath, wave }: Moment['idle']): { x: number; y: number } {
  const inWindow = ramp(x, 0.04, 0.16) * ramp(x, 0.96, 0.8) * ramp(y, 0.03, 0.16)
  const besideBadge = Math.max(ramp(x, 0.28, 0.44), ramp(y, 0.26, 0.38))
  const moves = inWindow * besideBadge
  const body = moves * ramp(y, 0.66, 0.45)
  const head = moves * ramp(y, 0.5, 0.25)
  const arm = moves * ramp(x, 0.6, 0.84) * ramp(y, 0.6, 0.36)
  return { x: REACH.sway * breath * head + REACH.wave * wave * arm, y: -REACH.rise * breath * body }
}

/** Draws the card with its player in one frame of the idle animation. */
export function paintIdle(
  context: OffscreenCanvasRenderingContext2D,
  card: CanvasImageSource,
  idle: Moment['idle'],
): void {
  context.drawImage(card, 0, 0)
  for (let top = 0; top < CARD.height; top += CELL_PX)
    for (let left = 0; left < CARD.width; left += CELL_PX) {
      const shift = getIdleShift((left + CELL_PX / 2) / CARD.width, (top + CELL_PX / 2) / CARD.height, idle)
      if (shift.x === 0 && shift.y === 0) continue
      const size = CELL_PX + 2 * OVERLAP_PX
      const [x, y] = [left - OVERLAP_PX, top - OVERLAP_PX]
      context.drawImage(card, x, y, size, size, x + shift.x, y + shift.y, size, size)
    }
}

/** Smoothstep from 0 to 1 between two values, in either direction. */
function ramp(value: number, from: number, to: number): number {
  const part = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return part * part * (3 - 2 * part)
}
