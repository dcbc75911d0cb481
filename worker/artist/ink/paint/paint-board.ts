import { smoothstep } from '#worker/graphics/numbers.ts'
import { type Lab, type Rgb, rgbOfLab, writeRgb } from '../color/oklab.ts'
import { type Board, boardDepth } from '../study/crown.ts'
import type { Brush } from './brush.ts'
import { INK } from './ink.ts'

/** Lightness of a board above the cap's, and how much lighter its left and darker its right end is. */
const LIT = { more: 0.1, side: 0.04 } as const
/** Width of the line below the front edges, in units. */
const LINE_UNITS = 1.3
/** Gold of the button and the tassel. */
const GOLD: Rgb = rgbOfLab([0.8, 0.02, 0.13])
/**
 * The cord leaves the board at this share of its half width and hangs down in front of the cap. Its length, the length
 * and half width of the fringe and the cord's half width are in units.
 */
const TASSEL = { at: 0.6, cord: 12, fringe: 10, half: 2.3, cordHalf: 0.7, button: 2.2 } as const

/** Paints the board and the tassel of a graduation cap at a point of head space over the cap in the brush. */
export function layBoard(
  brush: Brush,
  board: Board & { readonly color: Lab },
  x: number,
  y: number,
  edge: number,
): void {
  const [dx, dy] = [x - board.x, y - board.y]
  const depth = boardDepth(board, x, y)
  const [lightness, a, b] = board.color
  // The front edges are nearly level, so the height measures their width.
  const below = -depth * board.halfHeight
  if (depth > 0) writeRgb(brush, lightness + LIT.more - (LIT.side * dx) / board.halfWidth, a, b)
  if (dy > 0) brush.lay(INK, 1 - smoothstep(LINE_UNITS / 2, LINE_UNITS / 2 + edge, Math.abs(below)))
  const off = tasselDistance(board, dx, dy)
  brush.lay(INK, 1 - smoothstep(0.8, 0.8 + edge, off))
  brush.lay(GOLD, 1 - smoothstep(-edge, edge, off))
}

/** Returns the distance to the button, the cord and the fringe, negative inside. */
function tasselDistance({ halfWidth, halfHeight }: Board, dx: number, dy: number): number {
  const [endX, endY] = [TASSEL.at * halfWidth, (1 - TASSEL.at) * halfHeight]
  const along = Math.min(1, Math.max(0, (dx * endX + dy * endY) / (endX * endX + endY * endY)))
  const onBoard = Math.hypot(dx - along * endX, dy - along * endY) - TASSEL.cordHalf
  const fringeY = endY + TASSEL.cord
  const hanging = Math.hypot(dx - endX, dy - Math.min(fringeY, Math.max(endY, dy))) - TASSEL.cordHalf
  const down = (dy - fringeY) / TASSEL.fringe
  const half = TASSEL.half * (0.6 + 0.4 * Math.min(1, Math.max(0, down)))
  const fringe = Math.max(Math.abs(dx - endX) - half, (Math.abs(down - 0.5) - 0.5) * TASSEL.fringe)
  const button = Math.hypot(dx, 1.6 * dy) - TASSEL.button
  return Math.min(onBoard, hanging, fringe, button)
}
