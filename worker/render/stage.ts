import { contrast } from '#shared/design/color.ts'
import type { Palette } from '#shared/design/palette.ts'
import { type Box, GHOST, HASH, STAGE, WINDOW } from './card-layout.ts'
import type { Node } from './engine.ts'
import { DISPLAY } from './fonts.ts'
import { paintGround } from './ground.ts'

/** A container with its top right and bottom left corners cut off. */
export function chamferedBox(shape: typeof WINDOW | typeof STAGE, children: Node[] = []): Node {
  const { left, top, right, bottom, chamfer } = shape
  const [width, height] = [right - left, bottom - top]
  const corners = [
    [0, 0],
    [width - chamfer, 0],
    [width, chamfer],
    [width, height],
    [chamfer, height],
    [0, height - chamfer],
  ]
  const clipPath = `polygon(${corners.map(([x, y]) => `${x}px ${y}px`).join(', ')})`
  return {
    type: 'container',
    style: { position: 'absolute', display: 'flex', left, top, width, height, overflow: 'hidden', clipPath },
    children,
  }
}

/** The position on the stage of something whose place on the card is given. */
export const onStage = ({ left, top, width, height }: Box) =>
  ({ position: 'absolute', left: left - STAGE.left, top: top - STAGE.top, width, height }) as const

const GHOST_MIN_CONTRAST = 1.6

/** What stands behind a cut-out player. @param number as `drawable` gives it; may be empty */
export function backdrop({ c1, c2, trim, plate }: Palette, number: string): Node[] {
  const ground = paintGround(c1, c2)
  const outline = contrast(trim, c1) < GHOST_MIN_CONTRAST ? plate : trim
  const style = { position: 'absolute', left: 0, top: 0, width: ground.width, height: ground.height } as const
  return [{ type: 'image', src: ground, style }, ...ghost(number, outline), hashMarks('left'), hashMarks('right')]
}

function ghost(number: string, color: string): Node[] {
  if (number === '') return []
  const sizePx = Math.min(GHOST.sizePx, GHOST.roomPx / ([...number].length * GHOST.emPerCharacter))
  const style = {
    position: 'absolute',
    right: GHOST.right,
    top: GHOST.top + (GHOST.sizePx - sizePx) * 0.3,
    fontFamily: DISPLAY,
    fontSize: sizePx,
    lineHeight: 1,
    whiteSpace: 'nowrap',
    letterSpacing: sizePx * -0.03,
    color: 'transparent',
    WebkitTextStroke: `${GHOST.strokePx}px ${color}`,
    opacity: 0.62,
  } as const
  return [{ type: 'text', text: number, style }]
}

/** The yard lines' little brothers, down both sides. */
function hashMarks(side: 'left' | 'right'): Node {
  const { inset, width, thickness, step, height } = HASH
  const backgroundImage = `repeating-linear-gradient(180deg, rgba(255,255,255,0.55) 0 ${thickness}px, transparent ${thickness}px ${step}px)`
  return { type: 'container', style: { position: 'absolute', top: 0, [side]: inset, width, height, backgroundImage } }
}
