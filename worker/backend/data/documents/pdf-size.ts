import { type FlateError, FlateErrorCode, Inflate } from 'fflate'
import { AppError } from '#shared/client/errors.ts'
import { bytesInLetters } from './pdf-letters.ts'
import { isPackedOddly } from './pdf-packing.ts'
import { type Decrypt, readEncryption } from './pdf-encryption.ts'
import { unescapedName } from './pdf-objects.ts'

/** Bytes that all streams of a document unpack to. */
const UNPACKED_MAX_BYTES = 24 * 1024 * 1024
/** A thousandfold of this is what a bomb may take before it is counted. */
const SLICE_BYTES = 2 * 1024

/** Its bytes begin on the next line, however far that is. */
const STREAM = /stream[^\r\n]{0,256}(?:\r\n|\r|\n)/g
const LONG_MARK = /(?<!end)stream[^\r\n]{257}/
const STREAM_END = 'endstream'

const refuse = () => new AppError('DOCUMENT_UNREADABLE')

/**
 * Readers begin at the end of a file (ISO 32000-1, 7.5.5); what has none there is judged by its few last bytes alone.
 */
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
 * @throws AppError `DOCUMENT_UNREADABLE` when it unpacks to too much, cannot be judged because it is
 *   packed twice, or needs a password
 */
export function requireSmallPdf(bytes: Uint8Array): void {
  const text = new TextDecoder('latin1').decode(bytes)
  const named = unescapedName(text)
  const decrypt = readEncryption(named.includes('/Encrypt') && !text.includes('/Encrypt') ? named : text)
  if (LONG_MARK.test(text) || isPackedOddly(named)) throw refuse()
  let behind = 0
  const readAs = (from: number, end: number): Uint8Array[] => {
    const stream = bytes.subarray(from, end)
    if (decrypt === null) return bytesInLetters(stream)
    const plain = decrypted(decrypt, text.slice(Math.max(behind, from - HEAD_MAX_CHARACTERS), from), stream)
    behind = end
    return [stream, plain].flatMap((one) => bytesInLetters(one))
  }
  let [read, unpacked] = [0, 0]
  for (const { index, 0: mark } of text.matchAll(STREAM)) {
    const from = index + mark.length
    const found = text.indexOf(STREAM_END, from)
    const end = found === -1 ? bytes.length : found
    // Bytes behind the end of a stream may look packed by chance.
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
 * A stream as its object's key reads it. A head that could be read in two ways is none that we know the key of.
 *
 * @param before what stands between the stream before and this one
 */
function decrypted(decrypt: Decrypt, before: string, stream: Uint8Array): Uint8Array {
  const object = [...before.matchAll(OBJECT)].at(-1)
  if (object === undefined) throw refuse()
  const head = before.slice(object.index + object[0].length).replaceAll(STRING, '')
  const count = (sign: string) => head.split(sign).length
  if (/[()]/.test(head) || count('<') !== count('>')) throw refuse()
  const plain = decrypt(stream, Number(object[1]), Number(object[2]))
  const isFlate = /\/(?:FlateDecode|Fl)\b/.test(unescapedName(head))
  if (isFlate && ![stream, plain].flatMap((one) => bytesInLetters(one)).some(isPacked)) throw refuse()
  return plain
}

const ZLIB_HEAD_BYTES = 2
const DEFLATE = 8

/** RFC 1950, 2.2 */
function isPacked([method = 0, flags = 0]: Uint8Array): boolean {
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
