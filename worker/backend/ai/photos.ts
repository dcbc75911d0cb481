import { AppError } from '#shared/client/errors.ts'
import { MODIFY_IMAGE_MAX_IMAGES } from '#shared/client/limits.ts'
import { PHOTO_MAX_BYTES } from '#shared/domain/limits.ts'
import type { Files } from './media.ts'
import { EMBEDDED } from './schema.ts'

/**
 * Maximum total size of a request's photos. Memory holds the bytes, and the request to the provider takes three times
 * as much again.
 */
export const TOTAL_MAX_BYTES = 16 * 1024 * 1024

/** Maximum number of photos for engines that do not use all of them. */
const ENGINE_MAX_PHOTOS: Readonly<Record<string, number>> = { [EMBEDDED]: 1, 'workers-ai': 1, replicate: 8 }

export const getMaxPhotos = (engine: string): number => ENGINE_MAX_PHOTOS[engine] ?? MODIFY_IMAGE_MAX_IMAGES

/**
 * Reads the photos at `paths`, each once. Call it only after the caller is charged, because photos are large.
 *
 * @param max how many photos the engine uses; the rest are not read
 * @throws AppError `FILE_NOT_FOUND` when a photo no longer exists, `FILE_TOO_LARGE` when the total is too large
 */
export async function readPhotos(
  files: Pick<Files, 'read'>,
  paths: readonly string[],
  max: number,
): Promise<Uint8Array[]> {
  const photos: Uint8Array[] = []
  let left = TOTAL_MAX_BYTES
  for (const path of [...new Set(paths)].slice(0, max)) {
    const file = await files.read(path, Math.min(PHOTO_MAX_BYTES, left))
    if (file === null) throw new AppError('FILE_NOT_FOUND')
    left -= file.bytes.byteLength
    photos.push(file.bytes)
  }
  return photos
}
