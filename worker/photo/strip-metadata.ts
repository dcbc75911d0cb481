import { AppError } from '#shared/client/errors.ts'
import { sniffFileType } from '#shared/client/file-type.ts'
import { concatBytes } from '#worker/http/concat-bytes.ts'
import { latin1, pngChunks, webpChunks } from './chunks.ts'
import { orientationIn } from './jpeg-header.ts'

/**
 * Removes metadata from a picture: EXIF with its GPS position, XMP, IPTC, comments, thumbnails and trailing data. Pixels,
 * orientation and color profile do not change. Returns files of other kinds unchanged.
 *
 * @throws AppError `IMAGE_UNSUPPORTED` for formats that cannot be stripped, `IMAGE_UNREADABLE` for a malformed picture
 *   with metadata
 */
export function stripMetadata(file: Uint8Array): Uint8Array {
  const type = sniffFileType(file)?.type ?? ''
  if (UNSTRIPPED.has(type)) throw new AppError('IMAGE_UNSUPPORTED', UNSUPPORTED)
  const parts = STRIPPERS[type]?.(file)
  if (parts === undefined) return file
  if (parts !== null) return concatBytes(parts)
  // A malformed file may stay if it contains no metadata.
  if (METADATA.test(new TextDecoder('latin1').decode(file))) throw new AppError('IMAGE_UNREADABLE')
  return file
}

const UNSTRIPPED = new Set(['image/heic', 'image/avif', 'image/tiff'])
const UNSUPPORTED =
  'This type of picture may reveal where it was taken. Save it as a JPEG, PNG or WebP and upload that instead.'
const METADATA = /Exif\0\0|http:\/\/ns\.adobe\.com|Photoshop 3\.0|<x:xmpmeta|eXIf/

/** The parts to keep, or null if the file is malformed. */
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
    // The file is truncated within its image data.
    if (at === file.length) return parts
  }
  return null
}

/** Returns true for segments that a decoder needs, and so false for most application data and for comments. */
function isJpegPicture(code: number, segment: Uint8Array): boolean {
  const name = latin1(segment, 4, 8)
  if (code === 0xe0) return name === 'JFIF'
  if (code === 0xe2) return name === 'ICC_'
  return code === 0xee || (code !== COMMENT && !(code >= EXIF && code <= 0xef))
}

/** Returns the offset of the marker after a scan. */
function endOfScan(file: Uint8Array, from: number): number {
  for (let at = file.indexOf(MARK, from); at !== -1; at = file.indexOf(MARK, at + 1)) {
    const code = file[at + 1]
    if (code !== undefined && code !== 0 && code !== MARK && !isRestart(code)) return at
  }
  return file.length
}

/** Creates an EXIF segment with only the orientation. */
function orientationOnly(orientation = 1): Uint8Array {
  if (orientation < 2 || orientation > 8) return new Uint8Array(0)
  const text = `\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCodePoint(orientation)}\0\0\0\0\0\0`
  return Uint8Array.from(text, (character) => character.codePointAt(0)!)
}

/** Ancillary chunks that affect the picture (PNG, third edition, section 11). */
const PNG_CHUNKS = new Set('tRNS acTL fcTL fdAT cHRM gAMA pHYs sBIT sRGB cICP iCCP bKGD hIST sPLT mDCV cLLI'.split(' '))

function pngParts(file: Uint8Array): Parts {
  const parts = [file.subarray(0, 8)]
  for (const { name, at, bytes } of pngChunks(file)) {
    const end = at + bytes + 4
    if (end > file.length) return null
    if (/^[A-Z]/.test(name) || PNG_CHUNKS.has(name)) parts.push(file.subarray(at - 8, end))
    if (name === 'IEND') return parts
  }
  return null
}

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
/** Flags in `VP8X` for EXIF and XMP (RFC 9649, section 2.7.1). */
const METADATA_FLAGS = 0b0000_1100

function webpParts(file: Uint8Array): Parts {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const whole = file.subarray(0, Math.min(file.length, 8 + view.getUint32(4, true)))
  const parts: Uint8Array[] = [file.slice(0, 12)]
  for (const { name, at, bytes } of webpChunks(whole)) {
    if (at + bytes > whole.length) return null
    if (!WEBP_CHUNKS.has(name)) continue
    const chunk = whole.slice(at - 8, at + bytes + (bytes % 2))
    if (name === 'VP8X') chunk[8]! &= ~METADATA_FLAGS
    parts.push(chunk)
  }
  if (parts.length === 1) return null
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  new DataView(parts[0]!.buffer).setUint32(4, size - 8, true)
  return parts
}

/** Application extensions that set an animation's loop count. */
const GIF_EXTENSIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])

function gifParts(file: Uint8Array): Parts {
  const tableBytes = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + tableBytes(file[10])
  const parts = [file.subarray(0, at)]
  /** Returns the offset after the sub-blocks at `from`, past the end of the file if they are not terminated. */
  const skipBlocks = (from: number) => {
    let next = from
    while (next < file.length && file[next] !== 0) next += file[next]! + 1
    return next + 1
  }
  while (at < file.length) {
    const kind = file[at]
    if (kind === 0x3b) return [...parts, file.subarray(at, at + 1)]
    const end = kind === 0x2c ? skipBlocks(at + 11 + tableBytes(file[at + 9])) : skipBlocks(at + 2)
    if ((kind !== 0x2c && kind !== 0x21) || end > file.length) return null
    const label = kind === 0x21 ? file[at + 1] : null
    const isNeeded = label === 0xff ? GIF_EXTENSIONS.has(latin1(file, at + 3, at + 14)) : label !== 0xfe
    if (isNeeded) parts.push(file.subarray(at, end))
    at = end
  }
  return null
}
