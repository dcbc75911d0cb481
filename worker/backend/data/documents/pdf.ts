import { AppError } from '#shared/client/errors.ts'
import { raceAbort } from '#worker/http/outbound/read-limited.ts'
import { requireSmallPdf } from './pdf-size.ts'

const PAGES_MAX = 2000
const TEXT_MAX_CHARACTERS = 1_000_000
const TIMEOUT_MS = 20_000
/** Disables logging, because a damaged document is its sender's problem. */
const SILENT = 0

/**
 * Returns the text of a PDF, page by page.
 *
 * @throws AppError `DOCUMENT_UNREADABLE` when it unpacks to too much, or has too many pages or too much text
 * @throws DOMException `TimeoutError` when it takes too long to read
 */
export async function pdfText(bytes: Uint8Array, maxCharacters = TEXT_MAX_CHARACTERS): Promise<string> {
  requireSmallPdf(bytes)
  const { getDocumentProxy } = await import('unpdf')
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  // The parser takes ownership of the buffer, so it gets a copy.
  const pdf = await raceAbort(getDocumentProxy(bytes.slice(), { verbosity: SILENT }), signal)
  try {
    if (pdf.numPages > PAGES_MAX) throw new AppError('DOCUMENT_UNREADABLE')
    const pages: string[] = []
    let left = maxCharacters
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await raceAbort(pdf.getPage(number), signal)
      const text = await pageText(page.streamTextContent().getReader(), left, signal)
      left -= text.length
      pages.push(text)
      page.cleanup()
    }
    return pages.join('\n\n')
  } finally {
    await pdf.loadingTask.destroy()
  }
}

type Item = { readonly str: string; readonly hasEOL: boolean } | { readonly type: string }
type Content = { readonly items: readonly Item[] }

/** Reads piece by piece, because a page can repeat the same part any number of times. */
async function pageText(
  reader: ReadableStreamDefaultReader<Content>,
  maxCharacters: number,
  signal: AbortSignal,
): Promise<string> {
  let text = ''
  for (;;) {
    const { done, value } = await raceAbort(reader.read(), signal)
    if (done) return text
    for (const item of value.items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
    // The caller then closes the document, and with it this reader.
    if (text.length > maxCharacters) throw new AppError('DOCUMENT_UNREADABLE')
  }
}
