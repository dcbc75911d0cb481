import { AppError } from '#shared/client/errors.ts'
import { UPLOAD_MAX_BYTES } from '#shared/client/limits.ts'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'
import type { NextBytes } from './byte-source.ts'
import { createPacedReader, type Pace, PHOTO_PACE } from './paced-body.ts'
import { boundaryOf, MalformedForm, type Part, readMultipart } from './multipart.ts'

const FIELD_MAX_BYTES = 64 * 1024
const PARTS_MAX = 32
/** How much of a refused body is still read, so that the sender gets to see the answer instead of a cut connection. */
const DRAIN_MAX_BYTES = 2 * UPLOAD_MAX_BYTES

/**
 * Hands over the parts of a multipart form as they arrive. Only bytes that really came are counted; a declared length
 * means nothing. Of what is refused the rest is read and forgotten.
 *
 * @throws MalformedForm when it is no form, or has no end; AppError `FILE_TOO_LARGE` when it does not stop,
 *   `BODY_TOO_SLOW`; and whatever `take` throws
 */
export async function readForm(
  request: Request,
  take: (part: Part) => Promise<void>,
  pace: Pace = PHOTO_PACE,
): Promise<void> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  if (request.body === null) throw new MalformedForm('is missing')
  const next = counted(request.body, pace)
  try {
    if (boundary === null) throw new MalformedForm('has no boundary')
    let seen = 0
    for await (const part of readMultipart(next, boundary)) {
      if (++seen > PARTS_MAX) throw new MalformedForm('has too many parts')
      await take(part)
    }
  } finally {
    await drain(next)
  }
}

/** Reads the body of a request that is refused before it is looked at. */
export const drainBody = async ({ body }: Request): Promise<void> =>
  body === null ? undefined : drain(counted(body, PHOTO_PACE))

/** Bounds what is drained of a refused body: beyond twice the limit the rest stays unread. */
function counted(body: ReadableStream<Uint8Array>, pace: Pace): NextBytes {
  const paced = createPacedReader(body, pace)
  let bytes = 0
  return async () => {
    const value = await paced.next()
    bytes += value?.byteLength ?? 0
    if (bytes <= DRAIN_MAX_BYTES) return value
    paced.cancel()
    throw tooLarge(bytes, UPLOAD_MAX_BYTES)
  }
}

async function drain(next: NextBytes): Promise<void> {
  try {
    while ((await next()) !== null);
  } catch {
    // The sender is gone, or sends without end; neither can be told anything.
  }
}

/** The text of a field. @throws AppError `VALIDATION_ERROR` when it is longer than any field may be */
export async function textOf({ name, body }: Part): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > FIELD_MAX_BYTES) throw faultOf(name, 'is too long')
  }
  return text + decoder.decode()
}

export type FileSink = { write(chunk: Uint8Array): Promise<void> | void; discard(): Promise<void> | void }

/**
 * Puts a file where it is to go. One that is too large is read to its end, so that its size can be told.
 * @throws AppError `FILE_TOO_LARGE` above `maxBytes`
 */
export async function receiveFile({ body }: Part, to: FileSink, maxBytes: number): Promise<void> {
  let size = 0
  try {
    for await (const chunk of body) {
      const wasFine = size <= maxBytes
      size += chunk.length
      if (size <= maxBytes) await to.write(chunk)
      else if (wasFine) await to.discard()
    }
  } catch (thrown) {
    // Cut off after too much is too much all the same.
    if (size <= maxBytes || !(thrown instanceof MalformedForm)) throw thrown
  }
  if (size > maxBytes) throw tooLarge(size, maxBytes)
}

/** The refusal of a file of `bytes` where `maxBytes` are allowed. */
export function tooLarge(bytes: number, maxBytes: number): AppError {
  const message =
    bytes > UPLOAD_MAX_BYTES
      ? CLIENT_FAILURE.fileTooLarge(bytes)
      : `This photo is too large. Choose one below ${Math.round(maxBytes / 1024 / 1024)} MB.`
  return new AppError('FILE_TOO_LARGE', message)
}

/** One field of a form that is not as it should be. */
export const faultOf = (path: string, message: string, cause?: unknown): AppError =>
  new AppError('VALIDATION_ERROR', undefined, { details: [{ path, message }], cause })
