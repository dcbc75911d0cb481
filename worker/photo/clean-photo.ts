import { AppError } from '#shared/client/errors.ts'
import { PHOTO_MAX_SIDE_PX } from '#shared/domain/limits.ts'
import type { Picture } from '#worker/graphics/picture.ts'
import { releaseBuffer } from '#worker/http/release-buffer.ts'
import { decodeRgba, render } from '#worker/graphics/engine.ts'
import { isBlank } from './blank.ts'
import { pngPictureOnly } from './chunks.ts'
import { coverFrame } from './cover-frame.ts'
import { readPhotoHeader } from './read-photo-header.ts'
import { turnUpright } from './turn-upright.ts'

const QUALITY = 90

/**
 * Decodes a photo, upright and at most `longSidePx` on its longer side. Transparent pixels become white.
 * A thin plain frame is covered.
 *
 * @throws AppError like `readPhotoHeader`; `IMAGE_UNREADABLE` if the decoder fails
 */
export async function decodePhoto(bytes: Uint8Array, longSidePx: number): Promise<Picture> {
  const header = readPhotoHeader(bytes)
  const scale = Math.min(1, longSidePx / Math.max(header.widthPx, header.heightPx))
  const widthPx = Math.max(1, Math.round(header.widthPx * scale))
  const heightPx = Math.max(1, Math.round(header.heightPx * scale))
  const data = await decode(bytes, widthPx, heightPx)
  if (header.type !== 'image/jpeg') flattenOnWhite(data)
  const upright = turnUpright({ data, widthPx, heightPx }, header.orientation)
  if (upright.data !== data) releaseBuffer(data)
  coverFrame(upright)
  return upright
}

/**
 * Re-encodes a photo as a JPEG: upright, at most 1536 px on its longer side, without EXIF, GPS, comments or thumbnails.
 *
 * @throws AppError like `decodePhoto`; `IMAGE_BLANK` if the photo shows nothing
 */
export async function cleanPhoto(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await decodePhoto(bytes, PHOTO_MAX_SIDE_PX)
  const { data, widthPx, heightPx } = picture
  const size = { width: widthPx, height: heightPx }
  const pixels = new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength)
  try {
    if (isBlank(picture)) throw new AppError('IMAGE_BLANK')
    return await render(
      { type: 'image', src: { ...size, data: pixels }, style: size },
      { ...size, format: 'jpeg', quality: QUALITY },
    )
  } finally {
    releaseBuffer(data)
  }
}

async function decode(bytes: Uint8Array, widthPx: number, heightPx: number): Promise<Uint8ClampedArray> {
  try {
    return await decodeRgba(pngPictureOnly(bytes), widthPx, heightPx)
  } catch (cause) {
    throw new AppError('IMAGE_UNREADABLE', undefined, { cause })
  }
}

function flattenOnWhite(data: Uint8ClampedArray): void {
  for (let i = 0; i < data.length; i += 4) {
    const opacity = data[i + 3]! / 255
    if (opacity === 1) continue
    for (let c = i; c < i + 3; c++) data[c] = data[c]! * opacity + 255 * (1 - opacity)
    data[i + 3] = 255
  }
}
