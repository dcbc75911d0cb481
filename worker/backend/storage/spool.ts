import { newId } from '#worker/http/signature.ts'
import { SPOOL_FOLDER } from './path.ts'

/** Files up to this size wait in memory. */
const SMALL_BYTES = 1024 * 1024
/** R2 wants parts of one size, at least 5 MiB; only one is in memory at a time. */
const PART_BYTES = 8 * 1024 * 1024
const FIRST_BYTES = 64 * 1024

/** A file that has arrived and waits for its place: in memory, or as a temporary object. */
export type Spooled = {
  readonly size: number
  /** Its first bytes, at most {@link HEAD_BYTES}. */
  readonly head: Uint8Array
  readonly at: { readonly bytes: Uint8Array } | { readonly key: string }
}
export const HEAD_BYTES = 64

export type Spool = {
  /** Resolves when there is room for more. */
  write(chunk: Uint8Array): Promise<void>
  /** No more comes. Whoever gets the file calls {@link discard} when it has its place. */
  finish(): Promise<Spooled>
  /** Leaves nothing behind, at whatever point. What cannot be removed now, the sweep finds. */
  discard(): Promise<void>
}

/**
 * Where a file goes while its form is still being read: small ones into memory, others in parts below `tmp/`. An empty
 * object there tells from the start which upload is under way, so that one nobody ends can be found and abandoned.
 */
export function createSpool(files: R2Bucket, memoryBytes = SMALL_BYTES): Spool {
  let buffer = new Uint8Array(FIRST_BYTES)
  let filled = 0
  let size = 0
  let upload: R2MultipartUpload | null = null
  const parts: R2UploadedPart[] = []
  let head = new Uint8Array(0)

  async function open(): Promise<R2MultipartUpload> {
    upload = await files.createMultipartUpload(`${SPOOL_FOLDER}${newId()}`)
    await files.put(upload.key, '', { customMetadata: { [UPLOAD_ID]: upload.uploadId } })
    return upload
  }

  function append(bytes: Uint8Array): void {
    if (filled + bytes.length > buffer.length) {
      const larger = new Uint8Array(Math.max(buffer.length * 2, filled + bytes.length))
      larger.set(buffer.subarray(0, filled))
      buffer = larger
    }
    buffer.set(bytes, filled)
    filled += bytes.length
  }

  async function flush(to: R2MultipartUpload): Promise<void> {
    parts.push(await to.uploadPart(parts.length + 1, buffer.subarray(0, filled)))
    filled = 0
  }

  return {
    async write(chunk) {
      size += chunk.length
      if (upload === null && size <= memoryBytes) return append(chunk)
      const to = upload ?? (await open())
      for (let rest = chunk; rest.length > 0;) {
        const room = PART_BYTES - filled
        append(rest.subarray(0, room))
        rest = rest.subarray(room)
        if (head.length === 0) head = buffer.slice(0, HEAD_BYTES)
        if (filled === PART_BYTES) await flush(to)
      }
    },

    async finish() {
      if (upload === null) {
        const bytes = buffer.subarray(0, filled)
        return { size, head: bytes.subarray(0, HEAD_BYTES), at: { bytes } }
      }
      if (filled > 0) await flush(upload)
      await upload.complete(parts)
      return { size, head, at: { key: upload.key } }
    },

    async discard() {
      buffer = new Uint8Array(0)
      if (upload !== null) await abandon(files, upload.key, upload.uploadId).catch(() => undefined)
    },
  }
}

const UPLOAD_ID = 'uploadId'

/** The upload a temporary object stands for while it is under way, or null. */
export const uploadIdOf = ({ customMetadata }: Pick<R2Object, 'customMetadata'>): string | null =>
  customMetadata?.[UPLOAD_ID] ?? null

/** Removes a temporary object and, unless its upload has ended, the parts that have arrived. */
export async function abandon(files: R2Bucket, key: string, uploadId: string | null): Promise<void> {
  // An upload that was completed or abandoned before is no longer known, which is as well.
  if (uploadId !== null)
    await files
      .resumeMultipartUpload(key, uploadId)
      .abort()
      .catch(() => undefined)
  await files.delete(key)
}
