import { imageSize } from 'image-size'
import { AppError } from '#shared/client/errors.ts'
import { countGifFrames } from '#shared/domain/gif-frames.ts'
import { PHOTO_MAX_PIXELS } from '#shared/domain/limits.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import { isAnimatedPng, isAnimatedWebp, isCompleteJpeg, isCompletePng, isCompleteWebp } from './completeness.ts'
import { pngBitDepth } from './chunks.ts'
import { readSignature, type Signature } from './signature.ts'

/** How a stored picture must be turned to stand upright (EXIF 2.32, tag 274); 1 means that it does. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export type PhotoHeader = {
  readonly type: 'image/jpeg' | 'image/png' | 'image/webp'
  /** As stored, before it is turned. */
  readonly widthPx: number
  readonly heightPx: number
  readonly orientation: Orientation
}

/**
 * Reads what a photo is, without decoding a pixel.
 *
 * @throws AppError `IMAGE_UNSUPPORTED` (a PNG of 16 bits per channel too), `IMAGE_ANIMATED`, `IMAGE_HEIC`, `IMAGE_TOO_LARGE` (more pixels than may be
 *   decoded here) or `IMAGE_UNREADABLE` (damaged, or cut off).
 * @example
 * const { type, widthPx, heightPx } = readPhotoHeader(bytes)
 */
export function readPhotoHeader(bytes: Uint8Array): PhotoHeader {
  const signature = readSignature(bytes)
  const type = requireStill(bytes, signature)
  const { width, height, orientation } = measure(bytes)
  if (width * height > PHOTO_MAX_PIXELS) throw new AppError('IMAGE_TOO_LARGE')
  if (!(width > 0 && height > 0) || !isComplete(bytes, signature)) throw new AppError('IMAGE_UNREADABLE')
  return { type, widthPx: width, heightPx: height, orientation: isOrientation(orientation) ? orientation : 1 }
}

function requireStill(bytes: Uint8Array, signature: Signature | null): PhotoHeader['type'] {
  switch (signature) {
    case 'jpeg':
      return 'image/jpeg'
    case 'png':
      if (isAnimatedPng(bytes)) throw new AppError('IMAGE_ANIMATED')
      // Decoded, it takes twice the memory, for a precision that no card shows.
      if (pngBitDepth(bytes) === 16) throw new AppError('IMAGE_UNSUPPORTED', FAILURE.sixteenBits)
      return 'image/png'
    case 'webp':
      if (isAnimatedWebp(bytes)) throw new AppError('IMAGE_ANIMATED')
      return 'image/webp'
    case 'gif':
      throw new AppError(countGifFrames(bytes, 2) > 1 ? 'IMAGE_ANIMATED' : 'IMAGE_UNSUPPORTED')
    case 'heic':
      throw new AppError('IMAGE_HEIC')
    case null:
      throw new AppError('IMAGE_UNSUPPORTED')
  }
}

function measure(bytes: Uint8Array) {
  try {
    return imageSize(bytes)
  } catch (cause) {
    throw new AppError('IMAGE_UNREADABLE', undefined, { cause })
  }
}

function isComplete(bytes: Uint8Array, signature: Signature | null): boolean {
  if (signature === 'jpeg') return isCompleteJpeg(bytes)
  return signature === 'png' ? isCompletePng(bytes) : isCompleteWebp(bytes)
}

const isOrientation = (value: number | undefined): value is Orientation =>
  value !== undefined && Number.isInteger(value) && value >= 1 && value <= 8
