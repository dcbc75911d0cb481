import { type FlateError, FlateErrorCode, Inflate } from 'fflate'
import { AppError } from '#shared/client/errors.ts'
import { isPackedOddly } from './pdf-packing.ts'

/** What all streams of a document unpack to. */
const UNPACKED_MAX_BYTES = 24 * 1024 * 1024
/** A thousandfold of this is what a bomb may take before it is counted. */
const SLICE_BYTES = 2 * 1024

/** Its bytes begin on the next line, however far that is. */
const STREAM = /stream[^\r\n]{0,256}(?:\r\n|\r|\n)/g
const LONG_MARK = /(?<!end)stream[^\r\n]{257}/
const STREAM_END = 'endstream'

const refuse = () => new AppError('DOCUMENT_UNREADABLE')

/** Readers begin at the end of a file (ISO 32000-1, 7.5.5); what has none there is judged by its few last bytes alone. */
const END = /startxref\s+\d+\s+%%EOF/
const END_BYTES = 2048
/** Its text is held a few times while it is judged. */
const PDF_MAX_BYTES = 12 * 1024 * 1024

/** @throws AppError before a copy is made of what no reader would open, or of too much */
export function requirePdfEnd(bytes: Uint8Array): void {
  if (bytes.length > PDF_MAX_BYTES || !END.test(new TextDecoder('latin1').decode(bytes.subarray(-END_BYTES))))
    throw refuse()
}

/**
 * Sees that a document unpacks to no more than can be held, before anything parses it.
 *
 * @throws AppError `DOCUMENT_UNREADABLE` when it unpacks to too much or cannot be judged: encrypted, or packed twice
 */
export function requireSmallPdf(bytes: Uint8Array): void {
  const text = new TextDecoder('latin1').decode(bytes)
  const named = text.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  if (LONG_MARK.test(text) || isPackedOddly(named)) throw refuse()
  let [read, unpacked] = [0, 0]
  for (const { index, 0: mark } of text.matchAll(STREAM)) {
    const from = index + mark.length
    if (!isPacked(bytes, from)) continue
    const end = text.indexOf(STREAM_END, from)
    const stream = bytes.subarray(from + ZLIB_HEAD_BYTES, end === -1 ? bytes.length : end)
    read += stream.length
    // Streams within streams would be read again and again.
    if (read > 2 * bytes.length) throw refuse()
    unpack(stream, (length) => {
      unpacked += length
      if (unpacked > UNPACKED_MAX_BYTES) throw refuse()
    })
  }
}

const ZLIB_HEAD_BYTES = 2
const DEFLATE = 8

/** RFC 1950, 2.2 */
function isPacked(bytes: Uint8Array, at: number): boolean {
  const [method = 0, flags = 0] = bytes.subarray(at, at + ZLIB_HEAD_BYTES)
  return (method & 15) === DEFLATE && ((method << 8) | flags) % 31 === 0
}

/** @throws AppError when its end is somewhere else than it is said to be: there may be more of it */
function unpack(stream: Uint8Array, count: (length: number) => void): void {
  const inflater = new Inflate((chunk) => count(chunk.length))
  try {
    for (let at = 0; at < stream.length; at += SLICE_BYTES)
      inflater.push(stream.subarray(at, at + SLICE_BYTES), at + SLICE_BYTES >= stream.length)
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    if ((thrown as FlateError).code === FlateErrorCode.UnexpectedEOF) throw refuse()
    // A parser will not get further in what is damaged either.
  }
}
