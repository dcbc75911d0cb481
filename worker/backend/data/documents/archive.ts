import { Unzip, UnzipInflate } from 'fflate'
import { AppError } from '#shared/client/errors.ts'
import { concatBytes } from '#worker/http/concat-bytes.ts'

/**
 * Limits of an unpacked office document. The sizes in its headers are not trusted (zip bomb), and parsers take a
 * hundred times as much memory.
 */
const PART_MAX_BYTES = 4 * 1024 * 1024
const UNPACKED_MAX_BYTES = 8 * 1024 * 1024
/** Elements of all parts. A parser that builds a tree of these stays within an isolate's memory. */
const ELEMENTS_MAX = 50_000
const ATTRIBUTES_MAX = 100_000
const PARTS_MAX = 5000
/** Bytes unpacked at a time. A bomb can expand them a thousandfold before we count the result. */
const SLICE_BYTES = 2 * 1024
/** Entries that hold text. Pictures, sounds and fonts stay packed. */
const READ = /\.(?:xml|rels)$/i

/** Parts by name. Those that hold no text are empty. */
export type Parts = ReadonlyMap<string, Uint8Array>

/**
 * Unpacks an archive in slices and counts the output, so that a bomb costs no more than its limit. Nothing is parsed
 * before that.
 *
 * @throws AppError `DOCUMENT_UNREADABLE` when it is damaged, has too many parts or unpacks to too much
 */
export function unpack(archive: Uint8Array): Parts {
  const parts = new Map<string, Uint8Array>()
  const refuse = () => new AppError('DOCUMENT_UNREADABLE')
  let [total, elements, attributes, seen] = [0, 0, 0, 0]
  const unzip = new Unzip((file) => {
    if (++seen > PARTS_MAX) throw refuse()
    const chunks: Uint8Array[] = []
    let size = 0
    // Some writers separate folders with backslashes.
    const name = file.name.replaceAll('\\', '/')
    parts.set(name, new Uint8Array())
    if (!READ.test(name)) return
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error
      size += chunk.length
      total += chunk.length
      const markup = countMarkup(chunk)
      elements += markup.elements
      attributes += markup.attributes
      if (size > PART_MAX_BYTES || total > UNPACKED_MAX_BYTES) throw refuse()
      if (elements > ELEMENTS_MAX || attributes > ATTRIBUTES_MAX) throw refuse()
      chunks.push(chunk)
      if (isLast) parts.set(name, asUtf8(concatBytes(chunks)))
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < archive.length; at += SLICE_BYTES)
      unzip.push(archive.subarray(at, at + SLICE_BYTES), at + SLICE_BYTES >= archive.length)
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('DOCUMENT_UNREADABLE', undefined, { cause })
  }
  return parts
}

/** Converts UTF-16 to UTF-8, because parsers ignore the byte order mark of XML. */
function asUtf8(xml: Uint8Array): Uint8Array {
  const [first, second] = xml
  const isLittle = first === 0xff && second === 0xfe
  if (!isLittle && !(first === 0xfe && second === 0xff)) return xml
  const text = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(xml)
  return new TextEncoder().encode(text.replace(/^<\?xml[^>]*>/, ''))
}

/** Markup that parsers turn into objects of some hundred bytes to a kilobyte each, while text stays text. */
type Markup = { readonly elements: number; readonly attributes: number }

const [LESS, EQUALS, SLASH] = [0x3c, 0x3d, 0x2f]

/**
 * Returns upper bounds for the elements and attributes in these bytes of XML, in UTF-8 or UTF-16. An end tag that is
 * split between chunks counts as an element. The same characters in text count as well.
 */
function countMarkup(bytes: Uint8Array): Markup {
  let [elements, attributes] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === EQUALS) attributes++
    else if (byte === LESS && bytes[at + 1] !== SLASH) elements++
  }
  return { elements, attributes }
}
