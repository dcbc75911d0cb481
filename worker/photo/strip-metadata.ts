import { AppError } from '#shared/client/errors.ts'
import { signatureOf } from '#shared/client/file-type.ts'
import { joinedBytes } from '#worker/http/joined-bytes.ts'
import { latin1, pngChunks, webpChunks } from './chunks.ts'
import { orientationIn } from './jpeg-header.ts'

/**
 * A picture without what cameras and editors write about it: EXIF with the place, XMP, IPTC, comments, thumbnails, and
 * whatever follows its end. No pixel changes; the orientation and the color profile stay. Other files come back as they
 * are.
 *
 * @throws AppError `IMAGE_UNSUPPORTED` for kinds of pictures that cannot be cleaned here, `IMAGE_UNREADABLE` for one with
 *   such data that breaks the grammar of its kind
 */
export function stripMetadata(file: Uint8Array): Uint8Array {
  const type = signatureOf(file)?.type ?? ''
  if (UNSTRIPPED.has(type)) throw new AppError('IMAGE_UNSUPPORTED', UNSUPPORTED)
  const parts = STRIPPERS[type]?.(file)
  if (parts === undefined) return file
  if (parts !== null) return joinedBytes(parts)
  // Damaged, or none at all: it may be kept when there is nothing to hide.
  if (METADATA.test(new TextDecoder('latin1').decode(file))) throw new AppError('IMAGE_UNREADABLE')
  return file
}

const UNSTRIPPED = new Set(['image/heic', 'image/avif', 'image/tiff'])
const UNSUPPORTED =
  'This kind of picture may say where it was taken. Save it as a JPEG, PNG or WebP and upload that instead.'
const METADATA = /Exif\0\0|http:\/\/ns\.adobe\.com|Photoshop 3\.0|<x:xmpmeta|eXIf/

/** The parts that are kept, or null for what breaks the grammar. */
type Parts = Uint8Array[] | null

const STRIPPERS: Readonly<Record<string, (file: Uint8Array) => Parts>> = {
  'image/jpeg': jpegParts,
  'image/png': pngParts,
  'image/webp': webpParts,
  'image/gif': gifParts,
}

/** Markers of a JPEG (ITU T.81, table B.1). */
const MARK = 0xff
const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda
const EXIF = 0xe1
const COMMENT = 0xfe
const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7

function jpegParts(file: Uint8Array): Parts {
  const parts = [file.subarray(0, 2)]
  for (let at = 2; file[at] === MARK;) {
    while (file[at + 1] === MARK) at++
    const code = file[at + 1]
    if (code === undefined) return null
    if (code === END_OF_IMAGE || code === 0x01 || isRestart(code)) {
      parts.push(file.subarray(at, at + 2))
      if (code === END_OF_IMAGE) return parts
      at += 2
      continue
    }
    const end = at + 2 + ((file[at + 2] ?? 0) << 8) + (file[at + 3] ?? 0)
    if (end < at + 4 || end > file.length) return null
    const segment = file.subarray(at, end)
    if (isJpegPicture(code, segment)) parts.push(segment)
    if (code === EXIF) parts.push(orientationOnly(orientationIn(segment.subarray(4))))
    at = code === START_OF_SCAN ? endOfScan(file, end) : end
    if (code === START_OF_SCAN) parts.push(file.subarray(end, at))
    // Cut off in the middle of its pixels: nothing follows them.
    if (at === file.length) return parts
  }
  return null
}

/** All but application data and comments; of those, what a decoder needs. */
function isJpegPicture(code: number, segment: Uint8Array): boolean {
  const name = latin1(segment, 4, 8)
  if (code === 0xe0) return name === 'JFIF'
  if (code === 0xe2) return name === 'ICC_'
  return code === 0xee || (code !== COMMENT && !(code >= EXIF && code <= 0xef))
}

/** The offset of the marker behind coded pixels. */
function endOfScan(file: Uint8Array, from: number): number {
  for (let at = file.indexOf(MARK, from); at !== -1; at = file.indexOf(MARK, at + 1)) {
    const code = file[at + 1]
    if (code !== undefined && code !== 0 && code !== MARK && !isRestart(code)) return at
  }
  return file.length
}

/** EXIF data that say how a picture is turned, and nothing else. */
function orientationOnly(orientation = 1): Uint8Array {
  if (orientation < 2 || orientation > 8) return new Uint8Array(0)
  const text = `\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCodePoint(orientation)}\0\0\0\0\0\0`
  return Uint8Array.from(text, (character) => character.codePointAt(0)!)
}

/** Chunks that belong to the picture, beside the critical ones (PNG, third edition, section 11). */
const PNG_KEPT = new Set('tRNS acTL fcTL fdAT cHRM gAMA pHYs sBIT sRGB cICP iCCP bKGD hIST sPLT mDCV cLLI'.split(' '))

function pngParts(file: Uint8Array): Parts {
  const parts = [file.subarray(0, 8)]
  for (const { name, at, bytes } of pngChunks(file)) {
    const end = at + bytes + 4
    if (end > file.length) return null
    if (/^[A-Z]/.test(name) || PNG_KEPT.has(name)) parts.push(file.subarray(at - 8, end))
    if (name === 'IEND') return parts
  }
  return null
}

const WEBP_KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
/** Bits of `VP8X` that announce EXIF and XMP (RFC 9649, section 2.7.1). */
const ANNOUNCED = 0b0000_1100

function webpParts(file: Uint8Array): Parts {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const whole = file.subarray(0, Math.min(file.length, 8 + view.getUint32(4, true)))
  const parts: Uint8Array[] = [file.slice(0, 12)]
  for (const { name, at, bytes } of webpChunks(whole)) {
    if (at + bytes > whole.length) return null
    if (!WEBP_KEPT.has(name)) continue
    const chunk = whole.slice(at - 8, at + bytes + (bytes % 2))
    if (name === 'VP8X') chunk[8]! &= ~ANNOUNCED
    parts.push(chunk)
  }
  if (parts.length === 1) return null
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  new DataView(parts[0]!.buffer).setUint32(4, size - 8, true)
  return parts
}

/** Applications that say how an animation is repeated. */
const GIF_KEPT = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])

function gifParts(file: Uint8Array): Parts {
  const tableBytes = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + tableBytes(file[10])
  const parts = [file.subarray(0, at)]
  /** Behind the sub-blocks that begin here; past the end where they do not end. */
  const behind = (from: number) => {
    let next = from
    while (next < file.length && file[next] !== 0) next += file[next]! + 1
    return next + 1
  }
  while (at < file.length) {
    const kind = file[at]
    if (kind === 0x3b) return [...parts, file.subarray(at, at + 1)]
    const end = kind === 0x2c ? behind(at + 11 + tableBytes(file[at + 9])) : behind(at + 2)
    if ((kind !== 0x2c && kind !== 0x21) || end > file.length) return null
    const label = kind === 0x21 ? file[at + 1] : null
    const isKept = label === 0xff ? GIF_KEPT.has(latin1(file, at + 3, at + 14)) : label !== 0xfe
    if (isKept) parts.push(file.subarray(at, end))
    at = end
  }
  return null
}
