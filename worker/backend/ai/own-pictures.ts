import { AppError } from '#shared/client/errors.ts'
import { CLIENT_FAILURE } from '#shared/domain/messages.ts'
import type { Media, Reader } from './media.ts'
import { TOTAL_MAX_BYTES } from './photos.ts'

/** What one picture within a conversation may weigh. */
const PICTURE_MAX_BYTES = 8 * 1024 * 1024

/** Gives the bytes behind one of our own addresses; null for anybody else's. */
export type ReadPicture = (address: string) => Promise<Uint8Array | null>

/**
 * Our own pictures within one conversation. Each is read once; it weighs as often as it is shown, because a provider is
 * sent it that often.
 *
 * @returns a reader that throws AppError `FILE_NOT_FOUND`, `GONE`, and `FILE_TOO_LARGE` for what is too large by itself or with
 *   what was read before
 */
export function createPictureReader(media: Pick<Media, 'pathOf' | 'read'>, reader: Reader): ReadPicture {
  const known = new Map<string, Uint8Array>()
  let left = TOTAL_MAX_BYTES

  return async (address) => {
    const path = media.pathOf(address, reader.origin)
    if (path === null) return null
    const bytes = known.get(path) ?? (await media.read(path, reader, Math.min(PICTURE_MAX_BYTES, left)))
    known.set(path, bytes)
    left -= bytes.byteLength
    if (left < 0) throw new AppError('FILE_TOO_LARGE', CLIENT_FAILURE.fileTooLarge(TOTAL_MAX_BYTES - left))
    return bytes
  }
}
