import { type FlateError, FlateErrorCode, Inflate } from 'fflate'
import { AppError } from '#shared/client/errors.ts'
import { decodeTextFilters } from './pdf-letters.ts'
import { hasOddPacking } from './pdf-packing.ts'
import { type Decrypt, readEncryption } from './pdf-encryption.ts'
import { unescapeName } from './pdf-objects.ts'

/** Maximum number of bytes that all streams of a document unpack to. */
const UNPACKED_MAX_BYTES = 24 * 1024 * 1024
/** Bytes unpacked at a time. A bomb can expand them a thousandfold before we count the result. */
const SLICE_BYTES = 2 * 1024

/** The start of a stream, whose bytes begin on the next line. */
const STREAM = /stream[^\r\n]{0,256}(?:\r\n|\r|\n)/g
const LONG_MARK = /(?<!end)stream[^\r\n]{257}/
const STREAM_END = 'endstream'

const refuse = () => new AppError('DOCUMENT_UNREADABLE')

/**
 * Readers begin at the end of a file (ISO 32000-1, 7.5.5). The last few bytes are enough to reject a file without one.
 */
const END = /startxref\s+\d+\s+%%EOF/
const END_BYTES = 2048
/** The check holds the text in memory a few times. */
const PDF_MAX_BYTES = 12 * 1024 * 1024

/** @throws AppError for a file that no reader would open or that is too large, before it is copied */
export function requirePdfEnd(bytes: Uint8Array): void {
  if (bytes.length > PDF_MAX_BYTES || !END.test(new TextDecoder('latin1').decode(bytes.subarray(-END_BYTES))))
    throw refuse()
}

/**
 * Checks that a document unpacks to an acceptable size, before anything parses it.
 *
 * @throws AppError `DOCUMENT_UNREADABLE` when it unpacks to too much, cannot be counted because it is packed twice, or
 *   needs a password
 */
export function requireSmallPdf(bytes: Uint8Array): void {
  const text = new TextDecoder('latin1').decode(bytes)
  const named = unescapeName(text)
  const decrypt = readEncryption(named.includes('/Encrypt') && !text.includes('/Encrypt') ? named : text)
  if (LONG_MARK.test(text) || hasOddPacking(named)) throw refuse()
  let previousEnd = 0
  const readAs = (from: number, end: number): Uint8Array[] => {
    const stream = bytes.subarray(from, end)
    if (decrypt === null) return decodeTextFilters(stream)
    const plain = decrypted(decrypt, text.slice(Math.max(previousEnd, from - HEAD_MAX_CHARACTERS), from), stream)
    previousEnd = end
    return [stream, plain].flatMap((one) => decodeTextFilters(one))
  }
  let [read, unpacked] = [0, 0]
  for (const { index, 0: mark } of text.matchAll(STREAM)) {
    const from = index + mark.length
    const found = text.indexOf(STREAM_END, from)
    const end = found === -1 ? bytes.length : found
    // Bytes after the end of a stream may look packed by chance.
    const streams = text.startsWith('end', index - 3) ? [bytes.subarray(from, end)] : readAs(from, end)
    const packed = streams.filter(isPacked)
    if (streams.length === 1 && packed.length === 0) continue
    read += end - from
    // Streams within streams would be read again and again.
    if (read > 2 * bytes.length) throw refuse()
    for (const stream of packed)
      unpack(stream.subarray(ZLIB_HEAD_BYTES), (length) => {
        unpacked += length
        if (unpacked > UNPACKED_MAX_BYTES) throw refuse()
      })
  }
}

const OBJECT = /(?<![^\r\n])(\d{1,7})\s{1,4}(\d{1,5})\s{1,4}obj\b/g
const HEAD_MAX_CHARACTERS = 20_000
const STRING = /\((?:[^()\\]|\\[^])*\)/g

/**
 * Decrypts a stream with the key of its object. Refuses an ambiguous head, because its key is unclear.
 *
 * @param before text between the previous stream and this one
 */
function decrypted(decrypt: Decrypt, before: string, stream: Uint8Array): Uint8Array {
  const object = [...before.matchAll(OBJECT)].at(-1)
  if (object === undefined) throw refuse()
  const head = before.slice(object.index + object[0].length).replaceAll(STRING, '')
  const count = (sign: string) => head.split(sign).length
  if (/[()]/.test(head) || count('<') !== count('>')) throw refuse()
  const plain = decrypt(stream, Number(object[1]), Number(object[2]))
  const isFlate = /\/(?:FlateDecode|Fl)\b/.test(unescapeName(head))
  if (isFlate && ![stream, plain].flatMap((one) => decodeTextFilters(one)).some(isPacked)) throw refuse()
  return plain
}

const ZLIB_HEAD_BYTES = 2
const DEFLATE = 8

/** RFC 1950, 2.2 */
function isPacked([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 15) === DEFLATE && ((method << 8) | flags) % 31 === 0
}

/** @throws AppError when the packed data does not end where the stream does, because there may be more of it */
function unpack(stream: Uint8Array, count: (length: number) => void): void {
  const inflater = new Inflate((chunk) => count(chunk.length))
  try {
    for (let at = 0; at < stream.length; at += SLICE_BYTES)
      inflater.push(stream.subarray(at, at + SLICE_BYTES), at + SLICE_BYTES >= stream.length)
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    if ((thrown as FlateError).code === FlateErrorCode.UnexpectedEOF) throw refuse()
    // A parser cannot get any further in damaged data.
  }
}
