import { AppError } from '#shared/client/errors.ts'
import { joinedBytes } from '../joined-bytes.ts'

/**
 * A whole answer, unpacked as the platform unpacks it and counted after that: a bomb ends at the limit like any other
 * long answer.
 *
 * @throws AppError `ANSWER_TOO_LARGE` above `maxBytes`; what `signal` was aborted with, also when nothing comes at all
 */
export async function readLimited(
  { body, headers }: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  if (body === null) return new Uint8Array()
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  const leave = () => void reader.cancel().catch(() => undefined)
  const isPacked = headers.has('content-encoding')
  if (!isPacked && Number(headers.get('content-length') ?? 0) > maxBytes) {
    leave()
    throw new AppError('ANSWER_TOO_LARGE')
  }

  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await orAborted(reader.read(), signal)
      if (done) break
      length += value.byteLength
      if (length > maxBytes) throw new AppError('ANSWER_TOO_LARGE')
      chunks.push(value)
    }
  } catch (thrown) {
    leave()
    throw thrown
  }
  return joinedBytes(chunks)
}

/** Waits for work no longer than until `signal`, whether the work hears of it or not. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
