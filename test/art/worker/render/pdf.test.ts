import { beforeAll, describe, expect, test } from 'vitest'
import { render } from '#worker/graphics/engine.ts'
import { withMetadata } from '#worker/graphics/metadata/metadata.ts'
import { printSheet } from '#worker/render/formats/pdf.ts'
import { holds } from '../../../support/pictures.ts'

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

/** One character for each byte. */
const latin1 = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** The objects of a PDF by number, found as a reader finds them: from the end, by its table. */
function objectsOf(pdf: string): Map<number, string> {
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

const numbersOf = (body: string, name: string) =>
  new RegExp(`/${name} \\[([^\\]]*)\\]`).exec(body)![1]!.split(' ').map(Number)

/** Within the line of one pixel's width that is drawn out. */
const isNear = (place: number, middle: number) => Math.abs(place - middle) < 0.5

/** Returns the content of a stream, by the length it states. */
function streamOf(body: string): string {
  const [head, length] = /^<<[\s\S]*? \/Length (\d+) >>\nstream\n/.exec(body)!
  expect(body.slice(head.length + Number(length))).toBe('\nendstream')
  return body.slice(head.length, head.length + Number(length))
}

describe('the print sheet', () => {
  test('is a page of 2.75 x 3.75 in, trimmed to 2.5 x 3.5 in, with the bleed all round', () => {
    const page = objectsOf(text).get(3)!
    const inches = (name: string) => {
      const [left, bottom, right, top] = numbersOf(page, name) as [number, number, number, number]
      return [(right - left) / POINTS_PER_INCH, (top - bottom) / POINTS_PER_INCH]
    }
    expect(inches('MediaBox')).toEqual([2.75, 3.75])
    expect(inches('BleedBox')).toEqual([2.75, 3.75])
    expect(inches('TrimBox')).toEqual([2.5, 3.5])
    expect(numbersOf(page, 'TrimBox').slice(0, 2)).toEqual([9, 9])
  })

  test('carries the card byte for byte, with its size and everything it says of itself', () => {
    const image = objectsOf(text).get(4)!
    expect(image).toContain('/Width 1000 /Height 1400 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode')
    expect(streamOf(image)).toBe(latin1(front))
  })

  test('leads from its trailer to the page, and names the card', () => {
    const objects = objectsOf(text)
    expect(text).toMatch(/\/Root 1 0 R \/Info 7 0 R/)
    expect(objects.get(1)).toContain('/Pages 2 0 R')
    expect(objects.get(2)).toContain('/Kids [3 0 R] /Count 1')
    expect(objects.get(3)).toContain('/Contents 5 0 R')
    expect(objects.get(3)).toContain('/Card 4 0 R')
    expect(objects.get(7)).toContain('<feff00410063006500200023003100')
  })

  test('says of itself what the card says', () => {
    const objects = objectsOf(text)
    expect(objects.get(1)).toContain('/Metadata 6 0 R')
    expect(objects.get(6)).toContain('/Type /Metadata /Subtype /XML')
    const packet = streamOf(objects.get(6)!)
    expect(packet).toContain('digitalsourcetype/composite<')
    expect(packet).toContain('>Ace #12<')
  })

  test('shows the whole card within the trim, last and over everything else', () => {
    expect(paintsOf(text).at(-1)).toEqual({ clip: [9, 9, 180, 252], image: [180, 252, 9, 9] })
  })

  test('leaves no spot of the bleed white, and shows nothing but the plain metal of the edge there', () => {
    const bleeds = paintsOf(text).slice(0, -1)
    for (let x = 0.25; x < 198; x++)
      for (let y = 0.25; y < 270; y++) {
        if (x > 9 && x < 189 && y > 9 && y < 261) continue
        const shown = bleeds.findLast(({ clip: [left, bottom, width, height] }) =>
          [x > left, x < left + width, y > bottom, y < bottom + height].every(Boolean),
        )!
        const [width, height, left, bottom] = shown.image
        const [column, row] = [((x - left) / width) * 1000, ((y - bottom) / height) * 1400]
        if (x < 9) expect(isNear(column, 5)).toBe(true)
        if (x > 189) expect(isNear(column, 995)).toBe(true)
        if (y < 9) expect(isNear(row, 5)).toBe(true)
        if (y > 261) expect(isNear(row, 1395)).toBe(true)
        if (y > 9 && y < 261) expect(row).toBeCloseTo(((y - 9) / 252) * 1400, 6)
      }
  })

  test('is the same for the same card', () => {
    expect(latin1(printSheet(front, { title: 'Ace #12' }))).toBe(text)
  })
})

/** Each painting of the card: the rectangle it is cut to, and where the whole picture would lie. */
function paintsOf(pdf: string) {
  const content = streamOf(objectsOf(pdf).get(5)!)
  return content.split('\n').map((line) => {
    const [, clip, matrix] = /^q ([\d. -]+) re W n ([\d. -]+) cm \/Card Do Q$/.exec(line)!
    const [a, b, c, d, e, f] = matrix!.split(' ').map(Number) as [number, number, number, number, number, number]
    expect([b, c]).toEqual([0, 0])
    return { clip: clip!.split(' ').map(Number) as [number, number, number, number], image: [a, d, e, f] as const }
  })
}

test.each([')) >> endobj', 'ñ 漢 🏈', '\ud800', ''])('a card called %j cannot break out of its sheet', (title) => {
  const pdf = printSheet(front, { title })
  expect(objectsOf(latin1(pdf)).size).toBe(7)
  expect(holds(pdf, new TextEncoder().encode('>> endobj'))).toBe(false)
})

test.each([new Uint8Array(), Uint8Array.of(0xff, 0xd8), new TextEncoder().encode('%PDF-1.7 not a JPEG')])(
  'what is no JPEG becomes no sheet',
  (bytes) => expect(() => printSheet(bytes, { title: 'x' })).toThrow('not a JPEG'),
)

test('the other side of the card is a second page of the same boxes', async () => {
  const size = { width: 40, height: 56 }
  const node = { type: 'container', style: { ...size, backgroundColor: '#203030' } } as const
  const back = await render(node, { ...size, format: 'jpeg', quality: 80 })
  const objects = objectsOf(latin1(printSheet(front, { title: 'Ace #12', back })))
  expect(objects.get(2)).toContain('/Kids [3 0 R 7 0 R] /Count 2')
  const [first, second] = [objects.get(3)!, objects.get(7)!]
  expect(second).toBe(first.replace('/Card 4 0 R', '/Card 8 0 R').replace('/Contents 5 0 R', '/Contents 9 0 R'))
  expect(streamOf(objects.get(8)!)).toBe(latin1(back))
  expect(streamOf(objects.get(9)!)).toContain('/Card Do')
  expect(streamOf(objects.get(4)!)).toBe(latin1(front))
})
