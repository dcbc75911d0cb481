import { beforeAll, describe, expect, test } from 'vitest'
import { render } from '#worker/graphics/engine.ts'
import { withMetadata } from '#worker/graphics/metadata/metadata.ts'
import { printSheet } from '#worker/render/formats/pdf.ts'
import { includesBytes } from '../../../support/pictures.ts'

const POINTS_PER_INCH = 72

let front: Uint8Array<ArrayBuffer>
let text: string
beforeAll(async () => {
  const size = { width: 1000, height: 1400 }
  const drawn = await render(
    { type: 'container', style: { ...size, backgroundColor: '#c03020' } },
    { ...size, format: 'jpeg', quality: 80 },
  )
  front = withMetadata(drawn, { title: 'Ace', source: 'computed' })
  text = latin1(printSheet(front, { title: 'Ace #12' }))
})

/** One character per byte. */
const latin1 = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** The objects of a PDF by number, found like a PDF reader: from the end, through the xref table. */
function parseObjects(pdf: string): Map<number, string> {
  const tableAt = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)![1])
  const table = /^xref\n0 (\d+)\n0000000000 65535 f \n((?:\d{10} 00000 n \n)*)trailer\n/.exec(pdf.slice(tableAt))!
  const starts = [...table[2]!.matchAll(/(\d{10}) 00000 n /g)].map((match) => Number(match[1]))
  expect(starts).toHaveLength(Number(table[1]) - 1)
  return new Map(
    starts.map((start, i) => {
      const end = starts[i + 1] ?? tableAt
      const [, number, body] = /^(\d+) 0 obj\n([\s\S]*)\nendobj\n$/.exec(pdf.slice(start, end))!
      return [Number(number), body!]
    }),
  )
}

const parseNumbers = (body: string, name: string) =>
  new RegExp(`/${name} \\[([^\\]]*)\\]`).exec(body)![1]!.split(' ').map(Number)

/** Within the one-pixel line that is stretched into the bleed. */
const isNear = (place: number, middle: number) => Math.abs(place - middle) < 0.5

/** Returns the content of a stream, by its stated length. */
function getStream(body: string): string {
  const [head, length] = /^<<[\s\S]*? \/Length (\d+) >>\nstream\n/.exec(body)!
  expect(body.slice(head.length + Number(length))).toBe('\nendstream')
  return body.slice(head.length, head.length + Number(length))
}

describe('the print sheet', () => {
  test('prints a page of 2.75 x 3.75 in, trimmed to 2.5 x 3.5 in, with bleed on all sides', () => {
    const page = parseObjects(text).get(3)!
    const inches = (name: string) => {
      const [left, bottom, right, top] = parseNumbers(page, name) as [number, number, number, number]
      return [(right - left) / POINTS_PER_INCH, (top - bottom) / POINTS_PER_INCH]
    }
    expect(inches('MediaBox')).toEqual([2.75, 3.75])
    expect(inches('BleedBox')).toEqual([2.75, 3.75])
    expect(inches('TrimBox')).toEqual([2.5, 3.5])
    expect(parseNumbers(page, 'TrimBox').slice(0, 2)).toEqual([9, 9])
  })

  test('embeds the card JPEG unchanged, with its dimensions and metadata', () => {
    const image = parseObjects(text).get(4)!
    expect(image).toContain('/Width 1000 /Height 1400 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode')
    expect(getStream(image)).toBe(latin1(front))
  })

  test("links the trailer to the page, and sets the card's title", () => {
    const objects = parseObjects(text)
    expect(text).toMatch(/\/Root 1 0 R \/Info 7 0 R/)
    expect(objects.get(1)).toContain('/Pages 2 0 R')
    expect(objects.get(2)).toContain('/Kids [3 0 R] /Count 1')
    expect(objects.get(3)).toContain('/Contents 5 0 R')
    expect(objects.get(3)).toContain('/Card 4 0 R')
    expect(objects.get(7)).toContain('<feff00410063006500200023003100')
  })

  test("embeds the card's XMP metadata", () => {
    const objects = parseObjects(text)
    expect(objects.get(1)).toContain('/Metadata 6 0 R')
    expect(objects.get(6)).toContain('/Type /Metadata /Subtype /XML')
    const packet = getStream(objects.get(6)!)
    expect(packet).toContain('digitalsourcetype/composite<')
    expect(packet).toContain('>Ace #12<')
  })

  test('paints the whole card within the trim box last', () => {
    expect(parsePaints(text).at(-1)).toEqual({ clip: [9, 9, 180, 252], image: [180, 252, 9, 9] })
  })

  test("fills the bleed with the card's edge, without white gaps", () => {
    const bleeds = parsePaints(text).slice(0, -1)
    for (let x = 0.25; x < 198; x++)
      for (let y = 0.25; y < 270; y++) {
        if (x > 9 && x < 189 && y > 9 && y < 261) continue
        const visible = bleeds.findLast(({ clip: [left, bottom, width, height] }) =>
          [x > left, x < left + width, y > bottom, y < bottom + height].every(Boolean),
        )!
        const [width, height, left, bottom] = visible.image
        const [column, row] = [((x - left) / width) * 1000, ((y - bottom) / height) * 1400]
        if (x < 9) expect(isNear(column, 5)).toBe(true)
        if (x > 189) expect(isNear(column, 995)).toBe(true)
        if (y < 9) expect(isNear(row, 5)).toBe(true)
        if (y > 261) expect(isNear(row, 1395)).toBe(true)
        if (y > 9 && y < 261) expect(row).toBeCloseTo(((y - 9) / 252) * 1400, 6)
      }
  })

  test('produces the same PDF for the same card', () => {
    expect(latin1(printSheet(front, { title: 'Ace #12' }))).toBe(text)
  })
})

/** Each time the card is painted: the clip rectangle, and the position of the whole image. */
function parsePaints(pdf: string) {
  const content = getStream(parseObjects(pdf).get(5)!)
  return content.split('\n').map((line) => {
    const [, clip, matrix] = /^q ([\d. -]+) re W n ([\d. -]+) cm \/Card Do Q$/.exec(line)!
    const [a, b, c, d, e, f] = matrix!.split(' ').map(Number) as [number, number, number, number, number, number]
    expect([b, c]).toEqual([0, 0])
    return { clip: clip!.split(' ').map(Number) as [number, number, number, number], image: [a, d, e, f] as const }
  })
}

test.each([')) >> endobj', 'ñ 漢 🏈', '\ud800', ''])('escapes a card title of %j in the print sheet', (title) => {
  const pdf = printSheet(front, { title })
  expect(parseObjects(latin1(pdf)).size).toBe(7)
  expect(includesBytes(pdf, new TextEncoder().encode('>> endobj'))).toBe(false)
})

test.each([new Uint8Array(), Uint8Array.of(0xff, 0xd8), new TextEncoder().encode('%PDF-1.7 not a JPEG')])(
  'rejects a print sheet for a file that is not a JPEG',
  (bytes) => expect(() => printSheet(bytes, { title: 'x' })).toThrow('not a JPEG'),
)

test('adds the card back as a second page with the same boxes', async () => {
  const size = { width: 40, height: 56 }
  const node = { type: 'container', style: { ...size, backgroundColor: '#203030' } } as const
  const back = await render(node, { ...size, format: 'jpeg', quality: 80 })
  const objects = parseObjects(latin1(printSheet(front, { title: 'Ace #12', back })))
  expect(objects.get(2)).toContain('/Kids [3 0 R 7 0 R] /Count 2')
  const [first, second] = [objects.get(3)!, objects.get(7)!]
  expect(second).toBe(first.replace('/Card 4 0 R', '/Card 8 0 R').replace('/Contents 5 0 R', '/Contents 9 0 R'))
  expect(getStream(objects.get(8)!)).toBe(latin1(back))
  expect(getStream(objects.get(9)!)).toContain('/Card Do')
  expect(getStream(objects.get(4)!)).toBe(latin1(front))
})
