import type { Area, Bleed } from '../pdf/bleed.ts'

const POINTS_PER_MM = 72 / 25.4

export const SHEET_PAPERS = {
  letter: { width: 612, height: 792 },
  a4: { width: 595.276, height: 841.89 },
} as const
export type SheetPaper = keyof typeof SHEET_PAPERS

/** Size of a card after cutting, in points: 2.5 x 3.5 in. */
export const TRIM = { width: 180, height: 252 } as const
export const BLEED = 3 * POINTS_PER_MM
export const [COLUMNS, ROWS] = [3, 3]
export const CARDS_PER_SHEET = COLUMNS * ROWS

/** Distance from the paper's edge to the outer cuts. Home printers leave up to a sixth of an inch blank. */
const MARGIN = 18

/**
 * Returns the gap between neighboring cards: twice the bleed if it fits. Letter is exactly as high as three cards and two
 * margins, so its rows share their cuts.
 */
const toGap = (paper: number, card: number): number =>
  Math.max(0, Math.min(2 * BLEED, (paper - 3 * card - 2 * MARGIN) / 2))

/** A card's position on a sheet, and its bleed beyond the cuts. */
export type Cell = { readonly trim: Area; readonly bleed: Bleed }

/**
 * Returns the nine positions of a sheet row by row, from the top left. Columns are reversed on the back, so that each back
 * lies behind its front when the sheet is flipped on its long edge.
 */
export function layOutSheet(paper: SheetPaper, side: 'front' | 'back'): readonly Cell[] {
  const { width, height } = SHEET_PAPERS[paper]
  const gap = { x: toGap(width, TRIM.width), y: toGap(height, TRIM.height) }
  const margin = {
    x: (width - COLUMNS * TRIM.width - (COLUMNS - 1) * gap.x) / 2,
    y: (height - ROWS * TRIM.height - (ROWS - 1) * gap.y) / 2,
  }
  return Array.from({ length: CARDS_PER_SHEET }, (_, index) => {
    const [row, fromLeft] = [Math.floor(index / COLUMNS), index % COLUMNS]
    const column = side === 'front' ? fromLeft : COLUMNS - 1 - fromLeft
    return {
      trim: {
        left: margin.x + column * (TRIM.width + gap.x),
        bottom: margin.y + (ROWS - 1 - row) * (TRIM.height + gap.y),
        ...TRIM,
      },
      bleed: {
        left: column === 0 ? BLEED : gap.x / 2,
        right: column === COLUMNS - 1 ? BLEED : gap.x / 2,
        top: row === 0 ? BLEED : gap.y / 2,
        bottom: row === ROWS - 1 ? BLEED : gap.y / 2,
      },
    }
  })
}

/** A straight line: x and y of its start, then x and y of its end. */
export type Line = readonly [number, number, number, number]

/** Distance from the cuts to the ends of crop marks. They start over the bleed, because printers may clip beyond it. */
const MARK = { from: POINTS_PER_MM, to: 16 } as const

/** Returns the crop marks around the used cells, in line with every cut. */
export function toCropMarks(cells: readonly Cell[]): Line[] {
  const trims = cells.map(({ trim }) => trim)
  const xs = [...new Set(trims.flatMap(({ left, width }) => [left, left + width]))]
  const ys = [...new Set(trims.flatMap(({ bottom, height }) => [bottom, bottom + height]))]
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  return [
    ...xs.flatMap((x): Line[] => [
      [x, top + MARK.from, x, top + MARK.to],
      [x, bottom - MARK.from, x, bottom - MARK.to],
    ]),
    ...ys.flatMap((y): Line[] => [
      [left - MARK.from, y, left - MARK.to, y],
      [right + MARK.from, y, right + MARK.to, y],
    ]),
  ]
}
