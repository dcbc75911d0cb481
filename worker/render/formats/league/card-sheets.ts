import type { ArtSource } from '#shared/domain/provenance.ts'
import { paintWithBleed } from '../pdf/bleed.ts'
import { createDocument, type Page, round } from '../pdf/document.ts'
import { readFrame, toJpegPart } from '../pdf/picture.ts'
import { CARDS_PER_SHEET, layOutSheet, type Line, SHEET_PAPERS, type SheetPaper, toCropMarks } from './sheet-layout.ts'
import { testPage } from './test-page.ts'

/** Both sides of a card as JPEGs of 1000 x 1400 pixels. */
export type CardSides = { readonly front: Uint8Array; readonly back: Uint8Array }

/**
 * Creates a PDF that prints cards at their real size, nine to a sheet, with crop marks and bleed. A test sheet comes
 * first, then the fronts and mirrored backs of every sheet. Embeds the JPEGs unchanged. Deterministic.
 *
 * @throws if a side is not a JPEG
 */
export function createCardSheets(
  paper: SheetPaper,
  cards: readonly CardSides[],
  about: { readonly title: string; readonly source: ArtSource },
): Uint8Array<ArrayBuffer> {
  const jpegs = cards.flatMap(({ front, back }) => [front, back])
  const frames = jpegs.map(readFrame)
  const size = SHEET_PAPERS[paper]

  function toPage(first: number, side: 'front' | 'back'): Page {
    const cells = layOutSheet(paper, side).slice(0, cards.length - first)
    const indexes = cells.map((_, i) => 2 * (first + i) + (side === 'front' ? 0 : 1))
    const painted = cells.map(({ trim, bleed }, i) =>
      paintWithBleed(toName(indexes[i]!), frames[indexes[i]!]!, trim, bleed),
    )
    return {
      ...size,
      content: [...painted, drawMarks(toCropMarks(cells))].join('\n'),
      pictures: Object.fromEntries(indexes.map((index) => [toName(index), index])),
    }
  }

  const sheets = Array.from({ length: Math.ceil(cards.length / CARDS_PER_SHEET) }, (_, i) => i * CARDS_PER_SHEET)
  const pages = sheets.flatMap((first) => [toPage(first, 'front'), toPage(first, 'back')])
  const pictures = jpegs.map((jpeg, i) => toJpegPart(jpeg, frames[i]))
  return createDocument([testPage(paper, 'front'), testPage(paper, 'back'), ...pages], pictures, about)
}

const toName = (index: number): string => `C${index}`

/** Draws black hairlines with a white edge, which are visible on any bleed. */
const drawMarks = (marks: readonly Line[]): string => {
  const path = marks.map(([x, y, toX, toY]) => `${round(x)} ${round(y)} m ${round(toX)} ${round(toY)} l`).join(' ')
  return `q 1 G 1.2 w ${path} S 0 G 0.35 w ${path} S Q`
}
