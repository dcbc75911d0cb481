import type { ArtSource } from '#shared/domain/provenance.ts'
import { createFile, type Part, toInfo, toMetadata, toStream } from './file.ts'

/** A page in points: its content, and the pictures it paints, by name. */
export type Page = {
  readonly width: number
  readonly height: number
  readonly content: string
  /** Index of each picture in the document. */
  readonly pictures?: Readonly<Record<string, number>>
}

/** Object number of a document's first picture. */
const FIRST_PICTURE = 5

/** Returns the object number of a picture by its index. */
export const toPictureNumber = (index: number): number => FIRST_PICTURE + index

/**
 * Creates a PDF with any number of pages, which share their pictures. The fonts `/Label` and `/Bold` are Helvetica,
 * which every reader has.
 */
export function createDocument(
  pages: readonly Page[],
  pictures: readonly Part[],
  about: { readonly title: string; readonly source: ArtSource },
): Uint8Array<ArrayBuffer> {
  const toPageNumber = (index: number) => FIRST_PICTURE + pictures.length + 2 * index
  const kids = pages.map((_, index) => `${toPageNumber(index)} 0 R`)
  return createFile([
    '<< /Type /Catalog /Pages 2 0 R /Metadata 3 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    toMetadata(about),
    `<< /Label << ${HELVETICA} >> /Bold << ${HELVETICA}-Bold >> >>`,
    ...pictures,
    ...pages.flatMap((page, index) => toPageParts(page, toPageNumber(index) + 1)),
    toInfo(about.title),
  ])
}

const HELVETICA = '/Type /Font /Subtype /Type1 /Encoding /WinAnsiEncoding /BaseFont /Helvetica'

function toPageParts({ width, height, content, pictures = {} }: Page, contentAt: number): [Part, Part] {
  const named = Object.entries(pictures).map(([name, index]) => `/${name} ${toPictureNumber(index)} 0 R`)
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${round(width)} ${round(height)}]` +
      ` /Resources << /Font 4 0 R /XObject << ${named.join(' ')} >> >> /Contents ${contentAt} 0 R >>`,
    toStream('', content),
  ]
}

/** Rounds to three decimals. A PDF allows no exponent, and printers show no more digits. */
export const round = (value: number): number => Math.round(value * 1000) / 1000
