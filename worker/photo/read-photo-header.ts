import { imageSize } from 'image-size'
import { AppError } from '#shared/client/errors.ts'
import { sniffFileType } from '#shared/client/file-type.ts'
import { countGifFrames } from '#shared/domain/gif-frames.ts'
import { PHOTO_MAX_PIXELS } from '#shared/domain/limits.ts'
import { REFUSAL } from '#shared/domain/refusals.ts'
import { readJpegHeader } from './jpeg-header.ts'
import { type Chunk, pngBitDepth, pngChunks, webpChunks } from './chunks.ts'

/** EXIF orientation (EXIF 2.32, tag 274). 1 is upright. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export type PhotoHeader = {
  readonly type: 'image/jpeg' | 'image/png' | 'image/webp'
  /** Stored size, before rotation. */
  readonly widthPx: number
  readonly heightPx: number
  readonly orientation: Orientation
}

/**
 * Reads a photo's type, size and orientation without decoding pixels.
 *
 * @throws AppError `IMAGE_UNSUPPORTED` (also for a PNG with 16 bits per channel), `IMAGE_ANIMATED`, `IMAGE_HEIC`,
 *   `IMAGE_TOO_LARGE` (too many pixels to decode) or `IMAGE_UNREADABLE` (damaged or truncated)
 * @example const { type, widthPx, heightPx } = readPhotoHeader(bytes)
 */
export function readPhotoHeader(bytes: Uint8Array): PhotoHeader {
  const type = requireStill(bytes, sniffFileType(bytes)?.type)
  const { width, height, orientation } = type === 'image/jpeg' ? readJpegHeader(bytes) : measure(bytes)
  if (width * height > PHOTO_MAX_PIXELS) throw new AppError('IMAGE_TOO_LARGE')
  if (!(width > 0 && height > 0) || !isComplete(bytes, type)) throw new AppError('IMAGE_UNREADABLE')
  return { type, widthPx: width, heightPx: height, orientation: isOrientation(orientation) ? orientation : 1 }
}

function requireStill(bytes: Uint8Array, signature: string | undefined): PhotoHeader['type'] {
  switch (signature) {
    case 'image/jpeg':
      return 'image/jpeg'
    case 'image/png':
      if (isAnimatedPng(bytes)) throw new AppError('IMAGE_ANIMATED')
      // Decoding takes twice the memory, and cards do not show the difference.
      if (pngBitDepth(bytes) === 16) throw new AppError('IMAGE_UNSUPPORTED', REFUSAL.sixteenBits)
      return 'image/png'
    case 'image/webp':
      if (isAnimatedWebp(bytes)) throw new AppError('IMAGE_ANIMATED')
      return 'image/webp'
    case 'image/gif':
      throw new AppError(countGifFrames(bytes, 2) > 1 ? 'IMAGE_ANIMATED' : 'IMAGE_UNSUPPORTED')
    case 'image/heic':
    case 'image/avif':
      throw new AppError('IMAGE_HEIC')
    default:
      throw new AppError('IMAGE_UNSUPPORTED')
  }
}

function measure(bytes: Uint8Array): { width: number; height: number; orientation?: number } {
  try {
    return imageSize(bytes)
  } catch (cause) {
    throw new AppError('IMAGE_UNREADABLE', undefined, { cause })
  }
}

function isComplete(bytes: Uint8Array, type: PhotoHeader['type']): boolean {
  if (type === 'image/jpeg') return isCompleteJpeg(bytes)
  return type === 'image/png' ? isCompletePng(bytes) : isCompleteWebp(bytes)
}

const isOrientation = (value: number | undefined): value is Orientation =>
  value !== undefined && Number.isInteger(value) && value >= 1 && value <= 8

const END_OF_IMAGE = 0xd9

/** Returns true if a JPEG has an end marker after its scan. An embedded thumbnail has its own end marker. */
function isCompleteJpeg(file: Uint8Array): boolean {
  const { scanAt } = readJpegHeader(file)
  for (let end = file.length - 2; end > scanAt; end--) {
    if (file[end] === 0xff && file[end + 1] === END_OF_IMAGE) return true
  }
  return false
}

const isCompletePng = (file: Uint8Array): boolean => hasChunk(pngChunks(file), (chunk) => chunk.name === 'IEND')

const isCompleteWebp = (file: Uint8Array): boolean =>
  !hasChunk(webpChunks(file), (chunk) => chunk.at + chunk.bytes > file.length)

/** Returns true if a PNG has an `acTL` chunk before its image data. */
function isAnimatedPng(file: Uint8Array): boolean {
  for (const { name } of pngChunks(file)) {
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
  }
  return false
}

const isAnimatedWebp = (file: Uint8Array): boolean =>
  hasChunk(webpChunks(file), (chunk) => chunk.name === 'ANIM' || chunk.name === 'ANMF')

function hasChunk(chunks: Iterable<Chunk>, matches: (chunk: Chunk) => boolean): boolean {
  for (const chunk of chunks) if (matches(chunk)) return true
  return false
}
