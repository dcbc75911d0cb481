import { AppError } from '#shared/client/errors.ts'
import { concatBytes } from '../concat-bytes.ts'

/**
 * Reads a whole response. Counts decompressed bytes, so that a decompression bomb ends at the limit too.
 *
 * @throws AppError `ANSWER_TOO_LARGE` above `maxBytes`; the signal's reason when it aborts
 */
export async function readLimited(
  { body, headers }: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null) return new Uint8Array()
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  const cancel = () => void reader.cancel().catch(() => undefined)
  const isCompressed = headers.has('content-encoding')
  if (!isCompressed && Number(headers.get('content-length') ?? 0) > maxBytes) {
    cancel()
    throw new AppError('ANSWER_TOO_LARGE')
  }

  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await raceAbort(reader.read(), signal)
      if (done) break
      length += value.byteLength
      if (length > maxBytes) throw new AppError('ANSWER_TOO_LARGE')
      chunks.push(value)
    }
  } catch (thrown) {
    cancel()
    throw thrown
  }
  return concatBytes(chunks)
}

/** Races `work` against `signal`, for work that ignores the signal. */
export function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
