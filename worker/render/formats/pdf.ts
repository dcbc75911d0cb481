import { readArtMetadata } from '#worker/graphics/metadata/art-metadata.ts'
import { paintWithBleed } from './pdf/bleed.ts'
import { createFile, type Part, toInfo, toMetadata, toStream } from './pdf/file.ts'
import { readFrame, toJpegPart } from './pdf/picture.ts'

/**
 * In points, 72 to the inch. The trim is 2.5 x 3.5 in. With its bleed, the page is an eighth of an inch larger on every
 * side.
 */
const BLEED = 9
const TRIM = { width: 180, height: 252 } as const
export const PRINT_PAGE = { width: TRIM.width + 2 * BLEED, height: TRIM.height + 2 * BLEED } as const
export const PRINT_TRIM = [BLEED, BLEED, BLEED + TRIM.width, BLEED + TRIM.height] as const

/**
 * Creates a printable PDF of one card: pages of 2.75 x 3.75 in with trim and bleed boxes. It embeds the JPEGs unchanged
 * and has the metadata of the front. The card's own edge is stretched over the bleed. Colors are RGB, as in the JPEG.
 * The same input gives the same bytes.
 *
 * @param front the card as a baseline or progressive JPEG, of any size with an aspect ratio of 5:7
 * @param back its other side in the same format, on a second page: for double-sided printing, flipped on the long edge
 * @throws if one is not a JPEG
 */
export function printSheet(
  front: Uint8Array,
  { title, back }: { title: string; back?: Uint8Array },
): Uint8Array<ArrayBuffer> {
  const backPage = back === undefined ? [] : createPage(back, BACK_AT)
  return createFile([
    '<< /Type /Catalog /Pages 2 0 R /Metadata 6 0 R >>',
    back === undefined
      ? `<< /Type /Pages /Kids [${FRONT_AT} 0 R] /Count 1 >>`
      : `<< /Type /Pages /Kids [${FRONT_AT} 0 R ${BACK_AT} 0 R] /Count 2 >>`,
    ...createPage(front, FRONT_AT),
    toMetadata({ title, ...readArtMetadata(front) }),
    ...backPage,
    toInfo(title),
  ])
}

/** Number of each page's first object. */
const [FRONT_AT, BACK_AT] = [3, 7]

/** Returns a page, its picture and its content: three objects, the first with the number `at`. */
function createPage(jpeg: Uint8Array, at: number): Part[] {
  const frame = readFrame(jpeg)
  const page = `0 0 ${PRINT_PAGE.width} ${PRINT_PAGE.height}`
  const bleed = { left: BLEED, right: BLEED, top: BLEED, bottom: BLEED }
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [${page}] /BleedBox [${page}] /TrimBox [${PRINT_TRIM.join(' ')}]` +
      ` /Resources << /XObject << /Card ${at + 1} 0 R >> >> /Contents ${at + 2} 0 R >>`,
    toJpegPart(jpeg, frame),
    toStream('', paintWithBleed('Card', frame, { left: BLEED, bottom: BLEED, ...TRIM }, bleed)),
  ]
}
