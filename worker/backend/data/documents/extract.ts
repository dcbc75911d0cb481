import { AppError } from '#shared/client/errors.ts'
import { charsetWithin, decodeText } from './decode-text.ts'
import { type Described, isArchive, kindOf, officeKindOf } from './kind.ts'

export type Document = Described & {
  /** What its sender says its text is written in. */
  readonly charset: string | null
}

/** Where links of a document without an address of its own would begin. */
const NOWHERE = new URL('https://document.invalid/')

/**
 * The text of a document: its paragraphs and list entries line by line, cells of tables apart by tabs. Each parser is
 * loaded by the first document that needs it.
 *
 * @throws AppError `DOCUMENT_UNSUPPORTED` for kinds that are not read here, `DOCUMENT_UNREADABLE` for damaged ones
 */
export async function extractText(document: Document): Promise<string> {
  if (document.bytes.length === 0) return ''
  try {
    return tidied(await (isArchive(document.bytes) ? officeText(document.bytes) : plainText(document)))
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('DOCUMENT_UNREADABLE', undefined, { cause })
  }
}

async function officeText(archive: Uint8Array): Promise<string> {
  const { unpack } = await import('./archive.ts')
  const parts = unpack(archive)
  switch (officeKindOf([...parts.keys()])) {
    case 'docx':
      return (await import('./office.ts')).docxText(parts)
    case 'xlsx':
      return (await import('./office.ts')).xlsxText(parts)
    case 'pptx':
      return (await import('./slides.ts')).slidesText(parts)
    case null:
      throw new AppError('DOCUMENT_UNSUPPORTED')
  }
}

async function plainText(document: Document): Promise<string> {
  const { bytes, charset } = document
  switch (kindOf(document)) {
    case 'pdf':
      return (await import('./pdf.ts')).pdfText(bytes)
    case 'html':
      return (await import('../page/scrape.ts')).pageText(decodeText(bytes, charset ?? charsetWithin(bytes)), NOWHERE)
    case 'csv':
      return (await import('./tables.ts')).csvText(decodeText(bytes, charset))
    case 'text':
      return decodeText(bytes, charset)
    case null:
      throw new AppError('DOCUMENT_UNSUPPORTED')
  }
}

/**
 * Blanks at the ends of lines and more than one empty line say nothing. A run of blanks is looked at from its beginning
 * alone: from each of its blanks would take hours for a few megabytes of them.
 */
const tidied = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?<![^\S\n])[^\S\n]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
