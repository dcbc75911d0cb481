import { joinedBytes } from '#worker/http/joined-bytes.ts'
import { markOf } from '#worker/graphics/metadata/mark.ts'
import { packetOf } from '#worker/graphics/metadata/metadata.ts'

/** A JPEG's frame header: what a PDF has to say of a picture it carries. */
type Frame = { width: number; height: number; components: number }

/** Points, 72 to the inch: the trim is 2.5 x 3.5 in, the page and its bleed an eighth of an inch more on every side. */
const BLEED = 9
const TRIM = { width: 180, height: 252 } as const
export const PRINT_PAGE = { width: TRIM.width + 2 * BLEED, height: TRIM.height + 2 * BLEED } as const
export const PRINT_TRIM = [BLEED, BLEED, BLEED + TRIM.width, BLEED + TRIM.height] as const

/**
 * The part of the card's edge that is stretched over the bleed, in thousandths of its width: a line of plain metal,
 * inside of the bright bevel and outside of every tier's work. It begins in the middle of a pixel: a viewer that blends
 * two then blends like with like.
 */
const EDGE = { from: 4.5, width: 1 } as const
/** The bleed reaches under what is painted over it, or a viewer would show a hairline between the two. */
const TUCK = 1

const ascii = new TextEncoder()

/**
 * A printable sheet for one card: PDF pages of 2.75 x 3.75 in with trim and bleed boxes that carry the JPEGs as they
 * are, and say of itself what the JPEG says. Over the bleed the card's own edge is drawn out. Colors are RGB, as in the
 * JPEG. PDF 1.4 as in the reference of 2001; the same input gives the same bytes.
 *
 * @param front the card as a baseline or progressive JPEG, of any size with the sides 5 : 7
 * @param back the same of its other side, on a second page: for printing on both sides, turned over the long edge
 * @throws when one is no JPEG
 */
export function printSheet(
  front: Uint8Array,
  { title, back }: { title: string; back?: Uint8Array },
): Uint8Array<ArrayBuffer> {
  const backPage = back === undefined ? [] : pageOf(back, BACK_AT)
  return fileOf([
    '<< /Type /Catalog /Pages 2 0 R /Metadata 6 0 R >>',
    back === undefined
      ? `<< /Type /Pages /Kids [${FRONT_AT} 0 R] /Count 1 >>`
      : `<< /Type /Pages /Kids [${FRONT_AT} 0 R ${BACK_AT} 0 R] /Count 2 >>`,
    ...pageOf(front, FRONT_AT),
    stream('/Type /Metadata /Subtype /XML', ascii.encode(packetOf({ title, ...markOf(front) }))),
    ...backPage,
    `<< /Title ${textOf(title)} /Creator ${textOf('Fantasy Football Cards')} >>`,
  ])
}

/** The numbers of the first objects of each page. */
const [FRONT_AT, BACK_AT] = [3, 7]

/** A page, its picture and what is painted on it: three objects, the first of number `at`. */
function pageOf(jpeg: Uint8Array, at: number): Part[] {
  const frame = frameOf(jpeg)
  const page = `0 0 ${PRINT_PAGE.width} ${PRINT_PAGE.height}`
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [${page}] /BleedBox [${page}] /TrimBox [${PRINT_TRIM.join(' ')}]` +
      ` /Resources << /XObject << /Card ${at + 1} 0 R >> >> /Contents ${at + 2} 0 R >>`,
    stream(
      `/Type /XObject /Subtype /Image /Width ${frame.width} /Height ${frame.height}` +
        ` /ColorSpace /${frame.components === 1 ? 'DeviceGray' : 'DeviceRGB'} /BitsPerComponent 8 /Filter /DCTDecode`,
      jpeg,
    ),
    stream('', ascii.encode(contentOf(frame))),
  ]
}

/** Where the picture lies along one side of the page when it shows what belongs into a strip, and that strip. */
type Span = { from: number; to: number; start: number; length: number }

/** Start, middle and end of one side, in points. @param edges how often the drawn line fits into the card's side */
function spansOf(page: number, edges: number): [Span, Span, Span] {
  const length = BLEED * edges
  const skipped = (BLEED * EDGE.from) / EDGE.width
  return [
    { from: 0, to: BLEED + TUCK, start: -skipped, length },
    { from: BLEED, to: page - BLEED, start: BLEED, length: page - 2 * BLEED },
    { from: page - BLEED - TUCK, to: page, start: page + skipped - length, length },
  ]
}

/** Corners first, then the sides, then the card itself over the inner edges of all of them. */
function contentOf({ width, height }: Frame): string {
  const edges = 1000 / EDGE.width
  const [left, across, right] = spansOf(PRINT_PAGE.width, edges)
  const [bottom, up, top] = spansOf(PRINT_PAGE.height, (edges * height) / width)
  const corners = [left, right].flatMap((x) => [bottom, top].map((y) => [x, y] as const))
  const sides = [
    ...[left, right].map((x) => [x, up] as const),
    ...[bottom, top].map((y) => [across, y] as const),
    [across, up] as const,
  ]
  return [...corners, ...sides].map(([x, y]) => painted(x, y)).join('\n')
}

const painted = (x: Span, y: Span): string =>
  `q ${x.from} ${y.from} ${x.to - x.from} ${y.to - y.from} re W n ` +
  `${x.length} 0 0 ${y.length} ${x.start} ${y.start} cm /Card Do Q`

type Part = string | readonly [head: string, body: Uint8Array, foot: string]

const stream = (entries: string, body: Uint8Array): Part => [
  `<< ${entries} /Length ${body.length} >>\nstream\n`,
  body,
  '\nendstream',
]

/** Numbers the objects from 1, and ends with the table of where each begins. The last one describes the file. */
function fileOf(objects: readonly Part[]): Uint8Array<ArrayBuffer> {
  // Four bytes above 127 tell programs that transfer the file that it is binary (PDF 32000-1, 7.5.2).
  const head = Uint8Array.of(...ascii.encode('%PDF-1.4\n%'), 0xe2, 0xe3, 0xcf, 0xd3, 0x0a)
  const parts: Uint8Array[] = [head]
  let at = head.length
  const add = (part: Uint8Array | string) => {
    const bytes = typeof part === 'string' ? ascii.encode(part) : part
    parts.push(bytes)
    at += bytes.length
  }
  const starts = objects.map((object, i) => {
    const start = at
    add(`${i + 1} 0 obj\n`)
    for (const part of typeof object === 'string' ? [object] : object) add(part)
    add('\nendobj\n')
    return start
  })
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const [size, tableAt] = [objects.length + 1, at]
  add(`xref\n0 ${size}\n0000000000 65535 f \n${table}`)
  add(`trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${tableAt}\n%%EOF\n`)
  return joinedBytes(parts)
}

/** Any text as hexadecimal UTF-16, so that no character of it can end the string. */
function textOf(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0'))
  return `<feff${units.join('')}>`
}

const NOT_A_FRAME = new Set([0xc4, 0xc8, 0xcc])

function frameOf(jpeg: Uint8Array): Frame {
  for (let at = 2; jpeg[0] === 0xff && jpeg[1] === 0xd8 && at + 9 < jpeg.length && jpeg[at] === 0xff;) {
    const marker = jpeg[at + 1]!
    const word = (offset: number) => (jpeg[at + offset]! << 8) + jpeg[at + offset + 1]!
    if (marker >= 0xc0 && marker <= 0xcf && !NOT_A_FRAME.has(marker))
      return { height: word(5), width: word(7), components: jpeg[at + 9]! }
    at += 2 + word(2)
  }
  throw new Error('not a JPEG')
}
