import { AppError } from '#shared/client/errors.ts'

/** Facts about a JPEG from before its first scan. */
export type JpegHeader = {
  readonly width: number
  readonly height: number
  /** EXIF orientation, if any. */
  readonly orientation: number | undefined
  /** Byte offset of the first scan. */
  readonly scanAt: number
}

/** Maximum number of segments. Cameras write a dozen, and editors some more. */
const SEGMENTS_MAX = 200
/** Maximum number of fill bytes that are read between segments. The format allows any number of them. */
const FILL_BYTES_MAX = 64 * 1024

/** Markers (ITU T.81, table B.1). */
const MARK = 0xff
const START_OF_SCAN = 0xda
const EXIF = 0xe1
/** C0 to CF start a frame, except the tables DHT and DAC, and JPG, which is reserved. */
const isFrame = (code: number) => (code & 0xf0) === 0xc0 && code !== 0xc4 && code !== 0xc8 && code !== 0xcc

/**
 * Reads a JPEG's header by skipping from segment to segment.
 *
 * @throws AppError `IMAGE_UNREADABLE` if it is malformed, or has too many segments or fill bytes
 */
export function readJpegHeader(file: Uint8Array): JpegHeader {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let frame: { width: number; height: number } | null = null
  let orientation: number | undefined
  let at = 2
  let fillBytes = 0
  for (let segments = 0; segments < SEGMENTS_MAX; segments++) {
    if (file[at] !== MARK) break
    while (file[at + 1] === MARK && fillBytes++ < FILL_BYTES_MAX) at++
    const code = file[at + 1]
    if (code === undefined || code === MARK || at + 4 > file.length) break
    if (code === START_OF_SCAN) return { ...(frame ?? unreadable()), orientation, scanAt: at }
    const length = view.getUint16(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > file.length) break
    if (isFrame(code) && length >= 7) frame = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    if (code === EXIF) orientation ??= orientationIn(file.subarray(at + 4, end))
    at = end
  }
  return unreadable()
}

function unreadable(): never {
  throw new AppError('IMAGE_UNREADABLE')
}

const EXIF_HEAD_BYTES = 6
const ORIENTATION_TAG = 274
const ENTRY_BYTES = 12

/** Returns the orientation in an EXIF segment (EXIF 2.32, section 4.5: six bytes, then a TIFF file). */
export function orientationIn(segment: Uint8Array): number | undefined {
  const tiff = segment.subarray(EXIF_HEAD_BYTES)
  if (String.fromCodePoint(...segment.subarray(0, 4)) !== 'Exif' || tiff.length < 10) return undefined
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const isLittle = view.getUint16(0) === 0x49_49
  const entriesAt = view.getUint32(4, isLittle) + 2
  if (entriesAt > tiff.length) return undefined
  const entries = view.getUint16(entriesAt - 2, isLittle)
  for (let i = 0; i < entries; i++) {
    const at = entriesAt + i * ENTRY_BYTES
    if (at + ENTRY_BYTES > tiff.length) return undefined
    if (view.getUint16(at, isLittle) === ORIENTATION_TAG) return view.getUint16(at + 8, isLittle)
  }
  return undefined
}
