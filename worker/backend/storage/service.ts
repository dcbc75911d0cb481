import { AppError } from '#shared/client/errors.ts'
import { correctExtension, sniffFileType } from '#shared/client/file-type.ts'
import { CLIENT_FAILURE } from '#shared/client/texts.ts'
import { PHOTO_MAX_BYTES } from '#shared/domain/limits.ts'
import { UPLOAD_MAX_BYTES } from '#shared/client/limits.ts'
import type { Clock } from '#worker/env.ts'
import { createGrowingBytes, type Room } from '#worker/http/growing-bytes.ts'
import { toFieldError, tooLarge } from '#worker/http/form.ts'
import { newId } from '#worker/http/signature.ts'
import { stripMetadata } from '#worker/photo/strip-metadata.ts'
import { fileTypeIn } from './file-kind.ts'
import { FileNames } from './file-names.ts'
import { decode, encodePath, parsePath, requirePath } from './path.ts'
import { getExpiry, getServedType, isPhotoPath, PHOTO_FOLDER, toMetadata } from './schema.ts'
import type { Content, FilesPage, PhotoOptions, PutOptions, StoredFile, RequestedPath } from './stored-file.ts'
import { BucketSpool, HEAD_BYTES, PhotoSpool, readPieces, type Spool, type Spooled, streamPieces } from './spool.ts'

export type StorageDeps = {
  files: R2Bucket
  db: D1Database
  clock: Clock
  projectId: string
  /** Null means the origin of each request. */
  publicUrl: string | null
  /** Re-encodes a photo as an upright JPEG without metadata. @throws AppError `IMAGE_*` */
  cleanPhoto: (bytes: Uint8Array) => Promise<Uint8Array>
}

/** Maximum size of a file that is read into memory. */
const READ_MAX_BYTES = 15.5 * 1024 * 1024

/** R2 deletes and lists at most this many objects at once. */
const PAGE = 1000

/** Files in R2. A file's extension is corrected to match its content. The routes enforce the access rules. */
export class StorageService {
  private readonly files: R2Bucket
  private readonly clock: Clock
  private readonly projectId: string
  private readonly publicUrl: string | null
  private readonly cleanPhoto: (bytes: Uint8Array) => Promise<Uint8Array>
  private readonly names: FileNames

  constructor({ files, db, clock, projectId, publicUrl, cleanPhoto }: StorageDeps) {
    this.files = files
    this.clock = clock
    this.projectId = projectId
    this.publicUrl = publicUrl
    this.cleanPhoto = cleanPhoto
    this.names = new FileNames(db, files, clock)
  }

  /**
   * Returns an upload's path with the corrected extension, its given name and its type.
   * @throws AppError `VALIDATION_ERROR` for a given name that does not lead to this path
   */
  getPlace(
    { head, at }: Spooled,
    { path: wanted, given }: RequestedPath,
    stated = '',
  ): { path: string; given: string; type: string } {
    const sample = 'bytes' in at ? { bytes: at.bytes, isWhole: true } : { bytes: head, isWhole: false }
    const path = requirePath(correctExtension(wanted, head))
    if (given && correctExtension(given, head) !== path) throw toFieldError('given', 'is not a name of this path')
    return { path, given: given ?? wanted, type: fileTypeIn(sample, stated, wanted) }
  }

  /** Returns the file at `path` if an upload with this key stored it, else null. */
  async findRepeated(path: string, key: string | null = null): Promise<StoredFile | null> {
    const file = key === null ? null : await this.files.head(path)
    if (file === null || file.customMetadata?.['key'] !== key) return null
    return { path, type: getServedType(file), size: file.size }
  }

  /**
   * Stores a file under `path`.
   * @throws AppError `FILE_EXISTS` unless `upsert`, `FILE_TOO_LARGE` above 50 MB.
   */
  put(path: string, bytes: Uint8Array, options: PutOptions = {}): Promise<StoredFile> {
    const type = fileTypeIn({ bytes, isWhole: true }, options.type ?? '', path)
    return this.store(path, { type, size: bytes.byteLength, body: bytes }, options)
  }

  /** Creates the buffer for a file until its whole form is read: memory, and the bucket above 2 MiB. */
  spool(room: Room): Spool {
    return new BucketSpool(this.files, room)
  }

  /** Like {@link spool} for a photo, which must not be stored in the bucket before it is cleaned. */
  photoSpool(room: Room, expected?: number): Spool {
    return new PhotoSpool(room, expected)
  }

  /**
   * Stores an upload by streaming. Corrects the extension of a picture, audio, video or PDF file.
   * @throws AppError `FILE_EXISTS` unless `upsert`, or when another file owns the path; `VALIDATION_ERROR` when the
   *   path is too long for the extension
   */
  async place({ head, size, at }: Spooled, wanted: RequestedPath, options: PutOptions): Promise<StoredFile> {
    const { path, given, type } = this.getPlace({ head, size, at }, wanted, options.type)
    // `store` checks this again. The early check saves streaming a file that will be refused, and accepts a retry.
    if (!options.upsert && (await this.files.head(path)) !== null) {
      const existing = await this.findRepeated(path, options.key)
      if (existing === null) throw new AppError('FILE_EXISTS')
      return existing
    }
    return this.storeNamed({ path, given }, options, () =>
      'bytes' in at
        ? this.store(path, { type, size, body: at.bytes }, options)
        : streamPieces(this.files, { size, keys: at.keys }, (body) => this.store(path, { type, size, body }, options)),
    )
  }

  /**
   * Strips the metadata, such as place and time, from a user's picture. Other files are returned unchanged.
   * @throws AppError `IMAGE_UNSUPPORTED`, `IMAGE_UNREADABLE`, `FILE_TOO_LARGE` for a picture above 20 MB
   */
  async stripPicture(file: Spooled): Promise<Spooled> {
    if (sniffFileType(file.head)?.type.startsWith('image/') !== true) return file
    if (file.size > PHOTO_MAX_BYTES) throw tooLarge(file.size, PHOTO_MAX_BYTES)
    const bytes = stripMetadata(await this.readBytes(file))
    return { size: bytes.length, head: bytes.subarray(0, HEAD_BYTES), at: { bytes } }
  }

  /** Returns a cleaned photo that may be stored. @throws AppError `IMAGE_*` when we cannot read it. */
  async cleanSpooled(file: Spooled): Promise<Uint8Array> {
    return this.cleanPhoto(await this.readBytes(file))
  }

  isPhoto(path: string): boolean {
    return isPhotoPath(path)
  }

  /** Returns the visitor a file was generated for, or null if unknown or without a file. */
  async getMadeFor(path: string): Promise<string | null> {
    const file = await this.files.head(path)
    return file === null || this.isExpired(file) ? null : (file.customMetadata?.['madeFor'] ?? null)
  }

  /** Returns when a file expires, in milliseconds since 1970. */
  getExpiry(file: Pick<R2Object, 'key' | 'uploaded' | 'customMetadata'>): number {
    return getExpiry(file)
  }

  /**
   * Stores a visitor's cleaned photo, which expires after `ttlMs`.
   * @param path null for a new unguessable path, or the path of `key`
   * @param isNamed whether other uploads may use the same name; an unguessable path needs no row for its name
   * @param key see {@link PutOptions}
   */
  async putPhoto(jpeg: Uint8Array, { path: wanted, ttlMs, isNamed, ...options }: PhotoOptions): Promise<StoredFile> {
    const given = wanted ?? `${PHOTO_FOLDER}${options.key ?? `${this.clock()}-${newId()}`}.jpg`
    const path = requirePath(correctExtension(given, jpeg))
    const content = { type: 'image/jpeg', size: jpeg.byteLength, body: jpeg }
    const write = () => this.store(path, content, { ...options, expiresAt: this.clock() + ttlMs })
    if (!isNamed) return write()
    return (await this.findRepeated(path, options.key)) ?? this.storeNamed({ path, given }, options, write)
  }

  /** Returns the path of the file with a given name if its extension was corrected, else null. */
  async findCorrectedPath(text: string): Promise<string | null> {
    const name = parsePath(text)
    const path = name === null ? null : await this.names.findPath(name)
    return path === name ? null : path
  }

  /** Returns a file, or null if it is missing or expired. It has no body if `onlyIf` fails. */
  async get(text: string, options: R2GetOptions = {}): Promise<R2ObjectBody | R2Object | null> {
    const path = parsePath(text)
    const file = path === null ? null : await this.files.get(path, options)
    if (file === null || !this.isExpired(file)) return file
    if ('body' in file) await file.body.cancel()
    return null
  }

  /** Returns the metadata of a file, or null. */
  async head(text: string): Promise<R2Object | null> {
    const path = parsePath(text)
    const file = path === null ? null : await this.files.head(path)
    return file === null || this.isExpired(file) ? null : file
  }

  /**
   * Reads a whole file into memory. Returns null if it is missing or expired.
   *
   * @throws AppError `FILE_TOO_LARGE` above `maxBytes` or the memory limit
   */
  async read(text: string, maxBytes: number): Promise<{ bytes: Uint8Array } | null> {
    const path = parsePath(text)
    const file = path === null ? null : await this.files.get(path)
    if (file === null) return null
    if (!this.isExpired(file) && file.size <= Math.min(maxBytes, READ_MAX_BYTES))
      return { bytes: new Uint8Array(await file.arrayBuffer()) }
    await file.body.cancel()
    if (this.isExpired(file)) return null
    throw new AppError('FILE_TOO_LARGE', CLIENT_FAILURE.fileTooLarge(file.size))
  }

  /**
   * Removes uploaded files by their given names or paths.
   * @returns the paths
   */
  async removeNamed(given: readonly string[]): Promise<string[]> {
    const paths = await this.names.findPaths(given)
    await this.remove(paths)
    await this.names.forget(paths)
    return paths
  }

  /** Removes all files of a folder. @param folder ends with a slash */
  async removeFolder(folder: string): Promise<void> {
    for await (const page of this.list(folder)) await this.remove(page.map(({ key }) => key))
    await this.names.forgetBelow(folder)
  }

  /** Removes files by their paths. Missing files are ignored. */
  async remove(paths: readonly string[]): Promise<void> {
    for (let start = 0; start < paths.length; start += PAGE) await this.files.delete(paths.slice(start, start + PAGE))
  }

  /** Returns one page of the unexpired files whose path starts with `prefix`, and the cursor of the next page. */
  async page(prefix: string, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
    const page = await this.files.list({
      prefix,
      limit: Math.min(limit, PAGE),
      include: ['customMetadata', 'httpMetadata'],
      ...(cursor !== undefined && { cursor }),
    })
    const visible = page.objects.filter((file) => !this.isExpired(file) && parsePath(file.key) !== null)
    return { files: visible, cursor: page.truncated ? page.cursor : null }
  }

  /**
   * Returns one page of the files whose path starts with `prefix`, including expired ones.
   *
   * @param after the last path of the previous page, or null for the first page
   */
  async pageAfter(prefix: string, after: string | null): Promise<FilesPage> {
    const { objects, truncated } = await this.files.list({
      prefix,
      limit: PAGE,
      include: ['customMetadata'],
      ...(after !== null && { startAfter: after }),
    })
    return { files: objects, last: truncated ? (objects.at(-1)?.key ?? null) : null }
  }

  /** Yields pages of all files whose path starts with `prefix`, including expired ones. */
  async *list(prefix: string): AsyncGenerator<readonly R2Object[]> {
    let after: string | null = null
    do {
      const page: FilesPage = await this.pageAfter(prefix, after)
      yield page.files
      after = page.last
    } while (after !== null)
  }

  /** Returns a file's public URL. @param origin the request's origin, used if no public URL is configured */
  getUrl(path: string, origin: string): string {
    return this.getBase(origin) + encodePath(path)
  }

  /** Returns the path of a file of ours by its public URL, or null if the URL is not ours. */
  getPathFromUrl(url: string, origin: string): string | null {
    const base = [this.getBase(origin), `${origin}/storage/${this.projectId}/`].find((start) => url.startsWith(start))
    const path = base === undefined ? null : decode(url.slice(base.length).replace(/[?#].*/s, ''))
    return path === null ? null : parsePath(path)
  }

  private isExpired(file: R2Object) {
    return getExpiry(file) <= this.clock()
  }

  private getBase(origin: string) {
    return `${(this.publicUrl ?? origin).replace(/\/$/, '')}/storage/${this.projectId}/`
  }

  private async store(path: string, { type, size, body }: Content, options: PutOptions): Promise<StoredFile> {
    if (size > UPLOAD_MAX_BYTES) throw new AppError('FILE_TOO_LARGE', CLIENT_FAILURE.fileTooLarge(size))
    const stored = await this.files.put(path, body, {
      httpMetadata: { contentType: type },
      customMetadata: toMetadata({
        expiresAt: options.expiresAt ?? null,
        madeFor: options.madeFor ?? null,
        key: options.key ?? null,
        art: options.art ?? null,
      }),
      ...(options.upsert ? {} : { onlyIf: new Headers({ 'if-none-match': '*' }) }),
    })
    if (stored !== null) return { path, type, size }
    const existing = await this.findRepeated(path, options.key)
    if (existing === null) throw new AppError('FILE_EXISTS')
    return existing
  }

  /** Reads a spooled file into memory. */
  private async readBytes({ at, size }: Spooled): Promise<Uint8Array> {
    if ('bytes' in at) return at.bytes
    const whole = createGrowingBytes(size)
    for await (const piece of readPieces(this.files, at.keys)) for await (const chunk of piece) whole.append(chunk)
    return whole.view()
  }

  /** Claims the name, stores the file, and releases the name if storing fails. */
  private async storeNamed(
    { path, given }: { path: string; given: string },
    options: PutOptions,
    write: () => Promise<StoredFile>,
  ): Promise<StoredFile> {
    const claim = await this.names.claim(given, path, options.upsert ?? false)
    try {
      const stored = await write()
      await claim.settle()
      return { ...stored, replaced: claim.replaced }
    } catch (thrown) {
      await claim.undo()
      throw thrown
    }
  }
}
