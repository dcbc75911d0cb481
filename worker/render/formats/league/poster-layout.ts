import type { Box } from '../../card-layout.ts'
import type { Light } from '../field.ts'
import { FORMATS } from '../format.ts'

/** A poster in pixels or points, and its content area. */
export type PosterFrame = {
  readonly width: number
  readonly height: number
  /** Distance of the content from each edge. */
  readonly inset: { readonly x: number; readonly top: number; readonly bottom: number }
  /** Maximum width of a card. */
  readonly maxCard: number
}

/** Maximum width of a card on paper, in points: twice the width of its 1000 pixels at 300 dpi. */
const MAX_CARD = 2 * (1000 / 300) * 72

/**
 * Pictures to share, in pixels, and posters to print, in points. 18 x 24 in is a common American poster size. Apps cover
 * the top and bottom 250 pixels of a story with their own controls.
 */
export const POSTER_FRAMES = {
  feed: { ...FORMATS.share, inset: { x: 48, top: 42, bottom: 36 }, maxCard: 400 },
  story: { ...FORMATS.story, inset: { x: 64, top: 250, bottom: 250 }, maxCard: 480 },
  a3: { width: 841.89, height: 1190.55, inset: { x: 52, top: 54, bottom: 40 }, maxCard: MAX_CARD },
  '18x24': { width: 1296, height: 1728, inset: { x: 80, top: 80, bottom: 58 }, maxCard: MAX_CARD },
} as const satisfies Record<string, PosterFrame>

export type PosterLayout = {
  readonly crest: Box
  /** Space for the season and name. Beside the crest, or below it if the head is at the side. */
  readonly words: Box
  readonly isSide: boolean
  readonly cards: readonly Box[]
  /** Position and font size of the line at the bottom. */
  readonly foot: { readonly left: number; readonly top: number; readonly size: number }
  readonly light: Light
}

/** Height of a card and gaps between cards, as fractions of a card's width. */
const CARD = { height: 1.4, columnGap: 0.075, rowGap: 0.09 } as const
const CREST_WIDTH = 100 / 116

/** Candidate heights of the head, as fractions of the content's height, largest first. */
const HEADS = [0.34, 0.3, 0.26, 0.22, 0.185] as const
/** A larger head must leave cards at least this fraction of their largest possible width. */
const CARD_WIDTH_MIN_SHARE = 0.96
const HEAD_GAP = 0.035

/**
 * Lays out a league's cards as large as a poster allows. The head is above the cards on an upright poster, and beside
 * them on a wide one.
 *
 * @param count number of cards, at least 1
 */
export function layOutPoster(frame: PosterFrame, count: number): PosterLayout {
  return frame.width > frame.height ? layOutWide(frame, count) : layOutUpright(frame, count)
}

function layOutUpright({ width, height, inset, maxCard }: PosterFrame, count: number): PosterLayout {
  const size = Math.min(width, height) * 0.022
  const content = { width: width - 2 * inset.x, height: height - inset.top - inset.bottom - 2.4 * size }
  const candidates = HEADS.map((share) => {
    const head = share * content.height
    const room = content.height * (1 - HEAD_GAP) - head
    return { head, grid: fitGrid(count, { width: content.width, height: room }, maxCard) }
  })
  const best = Math.max(...candidates.map(({ grid }) => grid.cardWidth))
  const { head, grid } = candidates.find((one) => one.grid.cardWidth >= CARD_WIDTH_MIN_SHARE * best)!
  const spare = content.height * (1 - HEAD_GAP) - head - grid.height
  const top = inset.top + spare * 0.36
  const cardsTop = top + head + content.height * HEAD_GAP + spare * 0.22
  const crest = { left: inset.x, top, width: head * CREST_WIDTH, height: head }
  const wordsLeft = crest.left + crest.width + head * 0.14
  return {
    crest,
    words: { left: wordsLeft, top, width: inset.x + content.width - wordsLeft, height: head },
    isSide: false,
    cards: placeCards(grid, { left: inset.x, top: cardsTop, width: content.width }),
    foot: { left: inset.x, top: height - inset.bottom - size, size },
    light: {
      x: width / 2,
      y: cardsTop + grid.height * 0.46,
      radiusX: width * 0.86,
      radiusY: Math.max(grid.height * 0.82, height * 0.36),
    },
  }
}

const SIDE = { width: 0.27, gap: 0.045, crest: 0.42, crestGap: 0.05, words: 0.4 } as const

function layOutWide({ width, height, inset, maxCard }: PosterFrame, count: number): PosterLayout {
  const size = Math.min(width, height) * 0.033
  const content = { width: width - 2 * inset.x, height: height - inset.top - inset.bottom }
  const side = content.width * SIDE.width
  const left = inset.x + side + content.width * SIDE.gap
  const room = { width: width - inset.x - left, height: content.height }
  const grid = fitGrid(count, room, maxCard)
  const crestHeight = content.height * SIDE.crest
  const wordsTop = inset.top + crestHeight + content.height * SIDE.crestGap
  const cardsTop = inset.top + (content.height - grid.height) / 2
  return {
    crest: { left: inset.x, top: inset.top, width: crestHeight * CREST_WIDTH, height: crestHeight },
    words: { left: inset.x, top: wordsTop, width: side, height: content.height * SIDE.words },
    isSide: true,
    cards: placeCards(grid, { left, top: cardsTop, width: room.width }),
    foot: { left: inset.x, top: height - inset.bottom - size, size },
    light: { x: left + room.width / 2, y: height * 0.48, radiusX: width * 0.52, radiusY: height * 0.86 },
  }
}

type Grid = { readonly rows: readonly number[]; readonly cardWidth: number; readonly height: number }

/** Returns the grid with the widest cards, or on a tie the one with the most columns. */
function fitGrid(count: number, room: { width: number; height: number }, maxCard: number): Grid {
  const grids = Array.from({ length: count }, (_, i) => {
    const rows = toRows(count, Math.ceil(count / (i + 1)))
    const columns = Math.max(...rows)
    const across = room.width / (columns + (columns - 1) * CARD.columnGap)
    const cardWidth = Math.min(across, room.height / toGridHeight(rows.length), maxCard)
    return { rows, cardWidth, height: cardWidth * toGridHeight(rows.length) }
  })
  const widest = Math.max(...grids.map(({ cardWidth }) => cardWidth))
  return grids.findLast(({ cardWidth }) => cardWidth === widest)!
}

const toGridHeight = (rows: number): number => rows * CARD.height + (rows - 1) * CARD.rowGap

/**
 * Divides cards into rows whose lengths differ by at most one. Longer rows are in the middle, or lower on a tie.
 *
 * @example toRows(7, 3) // [2, 3, 2]
 */
export function toRows(count: number, rows: number): number[] {
  const longer = count % rows
  const fromMiddle = Array.from({ length: rows }, (_, row) => row).toSorted(
    (one, other) => Math.abs(one - (rows - 1) / 2) - Math.abs(other - (rows - 1) / 2) || other - one,
  )
  const long = new Set(fromMiddle.slice(0, longer))
  return Array.from({ length: rows }, (_, row) => Math.floor(count / rows) + (long.has(row) ? 1 : 0))
}

function placeCards(
  { rows, cardWidth }: Grid,
  { left, top, width }: { left: number; top: number; width: number },
): Box[] {
  const size = { width: cardWidth, height: cardWidth * CARD.height }
  const step = { x: cardWidth * (1 + CARD.columnGap), y: cardWidth * (CARD.height + CARD.rowGap) }
  return rows.flatMap((columns, row) => {
    const indent = (width - (columns * step.x - cardWidth * CARD.columnGap)) / 2
    return Array.from({ length: columns }, (_, column) => ({
      left: left + indent + column * step.x,
      top: top + row * step.y,
      ...size,
    }))
  })
}

/** Converts a box to other units. */
export const scaleBox = ({ left, top, width, height }: Box, factor: number): Box => ({
  left: left * factor,
  top: top * factor,
  width: width * factor,
  height: height * factor,
})
