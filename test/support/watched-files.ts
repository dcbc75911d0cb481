import { testEnv } from './env.ts'

/** Wraps the bucket and records operations that no listing shows. */
export function watchFiles(real: R2Bucket = testEnv().FILES) {
  /** The sizes of the objects written below `tmp/`, in order. */
  const chunkSizes: number[] = []
  /** The key of each written object, and whether it was written as a stream. */
  const puts: { key: string; streamed: boolean }[] = []

  const put = async (key: string, value: ReadableStream | Uint8Array | string, options: R2PutOptions) => {
    puts.push({ key, streamed: value instanceof ReadableStream })
    if (key.startsWith('tmp/')) chunkSizes.push((value as Uint8Array).byteLength)
    return real.put(key, value, options)
  }
  const files = new Proxy(real, {
    get: (target, name) =>
      name === 'put' ? put : (Reflect.get(target, name) as (...args: unknown[]) => unknown).bind(target),
  })
  return { files, chunkSizes, puts }
}
