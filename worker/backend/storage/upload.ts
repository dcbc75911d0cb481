import * as z from 'zod'
import { AppError } from '#shared/client/errors.ts'
import { UPLOAD_MAX_BYTES } from '#shared/domain/limits.ts'
import { CLIENT_FAILURE } from '#shared/domain/messages.ts'
import { requirePath } from './schema.ts'

/** What a multipart upload may hold beside the file itself. */
const OVERHEAD_BYTES = 64 * 1024
/** How much of a refused body is still read, so that the sender gets to see the answer instead of a cut connection. */
const DRAIN_MAX_BYTES = 2 * UPLOAD_MAX_BYTES

export type Upload = { file: File; path: string; upsert: boolean }

const Options = z.object({ upsert: z.boolean().optional() })

/**
 * Reads a multipart upload: one `file`, its `path` and perhaps `options`. Its length is judged twice, before reading
 * as declared and while reading as counted, so a lying header gains nothing.
 *
 * @throws AppError `FILE_TOO_LARGE` above `maxBytes`, `VALIDATION_ERROR` naming the field that is wrong.
 */
export async function readUpload(request: Request, maxBytes: number): Promise<Upload> {
  const form = await readForm(request, maxBytes)
  const files = form.getAll('file')
  const file = files[0]
  if (files.length !== 1 || !(file instanceof File)) throw fault('file', 'must be one file')
  if (file.size > maxBytes) throw tooLarge(file.size, maxBytes)
  return { file, path: requirePath(form.get('path')), upsert: upsertOf(form.get('options')) }
}

async function readForm(request: Request, maxBytes: number): Promise<FormData> {
  const { body } = request
  const type = request.headers.get('content-type') ?? ''
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (body === null) throw fault('file', 'must be one file')
  if (declared > maxBytes + OVERHEAD_BYTES) {
    await drain(body)
    throw tooLarge(declared, maxBytes)
  }
  if (!type.startsWith('multipart/form-data')) {
    await drain(body)
    throw fault('file', 'must come as multipart/form-data')
  }

  const count = { bytes: 0 }
  const counted = body.pipeThrough(counting(count, maxBytes + OVERHEAD_BYTES))
  const form = await new Response(counted, { headers: { 'content-type': type } }).formData().catch((cause: unknown) => {
    if (count.bytes <= maxBytes + OVERHEAD_BYTES)
      throw new AppError('VALIDATION_ERROR', undefined, {
        details: [{ path: 'file', message: 'must come as multipart/form-data' }],
        cause,
      })
    return null
  })
  if (form === null || count.bytes > maxBytes + OVERHEAD_BYTES) throw tooLarge(count.bytes, maxBytes)
  return form
}

/** Passes bytes on up to `max`, then only counts them. */
function counting(count: { bytes: number }, max: number): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      count.bytes += chunk.byteLength
      if (count.bytes <= max) controller.enqueue(chunk)
      else if (count.bytes > DRAIN_MAX_BYTES) controller.error(new AppError('FILE_TOO_LARGE'))
    },
  })
}

async function drain(body: ReadableStream<Uint8Array>): Promise<void> {
  const count = { bytes: 0 }
  await body
    .pipeThrough(counting(count, 0))
    .pipeTo(new WritableStream())
    .catch(() => undefined)
}

function tooLarge(bytes: number, maxBytes: number): AppError {
  const message =
    bytes > UPLOAD_MAX_BYTES
      ? CLIENT_FAILURE.fileTooLarge(bytes)
      : `This photo is too large. Choose one below ${Math.round(maxBytes / 1024 / 1024)} MB.`
  return new AppError('FILE_TOO_LARGE', message)
}

function upsertOf(options: string | File | null): boolean {
  if (options === null) return false
  try {
    return Options.parse(JSON.parse(String(options))).upsert ?? false
  } catch (cause) {
    throw new AppError('VALIDATION_ERROR', undefined, {
      details: [{ path: 'options', message: 'must be {"upsert": true or false}' }],
      cause,
    })
  }
}

const fault = (path: string, message: string) =>
  new AppError('VALIDATION_ERROR', undefined, { details: [{ path, message }] })
