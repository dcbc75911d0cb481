import { AppError } from '#shared/client/errors.ts'
import { createGrowingBytes } from '#worker/http/growing-bytes.ts'
import { createPictureOnly } from './picture-only.ts'

/**
 * The most of a photo that is ever in memory: with the chunk that is being read, less than 16 MiB. It is more than
 * 4 million pixels of 8-bit RGBA take when nothing can be compressed; what is larger has 16 bits per channel.
 */
export const PHOTO_HELD_MAX_BYTES = 15.5 * 1024 * 1024

/**
 * Takes a photo as it arrives and holds its picture only, since a decoder needs that in one piece.
 *
 * @param expectedBytes how many will come at most, by what the sender says; no more room than that is made for them
 */
export function createPhotoBuffer(expectedBytes?: number) {
  const held = createGrowingBytes(PHOTO_HELD_MAX_BYTES, expectedBytes)
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
    /** @throws AppError `IMAGE_TOO_LARGE` when the picture alone is more than can be held */
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
