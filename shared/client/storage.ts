import { AppError, type ErrorCode } from './errors.ts'
import { isRecord } from './failure.ts'
import { correctExtension, getFileType, OCTETS, SIGNATURE_BYTES } from './file-type.ts'
import { UPLOAD_MAX_BYTES } from './limits.ts'
import { CLIENT_FAILURE } from './texts.ts'
import type { ApiResponse, Call, CallOptions, Transport } from './transport.ts'

export type UploadOptions = CallOptions & {
  /** True to replace an existing file. */
  readonly upsert?: boolean
  /** A retry with the same key after a lost response is stored once. */
  readonly idempotencyKey?: string
}

export type Uploaded = { readonly publicUrl: string }

export type DownloadOptions = CallOptions & {
  /** The name that a browser saves it under. Default: the last part of the path. */
  readonly filename?: string
}

export type Download = {
  readonly downloadUrl: string
  readonly filename: string
  readonly contentType: string
  /** Bytes; null when unknown. */
  readonly size: number | null
}

const refuse = (code: ErrorCode, message: string) => new AppError(code, message, { kind: 'storage' })

export function createStorage({ call }: Transport, projectId: string) {
  const base = `/api/storage/${encodeURIComponent(projectId)}`

  return {
    /**
     * Stores a file and returns its public URL. Corrects the extension of an image, audio, video or PDF file to match
     * its first bytes; `download` and `remove` still find the file by `path`.
     *
     * @example const { publicUrl } = await backend.storage.upload(photo, 'player-photos/1.jpg', { upsert: true })
     * @throws AppError of kind `storage`, sending nothing, for no file, no path, more than 50 MB or an unknown type;
     * `FILE_EXISTS` when the path is taken without `upsert`, or taken by a file with a different name
     */
    async upload(
      file: Blob,
      path: string,
      { upsert, idempotencyKey, ...options }: UploadOptions = {},
    ): Promise<Uploaded> {
      requireFile(file)
      requirePath(path)
      if (file.size > UPLOAD_MAX_BYTES) throw refuse('FILE_TOO_LARGE', CLIENT_FAILURE.fileTooLarge(file.size))
      const head = new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer())
      const found = getFileType(head, file.type)
      if (found === null) throw refuse('VALIDATION_ERROR', CLIENT_FAILURE.fileTypeUnsupported(file.type))

      const form = new FormData()
      const target = correctExtension(path, head)
      form.set('file', new File([file], target.split('/').at(-1)!, { type: found.type }))
      form.set('path', target)
      // Every server uses the corrected path. Ours also remembers the caller's.
      if (target !== path) form.set('given', path)
      if (upsert !== undefined) form.set('options', JSON.stringify({ upsert }))
      const key = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
      const headers = { ...key, ...options.headers }
      return parseUploaded(await send(call, { method: 'POST', path: `${base}/upload`, form, ...options, headers }))
    },

    /**
     * Returns a file's download URL and type.
     *
     * @throws AppError of kind `storage`, sending nothing, without a path; `FILE_NOT_FOUND` when there is no such file
     * @example const { downloadUrl, size } = await backend.storage.download('users/u1/notes.pdf')
     */
    async download(path: string, { filename, ...options }: DownloadOptions = {}): Promise<Download> {
      requirePath(path)
      const query = new URLSearchParams({ path, ...(filename === undefined ? {} : { filename }) })
      const request: Call = { method: 'GET', path: `${base}/download?${query}`, ...options }
      const response = await send(call, request, DOWNLOAD_MESSAGES)
      return parseDownload(response, filename ?? path.split('/').at(-1)!)
    },

    /**
     * @throws AppError of kind `storage`, sending nothing, when there is no path or an empty one
     * @example await backend.storage.remove(['users/u1/notes.pdf'])
     */
    async remove(paths: readonly string[], options: CallOptions = {}): Promise<void> {
      if (!Array.isArray(paths) || paths.length === 0) throw refuse('VALIDATION_ERROR', CLIENT_FAILURE.pathsNeeded)
      if (!paths.every(isPath)) throw refuse('VALIDATION_ERROR', CLIENT_FAILURE.pathsEmpty)
      await send(call, { method: 'DELETE', path: `${base}/remove`, json: { paths }, ...options })
    },
  }
}

const isPath = (path: unknown): path is string => typeof path === 'string' && path.trim() !== ''

function requirePath(path: unknown): void {
  if (!isPath(path)) throw refuse('VALIDATION_ERROR', CLIENT_FAILURE.pathNeeded)
}

function requireFile(file: unknown): void {
  if (!(file instanceof Blob)) throw refuse('VALIDATION_ERROR', CLIENT_FAILURE.fileNeeded)
}

function parseUploaded({ body }: ApiResponse): Uploaded {
  const result = isRecord(body) && isRecord(body['data']) ? { ...body['data'], ...body } : body
  if (isRecord(result) && typeof result['publicUrl'] === 'string') return { publicUrl: result['publicUrl'] }
  throw refuse('INTERNAL', CLIENT_FAILURE.unreadableAnswer)
}

function parseDownload({ body }: ApiResponse, name: string): Download {
  if (!isRecord(body) || typeof body['downloadUrl'] !== 'string')
    throw refuse('INTERNAL', CLIENT_FAILURE.unreadableAnswer)
  const { downloadUrl, filename, contentType, size } = body
  return {
    downloadUrl,
    filename: typeof filename === 'string' ? filename : name,
    contentType: typeof contentType === 'string' ? contentType : OCTETS,
    size: typeof size === 'number' ? size : null,
  }
}

type Messages = Readonly<Record<number, (code: ErrorCode) => readonly [ErrorCode, string]>>

const MESSAGES: Messages = {
  400: (code) => [code, CLIENT_FAILURE.invalidParameters],
  409: () => ['FILE_EXISTS', CLIENT_FAILURE.fileExists],
}

const DOWNLOAD_MESSAGES: Messages = {
  ...MESSAGES,
  404: () => ['FILE_NOT_FOUND', CLIENT_FAILURE.fileNotFound],
}

/**
 * Sends a call and rethrows its failure as kind `storage`, so that a caller can tell files from records and sign-in.
 * The message is the server's unless the product specification fixes one.
 */
async function send(call: Transport['call'], request: Call, messages = MESSAGES): Promise<ApiResponse> {
  try {
    return await call(request)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    const { status, details, hint, retryAfterSeconds } = cause
    const [code, message] = messages[status]?.(cause.code) ?? [cause.code, cause.message]
    throw new AppError(code, message, {
      kind: 'storage',
      cause,
      status,
      details,
      ...(hint === null ? {} : { hint }),
      ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    })
  }
}
