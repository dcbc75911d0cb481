import { AppError, type ErrorCode } from './errors.ts'
import { isRecord } from './failure.ts'
import { correctedPath, fileTypeOf, OCTETS, SIGNATURE_BYTES } from './file-type.ts'
import { UPLOAD_MAX_BYTES } from './limits.ts'
import { CLIENT_FAILURE } from './texts.ts'
import type { Answer, Call, CallOptions, Transport } from './transport.ts'

export type UploadOptions = CallOptions & {
  /** True if a file that is there already is replaced. */
  readonly upsert?: boolean
  /** Names this upload: one that is sent again under its name, because its answer was lost, is stored once. */
  readonly idempotencyKey?: string
}

export type Uploaded = { readonly publicUrl: string }

export type DownloadOptions = CallOptions & {
  /** The name a browser saves it under. Missing: the last part of the path. */
  readonly filename?: string
}

export type Download = {
  readonly downloadUrl: string
  readonly filename: string
  readonly contentType: string
  /** In bytes; null when the server does not say. */
  readonly size: number | null
}

const refuse = (code: ErrorCode, message: string) => new AppError(code, message, { kind: 'storage' })

export function createStorage({ call }: Transport, projectId: string) {
  const base = `/api/storage/${encodeURIComponent(projectId)}`

  return {
    /**
     * Stores a file and says where the public finds it. The extension of a picture, sound, film or PDF is corrected to
     * what its first bytes say; `download` and `remove` find the file by `path` all the same.
     *
     * @example const { publicUrl } = await backend.storage.upload(photo, 'player-photos/1.jpg', { upsert: true })
     * @throws AppError of kind `storage`, sending nothing, for no file, no path, more than 50 MB or an unknown type;
     * `FILE_EXISTS` when the path is taken and `upsert` is not set, or taken by a file of another name
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
      const found = fileTypeOf(head, file.type)
      if (found === null) throw refuse('VALIDATION_ERROR', CLIENT_FAILURE.fileTypeUnsupported(file.type))

      const form = new FormData()
      const target = correctedPath(path, head)
      form.set('file', new File([file], target.split('/').at(-1)!, { type: found.type }))
      form.set('path', target)
      // Servers of this wire take the corrected path; ours also remembers the name the caller gave.
      if (target !== path) form.set('given', path)
      if (upsert !== undefined) form.set('options', JSON.stringify({ upsert }))
      const key = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
      const headers = { ...key, ...options.headers }
      return uploadedOf(await send(call, { method: 'POST', path: `${base}/upload`, form, ...options, headers }))
    },

    /**
     * Where a file is downloaded, and what it is.
     *
     * @throws AppError of kind `storage`, sending nothing, without a path; `FILE_NOT_FOUND` when there is no such file
     * @example const { downloadUrl, size } = await backend.storage.download('users/u1/notes.pdf')
     */
    async download(path: string, { filename, ...options }: DownloadOptions = {}): Promise<Download> {
      requirePath(path)
      const query = new URLSearchParams({ path, ...(filename === undefined ? {} : { filename }) })
      const request: Call = { method: 'GET', path: `${base}/download?${query}`, ...options }
      const answer = await send(call, request, DOWNLOAD_SENTENCES)
      return downloadOf(answer, filename ?? path.split('/').at(-1)!)
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

function uploadedOf({ body }: Answer): Uploaded {
  const answer = isRecord(body) && isRecord(body['data']) ? { ...body['data'], ...body } : body
  if (isRecord(answer) && typeof answer['publicUrl'] === 'string') return { publicUrl: answer['publicUrl'] }
  throw refuse('INTERNAL', CLIENT_FAILURE.unreadableAnswer)
}

function downloadOf({ body }: Answer, name: string): Download {
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

type Sentences = Readonly<Record<number, (code: ErrorCode) => readonly [ErrorCode, string]>>

const SENTENCES: Sentences = {
  400: (code) => [code, CLIENT_FAILURE.invalidParameters],
  409: () => ['FILE_EXISTS', CLIENT_FAILURE.fileExists],
}

const DOWNLOAD_SENTENCES: Sentences = {
  ...SENTENCES,
  404: () => ['FILE_NOT_FOUND', CLIENT_FAILURE.fileNotFound],
}

/**
 * Whatever fails here fails as `storage`, so that a caller can tell files from records and sign-in. Status and code
 * say why; the text is the server's own unless the file service promises one.
 */
async function send(call: Transport['call'], request: Call, sentences = SENTENCES): Promise<Answer> {
  try {
    return await call(request)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    const { status, details, hint, retryAfterSeconds } = cause
    const [code, message] = sentences[status]?.(cause.code) ?? [cause.code, cause.message]
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
