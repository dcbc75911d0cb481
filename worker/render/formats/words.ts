import type { Box } from '../card-layout.ts'
import { drawableNumber } from '#shared/design/letters/drawable.ts'
import { measureWidth, type Node } from '#worker/graphics/engine.ts'
import { DISPLAY, LABEL } from '#worker/graphics/fonts.ts'
import { setName } from '../card/name.ts'
import type { LoadFont } from '#worker/graphics/script-fonts.ts'
import { box } from './parts.ts'

const PROBE_PX = 100

/** Returns a number as it can be drawn, and the largest font size at which it fits a width. */
export async function fitNumber(
  number: string,
  width: number,
  maxPx: number,
): Promise<{ text: string; sizePx: number }> {
  const text = drawableNumber(number)
  const probe = await measureWidth(text, { fontFamily: DISPLAY, fontSize: PROBE_PX })
  return { text, sizePx: probe === 0 ? maxPx : Math.min(maxPx, Math.floor((PROBE_PX * width) / probe)) }
}

/** Returns the font size at which a line of the label face fits a width. */
export async function labelSize(text: string, width: number, maxPx: number): Promise<number> {
  const probe = await measureWidth(text, { fontFamily: LABEL, fontSize: PROBE_PX })
  const spaced = probe + [...text].length * PROBE_PX * 0.09
  return Math.min(maxPx, Math.floor((PROBE_PX * width) / spaced))
}

/** Returns the nickname as on the card, at the bottom of a box. */
export async function nickname(playerName: string, at: Box, maxPx: number, loadFont: LoadFont): Promise<Node> {
  const { node, height } = await setName(playerName, { width: at.width, height: at.height, maxPx }, loadFont)
  return box({ position: 'absolute', left: at.left, top: at.top + at.height - height, width: at.width, height }, [node])
}
