import type { Hex } from '#shared/design/color.ts'
import { GHOST, STAGE } from '../card-layout.ts'
import type { Node } from '#worker/graphics/engine.ts'
import { DISPLAY } from '#worker/graphics/fonts.ts'

/**
 * Returns the jersey number, large and outlined, behind the player. It stands below the chamfered corner of the window.
 *
 * @param number from `drawableNumber`; may be empty
 */
export function ghost(number: string, color: Hex): Node[] {
  if (number === '') return []
  const sizePx = Math.min(GHOST.sizePx, GHOST.roomPx / ([...number].length * GHOST.emPerCharacter))
  const room = {
    position: 'absolute',
    display: 'flex',
    overflow: 'hidden',
    left: STAGE.left,
    top: STAGE.top,
    width: STAGE.right - STAGE.left,
    height: GHOST.roomHeight,
  } as const
  const style = {
    position: 'absolute',
    right: GHOST.right,
    top: GHOST.top + (GHOST.sizePx - sizePx) * 0.6,
    fontFamily: DISPLAY,
    fontSize: sizePx,
    lineHeight: 1,
    whiteSpace: 'nowrap',
    letterSpacing: sizePx * -0.03,
    color: 'transparent',
    WebkitTextStroke: `${GHOST.strokePx}px ${color}`,
    opacity: 0.62,
  } as const
  return [{ type: 'container', style: room, children: [{ type: 'text', text: number, style }] }]
}
