import { AppError } from '#shared/client/errors.ts'
import { type Described, detectKind, isArchive, isLockedArchive, isLockedOffice, type PlainKind } from './kind.ts'

export type Document = Described & { readonly charset: string | null }

/** Base of links in a document without an address of its own. */
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
 * Text is in memory many times over while it is read, in cells and lines: 5 MB of a page took 670 MB, an isolate has
 * 128.
 */
const TEXT_MAX_BYTES = 1_000_000
/** Between quotes alone, each of them is a mark; few bytes make many cells. */
const CSV_MARKS_MAX = 250_000
const [QUOTE, COMMA, SEMICOLON, TAB, NEWLINE] = [0x22, 0x2c, 0x3b, 0x09, 0x0a]

function requireSmallText({ bytes }: Document): void {
  if (bytes.length > TEXT_MAX_BYTES) throw new AppError('FILE_TOO_LARGE', 'Text and tables may have at most 1 MB.')
}

/** Counted on the bytes, before anything is made of them. */
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

/** A page as HTML in any encoding; a feed of news as a page of its entries. */
export async function pageHtml(document: Document, kind: PlainKind): Promise<string> {
  const text = await decodedText(document, kind === 'html')
  return kind === 'feed' ? (await import('../page/feed.ts')).feedPage(text) : text
}

async function decodedText({ bytes, charset }: Document, isPage = false): Promise<string> {
  const { decodeText } = await import('./decode-text.ts')
  return decodeText(bytes, { charset, isPage })
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
    .replace(/^[^\S\t]+/, '')
    .trimEnd()
