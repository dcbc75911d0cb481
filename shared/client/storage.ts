import { AppError, type ErrorCode } from './errors.ts'
import { isRecord } from './failure.ts'
import { fileTypeOf, SIGNATURE_BYTES, withExtension } from './file-type.ts'
import { UPLOAD_MAX_BYTES } from './limits.ts'
import { CLIENT_FAILURE } from './texts.ts'
import type { Answer, Call, CallOptions, Transport } from './transport.ts'

export type UploadOptions = CallOptions & {
  /** Whether a file that is there already is replaced. */
  readonly upsert?: boolean
}

export type Uploaded = { readonly publicUrl: string }

const refuse = (code: ErrorCode, message: string, cause?: AppError) =>
  new AppError(code, message, {
    kind: 'storage',
    ...(cause === undefined ? {} : { cause, status: cause.status, details: cause.details }),
  })

export function createStorage({ call }: Transport, projectId: string) {
  const base = `/api/storage/${encodeURIComponent(projectId)}`

  return {
    /**
     * Stores a file and says where the public finds it. The extension of `path` is made to fit what the file's first
     * bytes say it is.
     *
     * @example const { publicUrl } = await backend.storage.upload(photo, 'player-photos/1.jpg', { upsert: true })
     * @throws AppError of kind `storage`, sending nothing, for no file, no path, more than 50 MB or an unknown type;
     * `FILE_EXISTS` when the path is taken and `upsert` is not set
     */
    async upload(file: Blob, path: string, { upsert, ...options }: UploadOptions = {}): Promise<Uploaded> {
      requireFile(file)
      requirePath(path)
      if (file.size > UPLOAD_MAX_BYTES) throw refuse('FILE_TOO_LARGE', CLIENT_FAILURE.fileTooLarge(file.size))
      const head = new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer())
      const found = fileTypeOf(head, file.type)
      if (found === null) throw refuse('VALIDATION_ERROR', CLIENT_FAILURE.fileTypeUnsupported(file.type))

      const form = new FormData()
      const target = withExtension(path, found.extension)
      form.set('file', new File([file], target.split('/').at(-1)!, { type: found.type }))
      form.set('path', target)
      if (upsert !== undefined) form.set('options', JSON.stringify({ upsert }))
      return uploadedOf(await send(call, { method: 'POST', path: `${base}/upload`, form, ...options }))
    },

    /** @throws AppError of kind `storage`, sending nothing, when there is no path or an empty one */
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

/** Two answers of the file service have sentences of their own; all others speak for themselves. */
async function send(call: Transport['call'], request: Call): Promise<Answer> {
  try {
    return await call(request)
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    if (thrown.status === 409) throw refuse('FILE_EXISTS', CLIENT_FAILURE.fileExists, thrown)
    if (thrown.status === 400) throw refuse(thrown.code, CLIENT_FAILURE.invalidParameters, thrown)
    throw thrown
  }
}
