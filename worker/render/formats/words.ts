import { displayName } from '#shared/domain/card.ts'
import { NAME } from '../card-layout.ts'
import { drawable } from '../drawable.ts'
import { measureWidth, type Node } from '../engine.ts'
import { DISPLAY, LABEL } from '../fonts.ts'
import { fitName } from '../name.ts'
import { box, figure } from './parts.ts'

const PROBE_PX = 100

/** A number as large as it may be in a width, and as it can be drawn. */
export async function fittedNumber(
  number: string,
  width: number,
  maxPx: number,
): Promise<{ text: string; sizePx: number }> {
  const text = drawable(number)
  const probe = await measureWidth(text, { fontFamily: DISPLAY, fontSize: PROBE_PX })
  return { text, sizePx: probe === 0 ? maxPx : Math.min(maxPx, Math.floor((PROBE_PX * width) / probe)) }
}

/** The size at which a line of the label face fits a width. */
export async function labelSize(text: string, width: number, maxPx: number): Promise<number> {
  const probe = await measureWidth(text, { fontFamily: LABEL, fontSize: PROBE_PX })
  const spaced = probe + [...text].length * PROBE_PX * 0.09
  return Math.min(maxPx, Math.floor((PROBE_PX * width) / spaced))
}

/** The nickname in a box, broken and sized as on the card. */
export async function nickname(
  playerName: string,
  room: { width: number; height: number },
  style: Node['style'],
): Promise<Node> {
  const { lines, sizePx } = await fitName(drawable(displayName(playerName)) || drawable(displayName('')))
  const scale = Math.min(room.width / NAME.width, room.height / (lines.length * sizePx * NAME.lineHeight))
  const fontSize = Math.floor(sizePx * scale)
  return box(
    { width: room.width, height: room.height, flexDirection: 'column', justifyContent: 'center', ...style },
    lines.map((line) =>
      figure(line, fontSize, { lineHeight: NAME.lineHeight, letterSpacing: fontSize * NAME.spacingEm }),
    ),
  )
}
