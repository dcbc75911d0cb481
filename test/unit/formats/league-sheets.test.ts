import { describe, expect, it } from 'vitest'
import { createCardSheets } from '#worker/render/formats/league/card-sheets.ts'
import { BLEED, layOutSheet, SHEET_PAPERS, toCropMarks } from '#worker/render/formats/league/sheet-layout.ts'
import { joinBytes } from '../../support/pictures.ts'

const PAPERS = ['a4', 'letter'] as const
const MM = 72 / 25.4

describe.each(PAPERS)('a sheet of %s', (paper) => {
  const { width, height } = SHEET_PAPERS[paper]
  const front = layOutSheet(paper, 'front')
  const back = layOutSheet(paper, 'back')

  it('places nine cards of 2.5 x 3.5 in with margins of at least a quarter inch', () => {
    expect(front).toHaveLength(9)
    for (const { trim } of front) {
      expect([trim.width, trim.height]).toEqual([180, 252])
      const margins = [trim.left, trim.bottom, width - trim.left - 180, height - trim.bottom - 252]
      expect(Math.min(...margins)).toBeGreaterThan(17.99)
    }
  })

  it('adds a 3 mm bleed outside, and as much as fits between neighbors', () => {
    const [first, second, , fourth] = front
    expect(BLEED).toBeCloseTo(3 * MM, 6)
    expect([first!.bleed.left, first!.bleed.top, front[8]!.bleed.right, front[8]!.bleed.bottom]).toEqual(
      Array.from({ length: 4 }, () => BLEED),
    )
    // Neighbors meet in the middle of their gap, and no bleed covers another card.
    expect(first!.trim.left + 180 + 2 * first!.bleed.right).toBeCloseTo(second!.trim.left, 6)
    expect(fourth!.trim.bottom + 252 + 2 * fourth!.bleed.top).toBeCloseTo(first!.trim.bottom, 6)
    const inner = { x: first!.bleed.right / MM, y: fourth!.bleed.top / MM }
    expect(inner.x).toBeCloseTo(paper === 'a4' ? 1.7 : 3, 1)
    // Letter is as tall as three cards and two margins.
    expect(inner.y).toBeCloseTo(paper === 'a4' ? 3 : 0, 6)
  })

  it('mirrors the backs, so that they align with their fronts in long-edge duplex printing', () => {
    for (const [i, { trim, bleed }] of front.entries()) {
      const behind = back[i]!
      expect(width - behind.trim.left - behind.trim.width).toBeCloseTo(trim.left, 6)
      expect(behind.trim.bottom).toBe(trim.bottom)
      expect([behind.bleed.left, behind.bleed.right]).toEqual([bleed.right, bleed.left])
    }
  })

  it('draws crop marks in line with the cuts, a millimeter off the cards and on the paper', () => {
    for (const cells of [front, front.slice(0, 1), front.slice(0, 4), back.slice(0, 2)]) {
      const trims = cells.map(({ trim }) => trim)
      const xs = trims.flatMap(({ left }) => [left, left + 180])
      const ys = trims.flatMap(({ bottom }) => [bottom, bottom + 252])
      const marks = toCropMarks(cells)
      expect(marks).toHaveLength(2 * (new Set(xs).size + new Set(ys).size))
      for (const [x, y, toX, toY] of marks) {
        expect(x === toX ? xs : ys).toContain(x === toX ? x : y)
        expect(Math.min(x, y, toX, toY)).toBeGreaterThan(0)
        expect(Math.max(x, toX)).toBeLessThan(width)
        expect(Math.max(y, toY)).toBeLessThan(height)
        for (const { left, bottom } of trims)
          expect(x > left - MM + 0.01 && x < left + 181 && y > bottom - MM + 0.01 && y < bottom + 253).toBe(false)
      }
    }
  })
})

/** The part of a JPEG that a PDF reads: a frame of 1000 x 1400 pixels, and an identifying number. */
const aJpeg = (number: number) =>
  joinBytes(
    Uint8Array.of(0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 1400 >> 8, 1400 & 255, 1000 >> 8, 1000 & 255, 3, number),
    new Uint8Array(12),
  )

const ABOUT = { title: 'Gridiron 2026', source: 'plain' } as const
const latin1 = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
const createSheets = (count: number) => {
  const cards = Array.from({ length: count }, (_, i) => ({ front: aJpeg(i), back: aJpeg(100 + i) }))
  return latin1(createCardSheets('letter', cards, ABOUT))
}

/** Returns the images of each page, by their number in the file. */
const getPages = (pdf: string) =>
  [...pdf.matchAll(/\/Type \/Page \/Parent[^>]*\/XObject << ([^>]*) >>/g)].map(([, pictures]) =>
    [...pictures!.matchAll(/ (\d+) 0 R/g)].map(([, number]) => Number(number)),
  )

describe('the cards of a league to print', () => {
  it('produces a test sheet and two pages per nine cards', () => {
    const pages = [1, 9, 10, 16].map((count) => getPages(createSheets(count)).map((pictures) => pictures.length))
    expect(pages).toEqual([
      [0, 0, 1, 1],
      [0, 0, 9, 9],
      [0, 0, 9, 9, 1, 1],
      [0, 0, 9, 9, 7, 7],
    ])
  })

  it('puts the same cards on a sheet’s front and back', () => {
    const [, , fronts, backs, lastFronts, lastBacks] = getPages(createSheets(10))
    expect(backs).toEqual(fronts!.map((number) => number + 1))
    expect(lastBacks).toEqual(lastFronts!.map((number) => number + 1))
    expect(lastFronts).toEqual([fronts!.at(-1)! + 2])
  })

  it('prints instructions on the test sheet', () => {
    const pdf = createSheets(1)
    expect(pdf).toContain('(Print this test sheet first)')
    expect(pdf).toContain(String.raw`(This line is 50 mm \(1.97 in\) long:)`)
  })
})
