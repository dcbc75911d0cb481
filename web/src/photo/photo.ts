import { AppError } from '#shared/client/errors.ts'
import { countGifFrames } from '#shared/domain/gif-frames.ts'
import { SIGNATURE_BYTES, sniffFileType } from '#shared/client/file-type.ts'
import { UPLOAD_MAX_BYTES } from '#shared/client/limits.ts'
import { PHOTO_MAX_SIDE_PX } from '#shared/domain/limits.ts'
import { type Matrix, type PhotoPiece, type PhotoSize, turnMatrix } from './photo-crop.ts'

/** A photo ready to upload: an upright JPEG without EXIF, and so without a location. */
export type PreparedPhoto = {
  blob: Blob
  widthPx: number
  heightPx: number
  /** Cuts a piece, given in this photo's pixels, from the original file at full resolution. */
  cut: (piece: PhotoPiece) => Promise<{ blob: Blob }>
}

const JPEG_QUALITY = 0.9

/**
 * Returns why a file cannot be used, before decoding it, or null. Its first bytes take precedence over its MIME type,
 * because Android and some browsers provide files without a type, or do not know `.jfif`.
 *
 * @param found the type detected from the first bytes, or null
 */
export function photoFault(
  { name, type, size }: { name: string; type: string; size: number },
  found: string | null = null,
): AppError | null {
  const mimeType = found ?? type
  if (!mimeType.startsWith('image/') && !isHeic({ name, type: mimeType })) return new AppError('IMAGE_UNSUPPORTED')
  if (mimeType === 'image/svg+xml') return new AppError('IMAGE_UNSUPPORTED')
  return size > UPLOAD_MAX_BYTES ? new AppError('FILE_TOO_LARGE') : null
}

export const isHeic = ({ name, type }: { name: string; type: string }): boolean =>
  /^image\/hei[cf]/u.test(type) || /\.hei[cf]$/iu.test(name)

/** Returns the size to scale a picture down to, with a longer side of at most 1536 px. */
export function getFittedSize(widthPx: number, heightPx: number): { widthPx: number; heightPx: number } {
  const scale = Math.min(1, PHOTO_MAX_SIDE_PX / Math.max(widthPx, heightPx))
  return { widthPx: Math.max(1, Math.round(widthPx * scale)), heightPx: Math.max(1, Math.round(heightPx * scale)) }
}

/**
 * Decodes a photo, rotates it upright, scales it down and re-encodes it, on the visitor's device.
 *
 * @throws AppError `IMAGE_UNSUPPORTED`, `IMAGE_ANIMATED`, `FILE_TOO_LARGE`, `IMAGE_HEIC` or `IMAGE_UNREADABLE`
 */
export async function preparePhoto(file: File): Promise<PreparedPhoto> {
  const found = sniffFileType(new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer()))?.type ?? null
  const fault = photoFault(file, found)
  if (fault) throw fault
  if (found === 'image/gif' && countGifFrames(new Uint8Array(await file.arrayBuffer()), 2) > 1)
    throw new AppError('IMAGE_ANIMATED')

  const picture = await decode(file).catch((cause: unknown) => {
    throw new AppError(
      isHeic({ name: file.name, type: found ?? file.type }) ? 'IMAGE_HEIC' : 'IMAGE_UNREADABLE',
      undefined,
      { cause },
    )
  })
  const { width, height } = picture
  const size = getFittedSize(width, height)
  const scales = [size.widthPx / width, size.heightPx / height] as const
  const blob = await draw(picture, size, [scales[0], 0, 0, scales[1], 0, 0])
  const photo = { blob, ...size }
  return {
    ...photo,
    // Falls back to the scaled photo: the file may be gone by now, or too large to decode twice.
    cut: async (piece) => ({
      blob: await cutOut(file, photo, scales, piece).catch(() => cutOut(blob, photo, [1, 1], piece)),
    }),
  }
}

const decode = (file: Blob): Promise<ImageBitmap> => createImageBitmap(file, { imageOrientation: 'from-image' })

/**
 * Cuts a piece out of a photo, rotated as the visitor chose, at the highest resolution that may be uploaded.
 *
 * @param scales size of the photo, whose pixels the piece uses, relative to the file: [horizontal, vertical]
 */
async function cutOut(file: Blob, photo: PhotoSize, scales: readonly [number, number], piece: PhotoPiece) {
  const { turns, left, top, widthPx, heightPx } = piece
  const larger = Math.max(1, Math.min(1 / Math.max(...scales), PHOTO_MAX_SIDE_PX / Math.max(widthPx, heightPx)))
  const [across, down] = [scales[0] * larger, scales[1] * larger]
  const [a, b, c, d, e, f] = turnMatrix(turns, photo)
  const matrix: Matrix = [a * across, b * across, c * down, d * down, (e - left) * larger, (f - top) * larger]
  const size = { widthPx: Math.round(widthPx * larger), heightPx: Math.round(heightPx * larger) }
  return draw(await decode(file), size, matrix)
}

/** Draws a picture through a matrix and encodes the result. Closes the picture. */
async function draw(picture: ImageBitmap, size: PhotoSize, matrix: Matrix): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = size.widthPx
  canvas.height = size.heightPx
  const context = canvas.getContext('2d')
  if (context) {
    // Transparent pictures would turn black in a JPEG.
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, size.widthPx, size.heightPx)
    context.imageSmoothingQuality = 'high'
    context.setTransform(...matrix)
    context.drawImage(picture, 0, 0)
  }
  picture.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
  if (!blob) throw new AppError('IMAGE_UNREADABLE')
  return blob
}
