import { AppError } from '#shared/client/errors.ts'
import { UPLOAD_MAX_BYTES } from '#shared/client/limits.ts'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'
import { getBoundary, MalformedForm, type Part, readMultipart } from './multipart.ts'
import { type Body, BODY_BYTES, type BodyRules, openBody } from './read-body.ts'

const PARTS_MAX = 32
/** Forms are read up to this size, so that the error can name the size of a file that is too large. */
const DRAIN_MAX_BYTES = 2 * UPLOAD_MAX_BYTES

/** Opens the body of a form with files. {@link receiveFile} limits the size of each file. */
export const openForm = (request: Request, rules: Pick<BodyRules, 'totalMs' | 'network'> = {}): Body =>
  openBody(request, {
    ...rules,
    maxBytes: DRAIN_MAX_BYTES,
    believesLength: false,
    tooLarge: (bytes) => tooLarge(bytes, UPLOAD_MAX_BYTES),
  })

/**
 * Streams the parts of a multipart form to `take`. If a part is rejected, the rest of the body is read and discarded.
 *
 * @param body the request's body, from {@link openForm}
 * @throws MalformedForm if the body is not a multipart form or ends early; AppError `VALIDATION_ERROR` if the fields are
 *   too long together; errors of reading `body` and of `take`
 */
export async function readForm({ headers }: Request, body: Body, take: (part: Part) => Promise<void>): Promise<void> {
  const boundary = getBoundary(headers.get('content-type') ?? '')
  let [seen, fieldBytes] = [0, 0]
  async function* counted({ name, body }: Part): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      fieldBytes += chunk.length
      if (fieldBytes > BODY_BYTES.small) throw toFieldError(name, 'is too long')
      yield chunk
    }
  }
  try {
    if (boundary === null) throw new MalformedForm('has no boundary')
    for await (const part of readMultipart(body.next, boundary)) {
      if (++seen > PARTS_MAX) throw new MalformedForm('has too many parts')
      await take(part.isFile ? part : { ...part, body: counted(part) })
    }
  } finally {
    await drain(body)
  }
}

/** Reads and discards the rest of a rejected body. Otherwise the client sees a reset connection, not the response. */
export async function drain({ next }: Body): Promise<void> {
  try {
    while ((await next()) !== null);
  } catch {
    // The client is gone, too slow, or never stops sending, so it will not read a response.
  }
}

/** Reads a field's text. */
export async function readText({ body }: Part): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

export type FileSink = { write(chunk: Uint8Array): Promise<void> | void; discard(): Promise<void> | void }

/**
 * Streams a file to `to`. A file that is too large is read to its end, so that the error can name its size.
 *
 * @throws AppError `FILE_TOO_LARGE` above `maxBytes`
 */
export async function receiveFile({ body }: Part, to: FileSink, maxBytes: number): Promise<void> {
  let size = 0
  try {
    for await (const chunk of body) {
      const fitBefore = size <= maxBytes
      size += chunk.length
      if (size <= maxBytes) await to.write(chunk)
      else if (fitBefore) await to.discard()
    }
  } catch (thrown) {
    // A file that was too large before it was cut off is reported as too large.
    if (size <= maxBytes || !(thrown instanceof MalformedForm)) throw thrown
  }
  if (size > maxBytes) throw tooLarge(size, maxBytes)
}

/** Returns the error for a file of `bytes` where `maxBytes` are allowed. */
export function tooLarge(bytes: number, maxBytes: number): AppError {
  const message =
    bytes > UPLOAD_MAX_BYTES
      ? CLIENT_FAILURE.fileTooLarge(bytes)
      : `This photo is too large. Choose one below ${Math.round(maxBytes / 1024 / 1024)} MB.`
  return new AppError('FILE_TOO_LARGE', message)
}

/** Returns the error for one invalid field of a form. */
export const toFieldError = (path: string, message: string, cause?: unknown): AppError =>
  new AppError('VALIDATION_ERROR', undefined, { details: [{ path, message }], cause })
