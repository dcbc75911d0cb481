import { AppError } from '#shared/client/errors.ts'
import { PHOTO_MAX_SIDE_PX, UPLOAD_MAX_BYTES } from '#shared/domain/limits.ts'
import { type Matrix, type PhotoPiece, turnMatrix } from './photo-crop.ts'

/** A photo as it is sent: an upright JPEG without EXIF, so without a place. */
export type PreparedPhoto = {
  blob: Blob
  widthPx: number
  heightPx: number
  /** A piece of it, as a photo of its own. */
  cut: (piece: PhotoPiece) => Promise<PreparedPhoto>
}

const JPEG_QUALITY = 0.9

/**
 * Why a file cannot be used, judged by its name, type and size alone, or null. Some systems hand over HEIC files
 * without a type, so their name counts too.
 */
export function photoFault({ name, type, size }: { name: string; type: string; size: number }): AppError | null {
  if (!type.startsWith('image/') && !isHeic({ name, type })) return new AppError('IMAGE_UNSUPPORTED')
  if (type === 'image/svg+xml') return new AppError('IMAGE_UNSUPPORTED')
  if (type === 'image/gif') return new AppError('IMAGE_ANIMATED')
  return size > UPLOAD_MAX_BYTES ? new AppError('FILE_TOO_LARGE') : null
}

export const isHeic = ({ name, type }: { name: string; type: string }): boolean =>
  /^image\/hei[cf]/u.test(type) || /\.hei[cf]$/iu.test(name)

/** The size a picture is shrunk to: its longer side at most 1536 px, never enlarged. */
export function fittedSize(widthPx: number, heightPx: number): { widthPx: number; heightPx: number } {
  const scale = Math.min(1, PHOTO_MAX_SIDE_PX / Math.max(widthPx, heightPx))
  return { widthPx: Math.max(1, Math.round(widthPx * scale)), heightPx: Math.max(1, Math.round(heightPx * scale)) }
}

/**
 * Decodes, turns upright, shrinks and encodes again, all on the visitor's device.
 *
 * @throws AppError `IMAGE_UNSUPPORTED`, `IMAGE_ANIMATED`, `FILE_TOO_LARGE`, `IMAGE_HEIC` or `IMAGE_UNREADABLE`
 */
export async function preparePhoto(file: File): Promise<PreparedPhoto> {
  const fault = photoFault(file)
  if (fault) throw fault

  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new AppError(isHeic(file) ? 'IMAGE_HEIC' : 'IMAGE_UNREADABLE', undefined, { cause })
  })
  const { width, height } = picture
  const size = fittedSize(width, height)
  const scale = size.widthPx / width
  return draw(picture, size, [scale, 0, 0, size.heightPx / height, 0, 0])
}

/** Takes a piece out of a photo that is upright already, turned as its visitor turned it. */
async function cutPhoto(photo: PreparedPhoto, { turns, left, top, widthPx, heightPx }: PhotoPiece) {
  const picture = await createImageBitmap(photo.blob)
  const [a, b, c, d, e, f] = turnMatrix(turns, photo)
  return draw(picture, { widthPx, heightPx }, [a, b, c, d, e - left, f - top])
}

/** Draws a picture through a matrix and encodes what is seen of it. The picture is closed. */
async function draw(
  picture: ImageBitmap,
  size: { widthPx: number; heightPx: number },
  matrix: Matrix,
): Promise<PreparedPhoto> {
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
  const photo: PreparedPhoto = { blob, ...size, cut: (piece) => cutPhoto(photo, piece) }
  return photo
}
