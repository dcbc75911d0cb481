import { testEnv } from './env.ts'

/** The bucket, and what is done to it that no listing shows. */
export function watchedFiles(real: R2Bucket = testEnv().FILES) {
  /** Uploads that were begun and neither completed nor given up. */
  const open = new Set<string>()
  const partSizes: number[] = []
  /** Whether each object came as a stream or as bytes. */
  const puts: { key: string; streamed: boolean }[] = []

  const watched = (upload: R2MultipartUpload): R2MultipartUpload => ({
    key: upload.key,
    uploadId: upload.uploadId,
    uploadPart: async (number, value) => {
      partSizes.push((value as Uint8Array).byteLength)
      return upload.uploadPart(number, value)
    },
    complete: async (parts) => {
      const object = await upload.complete(parts)
      open.delete(upload.uploadId)
      return object
    },
    abort: async () => {
      await upload.abort()
      open.delete(upload.uploadId)
    },
  })

  const own: Partial<R2Bucket> = {
    createMultipartUpload: async (key, options) => {
      const upload = await real.createMultipartUpload(key, options)
      open.add(upload.uploadId)
      return watched(upload)
    },
    resumeMultipartUpload: (key, id) => watched(real.resumeMultipartUpload(key, id)),
    put: (async (key: string, value: ReadableStream | Uint8Array | string, options: R2PutOptions) => {
      puts.push({ key, streamed: value instanceof ReadableStream })
      return real.put(key, value, options)
    }) as R2Bucket['put'],
  }
  const files = new Proxy(real, {
    get: (target, name) =>
      own[name as keyof R2Bucket] ?? (Reflect.get(target, name) as (...args: unknown[]) => unknown).bind(target),
  })
  return { files, open, partSizes, puts }
}
