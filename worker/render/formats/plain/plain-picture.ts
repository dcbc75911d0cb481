import { drawableNumber } from '#shared/design/letters/drawable.ts'
import { displayName } from '#shared/domain/card.ts'
import { rgbOf } from '#shared/design/color.ts'
import type { Pair } from '#shared/design/pair.ts'
import { INK, paletteOf } from '#shared/design/palette.ts'
import { type Format, FORMATS } from '../format.ts'
import { CREATOR_TOOL, withMetadata } from '#worker/graphics/metadata/metadata.ts'
import { flatJpeg, SQUARE_PX } from './flat-jpeg.ts'
import { LETTER, type Square, squaresOf } from './pixel-letters.ts'

/** Whose picture it is; null when not even that could be found out. */
export type PlainCard = { playerName: string; jerseyNumber: string; team: Pair } | null

/** The colors of a picture without a team. */
const NO_TEAM: Pair = { primary: '#14291f', secondary: '#ffd02e' }
const MAX_CHARACTERS = 12
const STRIPE = { from: 0.68, thickness: 0.05, slant: 0.06 } as const

/**
 * What is shown when a format cannot be drawn: the team's colors, a stripe, number and nickname in squares. It asks
 * nothing of the renderer and cannot fail.
 *
 * @returns a JPEG of the format's size
 */
export function plainPicture(format: Format, card: PlainCard): Uint8Array<ArrayBuffer> {
  const { width, height } = FORMATS[format]
  const [columns, rows] = [Math.ceil(width / SQUARE_PX), Math.ceil(height / SQUARE_PX)]
  const { c1, plate, trim } = paletteOf(card?.team ?? NO_TEAM)
  const rgb = new Uint8Array(3 * columns * rows)
  const paint = (x: number, y: number, color: string) => {
    if (x >= 0 && y >= 0 && x < columns && y < rows) rgb.set(rgbOf(color), 3 * (y * columns + x))
  }
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const edge = rows * (STRIPE.from - STRIPE.slant * (x / columns - 0.5))
      paint(x, y, y < edge ? c1 : y < edge + rows * STRIPE.thickness ? trim : plate)
    }
  for (const { text, middle, room } of linesOf(card)) {
    const squares = laidOut(squaresOf(text), text.length, columns, rows * middle, rows * room)
    for (const { x, y } of squares) paint(x + 1, y + 1, INK)
    for (const { x, y } of squares) paint(x, y, '#ffffff')
  }
  const title = card === null ? CREATOR_TOOL : displayName(card.playerName)
  return withMetadata(flatJpeg({ columns, rows, rgb }, { width, height }), { title, source: 'plain' })
}

/** What stands where, in shares of the height. */
function linesOf(card: PlainCard): { text: string; middle: number; room: number }[] {
  if (card === null) return []
  const name = displayName(card.playerName)
  const number = drawableNumber(card.jerseyNumber) || name.slice(0, 1)
  const cut = (text: string) => Array.from(text).slice(0, MAX_CHARACTERS).join('')
  return [
    { text: cut(number), middle: 0.34, room: 0.4 },
    { text: cut(name), middle: 0.86, room: 0.12 },
  ]
}

/** Text in the middle of the picture, each of its squares as many times as large as there is room for; none without. */
function laidOut(squares: Square[], letters: number, columns: number, middle: number, room: number): Square[] {
  const width = letters * LETTER.step - 1
  const scale = Math.floor(Math.min((columns * 0.86) / width, room / LETTER.height))
  if (scale < 1) return []
  const left = Math.floor((columns - width * scale) / 2)
  const top = Math.floor(middle - (LETTER.height * scale) / 2)
  const part = Array.from({ length: scale }, (_, i) => i)
  return squares.flatMap(({ x, y }) =>
    part.flatMap((dx) => part.map((dy) => ({ x: left + x * scale + dx, y: top + y * scale + dy }))),
  )
}
