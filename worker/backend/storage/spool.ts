import { newId } from '#worker/http/signature.ts'
import { createGrowingBytes, type GrowingBytes } from './growing-bytes.ts'
import { SPOOL_FOLDER } from './path.ts'

/** Files up to this size wait in memory. */
const SMALL_BYTES = 1024 * 1024
/** R2 wants parts of one size, at least 5 MiB; only one is in memory at a time. */
const PART_BYTES = 8 * 1024 * 1024

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

/** Keeps a file of at most `maxBytes` in memory, and nowhere else. */
export function createMemorySpool(maxBytes: number): Spool {
  const bytes = createGrowingBytes(maxBytes)
  return {
    write: async (chunk) => bytes.append(chunk),
    finish: async () => inMemory(bytes),
    discard: async () => bytes.free(),
  }
}

function inMemory(content: GrowingBytes): Spooled {
  const bytes = content.view()
  return { size: bytes.length, head: bytes.subarray(0, HEAD_BYTES), at: { bytes } }
}

/**
 * Where a file goes while its form is still being read: small ones into memory, others in parts below `tmp/`. An empty
 * object there tells from the start which upload is under way, so that one nobody ends can be found and abandoned.
 */
export function createSpool(files: R2Bucket): Spool {
  const buffer = createGrowingBytes(PART_BYTES)
  const parts: R2UploadedPart[] = []
  let upload: R2MultipartUpload | null = null
  let head = new Uint8Array(0)
  let size = 0

  async function open(): Promise<R2MultipartUpload> {
    upload = await files.createMultipartUpload(`${SPOOL_FOLDER}${newId()}`)
    await files.put(upload.key, '', { customMetadata: { [UPLOAD_ID]: upload.uploadId } })
    return upload
  }

  async function flush(to: R2MultipartUpload): Promise<void> {
    parts.push(await to.uploadPart(parts.length + 1, buffer.view()))
    buffer.clear()
  }

  return {
    async write(chunk) {
      size += chunk.length
      if (upload === null && size <= SMALL_BYTES) return buffer.append(chunk)
      const to = upload ?? (await open())
      for (let rest = chunk; rest.length > 0;) {
        const fitting = rest.subarray(0, PART_BYTES - buffer.length)
        rest = rest.subarray(fitting.length)
        buffer.append(fitting)
        if (head.length === 0) head = buffer.view().slice(0, HEAD_BYTES)
        if (buffer.length === PART_BYTES) await flush(to)
      }
    },

    async finish() {
      if (upload === null) return inMemory(buffer)
      if (buffer.length > 0) await flush(upload)
      buffer.free()
      await upload.complete(parts)
      return { size, head, at: { key: upload.key } }
    },

    async discard() {
      buffer.free()
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
