import { Unzip, UnzipInflate } from 'fflate'
import { AppError } from '#shared/client/errors.ts'
import { concatBytes } from '#worker/http/concat-bytes.ts'

/**
 * Limits of an unpacked office document: the sizes in its headers are not trusted (zip bomb). Parsers take a
 * hundredfold.
 */
const PART_MAX_BYTES = 4 * 1024 * 1024
const UNPACKED_MAX_BYTES = 8 * 1024 * 1024
/** Bytes of all parts. A parser that makes a tree of these stays within an isolate's memory. */
const ELEMENTS_MAX = 50_000
const ATTRIBUTES_MAX = 100_000
const PARTS_MAX = 5000
/** A thousandfold of this is what a bomb may take before it is counted. */
const SLICE_BYTES = 2 * 1024
/** Entries that hold text. Pictures, sounds and fonts stay packed. */
const READ = /\.(?:xml|rels)$/i

/** By their names; those that hold no text are empty. */
export type Parts = ReadonlyMap<string, Uint8Array>

/**
 * The parts of an archive, unpacked piece by piece and counted as they come, so that a bomb costs no more than its
 * limit. Nothing has been parsed by then.
 *
 * @throws AppError `DOCUMENT_UNREADABLE` when it is damaged, has too many parts or too much in them
 */
export function unpack(archive: Uint8Array): Parts {
  const parts = new Map<string, Uint8Array>()
  const refuse = () => new AppError('DOCUMENT_UNREADABLE')
  let [total, elements, attributes, seen] = [0, 0, 0, 0]
  const unzip = new Unzip((file) => {
    if (++seen > PARTS_MAX) throw refuse()
    const chunks: Uint8Array[] = []
    let size = 0
    // Some writers part folders by backslashes.
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

/** Parsers take XML for UTF-8, which its mark may deny. */
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
 * At least as many as there are elements and attributes in these bytes of XML, in UTF-8 as in UTF-16: an end that is
 * cut off its beginning counts as an element, and signs in texts count as well.
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
