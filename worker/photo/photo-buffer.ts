import { AppError } from '#shared/client/errors.ts'
import { createGrowingBytes, type GrowingOptions } from '#worker/http/growing-bytes.ts'
import { createPictureOnly } from './picture-only.ts'

/** The most that is held of a photo: more than 4 million pixels of 8-bit RGBA take when nothing can be compressed. */
export const PHOTO_HELD_MAX_BYTES = 15.5 * 1024 * 1024

/**
 * Takes a photo as it arrives and holds its picture only, since a decoder needs that in one piece.
 *
 * @param options how many bytes will come at most, by what the sender says, and what lends the room for them
 */
export function createPhotoBuffer(options: GrowingOptions = {}) {
  const held = createGrowingBytes(PHOTO_HELD_MAX_BYTES, options)
  let size = 0
  const picture = createPictureOnly((bytes) => {
    if (held.length + bytes.length > PHOTO_HELD_MAX_BYTES) throw new AppError('IMAGE_TOO_LARGE')
    held.append(bytes)
  })
  return {
    /** How many bytes have come. */
    get size() {
      return size
    },
    /** @throws AppError `IMAGE_TOO_LARGE` when the picture alone is more than can be held; `OVERLOADED` */
    write(chunk: Uint8Array): void {
      size += chunk.length
      picture.write(chunk)
    },
    /** What is kept of the photo, good until {@link free}. No more comes. */
    finish(): Uint8Array {
      picture.end()
      return held.view()
    },
    free: held.free,
  }
}
