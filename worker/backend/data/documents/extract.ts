import { AppError } from '#shared/client/errors.ts'
import { type Described, detectKind, isArchive, isLockedArchive, isLockedOffice, type PlainKind } from './kind.ts'

export type Document = Described & { readonly charset: string | null }

/** Base of links in a document that has no address of its own. */
const NOWHERE = new URL('https://document.invalid/')

/**
 * Returns the text of a document: one line per paragraph or list entry, with tabs between table cells. The first
 * document that needs a parser loads it.
 *
 * @throws AppError `DOCUMENT_UNSUPPORTED` for kinds that we do not read, `DOCUMENT_UNREADABLE` for damaged documents
 */
export async function extractText(document: Document): Promise<string> {
  if (document.bytes.length === 0) return ''
  try {
    return tidied(await (isArchive(document.bytes) ? officeText(document.bytes) : plainText(document)))
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('DOCUMENT_UNREADABLE', undefined, { cause })
  }
}

const LOCKED = 'This document is protected with a password. Save a copy without one and try again.'

async function officeText(archive: Uint8Array): Promise<string> {
  if (isLockedArchive(archive)) throw new AppError('DOCUMENT_UNREADABLE', LOCKED)
  const { unpack } = await import('./archive.ts')
  const parts = unpack(archive)
  const office = await import('./office.ts')
  const main = office.findMainPart(parts)
  switch (main?.kind) {
    case 'docx':
      return office.docxText(parts)
    case 'xlsx':
      return office.xlsxText(parts, main.path)
    case 'pptx':
      return (await import('./slides.ts')).slidesText(parts, main.path)
    case undefined:
      throw new AppError('DOCUMENT_UNSUPPORTED')
  }
}

/**
 * Reading holds text in memory many times over, as cells and lines. A page of 5 MB took 670 MB, and an isolate has 128
 * MB.
 */
const TEXT_MAX_BYTES = 1_000_000
/** Limit on separators and quotes, because few bytes can make many cells. */
const CSV_MARKS_MAX = 250_000
const [QUOTE, COMMA, SEMICOLON, TAB, NEWLINE] = [0x22, 0x2c, 0x3b, 0x09, 0x0a]

function requireSmallText({ bytes }: Document): void {
  if (bytes.length > TEXT_MAX_BYTES) throw new AppError('FILE_TOO_LARGE', 'Text and tables may have at most 1 MB.')
}

/** Counts bytes before any of them are decoded. */
function requireFewCells({ bytes }: Document): void {
  let marks = 0
  for (const byte of bytes)
    if (byte === QUOTE || byte === COMMA || byte === SEMICOLON || byte === TAB || byte === NEWLINE) marks++
  if (marks > CSV_MARKS_MAX) throw new AppError('DOCUMENT_UNREADABLE', 'This table has too many cells.')
}

async function plainText(document: Document): Promise<string> {
  const { bytes } = document
  if (isLockedOffice(bytes)) throw new AppError('DOCUMENT_UNREADABLE', LOCKED)
  const kind = detectKind(document)
  if (kind !== 'pdf') requireSmallText(document)
  if (kind === 'csv') requireFewCells(document)
  switch (kind) {
    case 'pdf':
      ;(await import('./pdf-size.ts')).requirePdfEnd(bytes)
      return (await import('./pdf.ts')).pdfText(bytes)
    case 'html':
    case 'feed':
      return (await import('../page/scrape.ts')).pageText(await pageHtml(document, kind), NOWHERE)
    case 'csv':
      return (await import('./tables.ts')).csvText(await decodedText(document))
    case 'text':
      return decodedText(document)
    case null:
      throw new AppError('DOCUMENT_UNSUPPORTED')
  }
}

/** Returns a page as HTML, decoded from any encoding. A news feed becomes a page of its entries. */
export async function pageHtml(document: Document, kind: PlainKind): Promise<string> {
  const text = await decodedText(document, kind === 'html')
  return kind === 'feed' ? (await import('../page/feed.ts')).feedPage(text) : text
}

async function decodedText({ bytes, charset }: Document, isPage = false): Promise<string> {
  const { decodeText } = await import('./decode-text.ts')
  return decodeText(bytes, { charset, isPage })
}

/**
 * Trims blanks at line ends and collapses empty lines. The lookbehind tries a run of blanks only from its start. Trying
 * from each blank would take hours for a few megabytes of them.
 */
const tidied = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?<![^\S\n])[^\S\n]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^[^\S\t]+/, '')
    .trimEnd()
