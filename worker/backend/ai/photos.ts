import { AppError } from '#shared/client/errors.ts'
import { MODIFY_IMAGE_MAX_IMAGES } from '#shared/client/limits.ts'
import { PHOTO_MAX_BYTES } from '#shared/domain/limits.ts'
import type { Files } from './media.ts'
import { EMBEDDED } from './schema.ts'

/** All photos of one request together: they are held as bytes, and three times over in what a provider is sent. */
export const TOTAL_MAX_BYTES = 16 * 1024 * 1024

/** Maximum number of photos for engines that do not look at all of them. */
const LOOKED_AT: Readonly<Record<string, number>> = { [EMBEDDED]: 1, 'workers-ai': 1, replicate: 8 }

export const getMaxPhotos = (engine: string): number => LOOKED_AT[engine] ?? MODIFY_IMAGE_MAX_IMAGES

/**
 * The photos at `paths`, each once. Must not be called before the caller has paid for it: photos are large.
 *
 * @param max how many of them the engine looks at; the rest is not read
 * @throws AppError `FILE_NOT_FOUND` when one is not there any more, `FILE_TOO_LARGE` when they are too large together
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
