import { AppError } from '#shared/client/errors.ts'
import { SIGNATURE_BYTES } from '#shared/client/file-type.ts'
import { CLIENT_FAILURE } from '#shared/domain/messages.ts'
import { UPLOAD_MAX_BYTES } from '#shared/domain/limits.ts'
import type { Clock } from '#worker/env.ts'
import { newId } from '#worker/http/signature.ts'
import { encodePath, expiryOf, isPath, isPhotoPath, metadataOf, PHOTO_FOLDER, typeOf, withExtension } from './schema.ts'

export type StorageDeps = {
  files: R2Bucket
  clock: Clock
  projectId: string
  /** Null: the origin of each request. */
  publicUrl: string | null
  /** A photo made harmless: upright, without metadata, a fresh JPEG. @throws AppError `IMAGE_*` */
  cleanPhoto: (bytes: Uint8Array) => Promise<Uint8Array>
}

export type PutOptions = {
  /** Said by whoever sends it; believed only when the first bytes say nothing. */
  type?: string
  upsert?: boolean
  /** Milliseconds since 1970; the file is not served from then on. */
  expiresAt?: number | null
}

export type StoredFile = { path: string; type: string; size: number }

/** R2 deletes and lists at most this many at once. */
const PAGE = 1000
const OCTETS = 'application/octet-stream'

export type StorageService = ReturnType<typeof createStorageService>

/** Files in R2, each under the path it was given. Access rules are the routes' business; what is kept is this one's. */
export function createStorageService({ files, clock, projectId, publicUrl, cleanPhoto }: StorageDeps) {
  const isOver = (file: R2Object) => expiryOf(file) <= clock()
  const baseOf = (origin: string) => `${(publicUrl ?? origin).replace(/\/$/, '')}/storage/${projectId}/`

  async function put(path: string, body: Uint8Array | Blob, options: PutOptions = {}): Promise<StoredFile> {
    const size = body instanceof Blob ? body.size : body.byteLength
    if (size > UPLOAD_MAX_BYTES) throw new AppError('FILE_TOO_LARGE', CLIENT_FAILURE.fileTooLarge(size))
    const type = typeOf(await headOf(body), options.type ?? '')
    const stored = await files.put(path, body, {
      httpMetadata: { contentType: type },
      customMetadata: metadataOf({ expiresAt: options.expiresAt ?? null }),
      ...(options.upsert ? {} : { onlyIf: new Headers({ 'if-none-match': '*' }) }),
    })
    if (stored === null) throw new AppError('FILE_EXISTS')
    return { path, type, size }
  }

  return {
    /**
     * Stores a file under `path`.
     * @throws AppError `FILE_EXISTS` unless `upsert`, `FILE_TOO_LARGE` above 50 MB.
     */
    put,

    isPhoto: isPhotoPath,

    expiryOf,

    /** A photo made fit to be kept. @throws AppError `IMAGE_*` when it is none we can read. */
    cleaned: cleanPhoto,

    /**
     * Stores a visitor's cleaned photo, which is gone after `keptMs`.
     * @param path null: a fresh one that nobody can guess
     */
    putPhoto(jpeg: Uint8Array, { path, keptMs, upsert }: { path: string | null; keptMs: number; upsert: boolean }) {
      const name = path ?? `${PHOTO_FOLDER}${clock()}-${newId()}`
      return put(withExtension(name, 'jpg'), jpeg, { upsert, expiresAt: clock() + keptMs })
    },

    /** The file, or null; a file past its time is nobody's file. Without a body when `onlyIf` does not hold. */
    async get(path: string, options: R2GetOptions = {}): Promise<R2ObjectBody | R2Object | null> {
      const file = isPath(path) ? await files.get(path, options) : null
      if (file === null || !isOver(file)) return file
      if ('body' in file) await file.body.cancel()
      return null
    },

    /** What is known of a file, or null. */
    async head(path: string): Promise<R2Object | null> {
      const file = isPath(path) ? await files.head(path) : null
      return file === null || isOver(file) ? null : file
    },

    /** A whole file in memory, or null. @throws AppError `FILE_TOO_LARGE` above `maxBytes`. */
    async read(path: string, maxBytes = UPLOAD_MAX_BYTES): Promise<{ bytes: Uint8Array; type: string } | null> {
      const file = isPath(path) ? await files.get(path) : null
      if (file === null) return null
      if (!isOver(file) && file.size <= maxBytes)
        return { bytes: new Uint8Array(await file.arrayBuffer()), type: file.httpMetadata?.contentType ?? OCTETS }
      await file.body.cancel()
      if (isOver(file)) return null
      throw new AppError('FILE_TOO_LARGE', CLIENT_FAILURE.fileTooLarge(file.size))
    },

    /** Removes files; those that are not there are no failure. */
    async remove(paths: readonly string[]): Promise<void> {
      for (let start = 0; start < paths.length; start += PAGE) await files.delete(paths.slice(start, start + PAGE))
    },

    /** Every file whose path begins with `prefix`, page by page, those past their time included. */
    async *list(prefix: string): AsyncGenerator<readonly R2Object[]> {
      let cursor: string | undefined
      do {
        const page = await files.list({
          prefix,
          limit: PAGE,
          include: ['customMetadata'],
          ...(cursor ? { cursor } : {}),
        })
        yield page.objects
        cursor = page.truncated ? page.cursor : undefined
      } while (cursor !== undefined)
    },

    /** The public address of a file. @param origin of the request, for when no public URL is configured */
    urlOf: (path: string, origin: string): string => baseOf(origin) + encodePath(path),

    /** The path of a file of ours by its public address, or null: then the address is somebody else's. */
    pathOfUrl(url: string, origin: string): string | null {
      const base = [baseOf(origin), `${origin}/storage/${projectId}/`].find((start) => url.startsWith(start))
      if (base === undefined) return null
      const path = decoded(url.slice(base.length).replace(/[?#].*$/, ''))
      return path !== null && isPath(path) ? path : null
    },
  }
}

async function headOf(body: Uint8Array | Blob): Promise<Uint8Array> {
  return body instanceof Blob ? new Uint8Array(await body.slice(0, SIGNATURE_BYTES).arrayBuffer()) : body
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
