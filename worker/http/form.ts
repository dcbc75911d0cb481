import { AppError } from '#shared/client/errors.ts'
import { UPLOAD_MAX_BYTES } from '#shared/client/limits.ts'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'
import { boundaryOf, MalformedForm, type Part, readMultipart } from './multipart.ts'
import { type Body, BODY_BYTES, type BodyRules, openBody } from './read-body.ts'

const PARTS_MAX = 32
/** A form is read this far, also to tell the sender the size of a file that is too large. */
const DRAIN_MAX_BYTES = 2 * UPLOAD_MAX_BYTES

/** Opens the body of a form with files, each of which its reader limits. */
export const openForm = (request: Request, rules: Pick<BodyRules, 'totalMs' | 'network'> = {}): Body =>
  openBody(request, {
    ...rules,
    maxBytes: DRAIN_MAX_BYTES,
    believesLength: false,
    tooLarge: (bytes) => tooLarge(bytes, UPLOAD_MAX_BYTES),
  })

/**
 * Hands over the parts of a multipart form as they arrive. Of what is refused the rest is read and forgotten.
 *
 * @param body of the request, by {@link openForm}
 * @throws MalformedForm when it is no form, or has no end; what reading `body` throws; AppError `VALIDATION_ERROR` for
 *   fields that are too long together; and whatever `take` throws
 */
export async function readForm({ headers }: Request, body: Body, take: (part: Part) => Promise<void>): Promise<void> {
  const boundary = boundaryOf(headers.get('content-type') ?? '')
  let [seen, fieldBytes] = [0, 0]
  async function* counted({ name, body }: Part): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      fieldBytes += chunk.length
      if (fieldBytes > BODY_BYTES.small) throw faultOf(name, 'is too long')
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

/** Reads the rest of a body that is refused, so that the sender gets to see the answer instead of a cut connection. */
export async function drain({ next }: Body): Promise<void> {
  try {
    while ((await next()) !== null);
  } catch {
    // The sender is gone, or too slow, or sends without end; none of them can be told anything.
  }
}

/** The text of a field. */
export async function textOf({ body }: Part): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true })
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
