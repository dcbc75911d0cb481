import { Unzip, UnzipInflate } from 'fflate'
import { AppError } from '#shared/client/errors.ts'
import { joinedBytes } from '#worker/http/joined-bytes.ts'

/** What an office's document unpacks to in all; what it says of itself is not believed. */
const UNPACKED_MAX_BYTES = 64 * 1024 * 1024
const PARTS_MAX = 5000
/** A thousandfold of this is what a bomb may take before it is counted. */
const SLICE_BYTES = 8 * 1024

export type Parts = ReadonlyMap<string, Uint8Array>

/**
 * The parts of an archive, unpacked piece by piece and counted as they come, so that a bomb costs no more than its
 * limit.
 *
 * @throws AppError `DOCUMENT_UNREADABLE` when it is damaged, has too many parts or too much in them
 */
export function unpack(archive: Uint8Array): Parts {
  const parts = new Map<string, Uint8Array>()
  let total = 0
  const unzip = new Unzip((file) => {
    if (parts.size >= PARTS_MAX) throw new AppError('DOCUMENT_UNREADABLE')
    const chunks: Uint8Array[] = []
    parts.set(file.name, new Uint8Array())
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error
      total += chunk.length
      if (total > UNPACKED_MAX_BYTES) throw new AppError('DOCUMENT_UNREADABLE')
      chunks.push(chunk)
      if (isLast) parts.set(file.name, joinedBytes(chunks))
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < archive.length; at += SLICE_BYTES)
      unzip.push(archive.subarray(at, at + SLICE_BYTES), at + SLICE_BYTES >= archive.length)
  } catch (cause) {
    throw new AppError('DOCUMENT_UNREADABLE', undefined, { cause })
  }
  return parts
}
