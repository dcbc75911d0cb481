import * as z from 'zod'
import { AppError } from '#shared/client/errors.ts'
import { UPLOAD_MAX_BYTES } from '#shared/domain/limits.ts'
import { CLIENT_FAILURE } from '#shared/domain/messages.ts'
import type { NextBytes } from './byte-source.ts'
import { boundaryOf, MalformedForm, type Part, readMultipart } from './multipart.ts'
import { requirePath } from './path.ts'
import type { Spool, Spooled } from './spool.ts'

const FIELD_MAX_BYTES = 64 * 1024
const PARTS_MAX = 32
/** How much of a refused body is still read, so that the sender gets to see the answer instead of a cut connection. */
const DRAIN_MAX_BYTES = 2 * UPLOAD_MAX_BYTES

export type Upload = {
  readonly file: Spooled
  /** The type its sender states, or ''. */
  readonly type: string
  readonly path: string
  readonly upsert: boolean
}

const Options = z.object({ upsert: z.boolean().optional() })

/**
 * Reads a multipart upload as it arrives: one `file`, its `path` and perhaps `options`, in any order. Only bytes that
 * really came are counted; a declared length means nothing. Whatever is refused leaves nothing behind.
 *
 * @throws AppError `FILE_TOO_LARGE` above `maxBytes`, `VALIDATION_ERROR` naming the field that is wrong.
 */
export async function readUpload(request: Request, spool: Spool, maxBytes: number): Promise<Upload> {
  if (request.body === null) throw fault('file', 'must be one file')
  const next = counted(request.body)
  try {
    return await readForm(next, request.headers.get('content-type') ?? '', spool, maxBytes)
  } catch (thrown) {
    await spool.discard()
    await drain(next)
    if (thrown instanceof MalformedForm) throw fault('file', 'must come as multipart/form-data', thrown)
    throw thrown
  }
}

async function readForm(next: NextBytes, contentType: string, spool: Spool, maxBytes: number): Promise<Upload> {
  const boundary = boundaryOf(contentType)
  if (boundary === null) throw fault('file', 'must come as multipart/form-data')

  const fields = new Map<string, string>()
  let file: Pick<Upload, 'type'> | null = null
  let seen = 0
  for await (const part of readMultipart(next, boundary)) {
    if (++seen > PARTS_MAX) throw fault('file', 'comes with too many other fields')
    if (part.name === 'file') {
      if (file !== null || !part.isFile) throw fault('file', 'must be one file')
      file = { type: part.type }
      await spoolPart(part, spool, maxBytes)
    } else if (part.name === 'path' || part.name === 'options') {
      fields.set(part.name, await textOf(part))
      // Judged at once: a file that nobody may store is not stored first.
      if (part.name === 'path') requirePath(fields.get('path'))
    }
  }
  if (file === null) throw fault('file', 'must be one file')
  const upload = { ...file, path: requirePath(fields.get('path')), upsert: upsertOf(fields.get('options') ?? null) }
  await drain(next)
  return { ...upload, file: await spool.finish() }
}

/** A file that is too large is read to its end, so that its size can be told. */
async function spoolPart({ body }: Part, spool: Spool, maxBytes: number): Promise<void> {
  let size = 0
  try {
    for await (const chunk of body) {
      const wasFine = size <= maxBytes
      size += chunk.length
      if (size <= maxBytes) await spool.write(chunk)
      else if (wasFine) await spool.discard()
    }
  } catch (thrown) {
    // Cut off after too much is too much all the same.
    if (size <= maxBytes || !(thrown instanceof MalformedForm)) throw thrown
  }
  if (size > maxBytes) throw tooLarge(size, maxBytes)
}

async function textOf({ name, body }: Part): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > FIELD_MAX_BYTES) throw fault(name, 'is too long')
  }
  return text + decoder.decode()
}

/** Nobody makes us read for ever: beyond twice of what may be sent, the rest stays unread. */
function counted(body: ReadableStream<Uint8Array>): NextBytes {
  const reader = body.getReader()
  let bytes = 0
  return async () => {
    const { value } = await reader.read()
    bytes += value?.byteLength ?? 0
    if (bytes <= DRAIN_MAX_BYTES) return value ?? null
    void reader.cancel().catch(() => undefined)
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

/** The refusal of a file of `bytes` where `maxBytes` are allowed. */
export function tooLarge(bytes: number, maxBytes: number): AppError {
  const message =
    bytes > UPLOAD_MAX_BYTES
      ? CLIENT_FAILURE.fileTooLarge(bytes)
      : `This photo is too large. Choose one below ${Math.round(maxBytes / 1024 / 1024)} MB.`
  return new AppError('FILE_TOO_LARGE', message)
}

function upsertOf(options: string | null): boolean {
  if (options === null) return false
  try {
    return Options.parse(JSON.parse(options)).upsert ?? false
  } catch (cause) {
    throw fault('options', 'must be {"upsert": true or false}', cause)
  }
}

const fault = (path: string, message: string, cause?: unknown) =>
  new AppError('VALIDATION_ERROR', undefined, { details: [{ path, message }], cause })
