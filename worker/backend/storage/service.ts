import { AppError } from '#shared/client/errors.ts'
import { correctedPath, sniffFileType } from '#shared/client/file-type.ts'
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
import type { Content, FilesPage, PhotoOptions, PutOptions, StoredFile, Wanted } from './stored-file.ts'
import { BucketSpool, HEAD_BYTES, PhotoSpool, readPieces, type Spool, type Spooled, streamed } from './spool.ts'

export type StorageDeps = {
  files: R2Bucket
  db: D1Database
  clock: Clock
  projectId: string
  /** Null: the origin of each request. */
  publicUrl: string | null
  /** A photo made harmless: upright, without metadata, a fresh JPEG. @throws AppError `IMAGE_*` */
  cleanPhoto: (bytes: Uint8Array) => Promise<Uint8Array>
}

/** The largest file that is read into memory. */
const READ_MAX_BYTES = 15.5 * 1024 * 1024

/** R2 deletes and lists at most this many at once. */
const PAGE = 1000

/** Files in R2, each under its name or, corrected to its content, beside it. Access rules are the routes' business. */
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
   * The path of an upload, with the extension its content calls for, the name it was given, and its type.
   * @throws AppError `VALIDATION_ERROR` for a given name that does not come to this path
   */
  getPlace(
    { head, at }: Spooled,
    { path: wanted, given }: Wanted,
    stated = '',
  ): { path: string; given: string; type: string } {
    const sample = 'bytes' in at ? { bytes: at.bytes, isWhole: true } : { bytes: head, isWhole: false }
    const path = requirePath(correctedPath(wanted, head))
    if (given && correctedPath(given, head) !== path) throw toFieldError('given', 'is not a name of this path')
    return { path, given: given ?? wanted, type: fileTypeIn(sample, stated, wanted) }
  }

  /** The file at `path`, when the upload of this key has put it there; else null. */
  async repeated(path: string, key: string | null = null): Promise<StoredFile | null> {
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

  /** The buffer of a file until its whole form is read: memory, or from 2 MiB on the bucket. */
  spool(room: Room): Spool {
    return new BucketSpool(this.files, room)
  }

  /** The same for a photo, which must not lie in the bucket before it has been cleaned. */
  photoSpool(room: Room, expected?: number): Spool {
    return new PhotoSpool(room, expected)
  }

  /**
   * Gives an upload its place, by stream. The extension of a picture, sound, film or PDF is corrected.
   * @throws AppError `FILE_EXISTS` unless `upsert`, or when the place is another file's; `VALIDATION_ERROR` when
   *   there is no room for the extension
   */
  async place({ head, size, at }: Spooled, wanted: Wanted, options: PutOptions): Promise<StoredFile> {
    const { path, given, type } = this.getPlace({ head, size, at }, wanted, options.type)
    // Decided again when it is stored; here it saves moving a file that has no place, and refusing a repeated one.
    if (!options.upsert && (await this.files.head(path)) !== null) {
      const before = await this.repeated(path, options.key)
      if (before === null) throw new AppError('FILE_EXISTS')
      return before
    }
    return this.storeNamed({ path, given }, options, () =>
      'bytes' in at
        ? this.store(path, { type, size, body: at.bytes }, options)
        : streamed(this.files, { size, keys: at.keys }, (body) => this.store(path, { type, size, body }, options)),
    )
  }

  /**
   * A person's file, a picture without what it says of where and when it was taken.
   * @throws AppError `IMAGE_UNSUPPORTED`, `IMAGE_UNREADABLE`, `FILE_TOO_LARGE` for a picture above 20 MB
   */
  async withoutMetadata(file: Spooled): Promise<Spooled> {
    if (sniffFileType(file.head)?.type.startsWith('image/') !== true) return file
    if (file.size > PHOTO_MAX_BYTES) throw tooLarge(file.size, PHOTO_MAX_BYTES)
    const bytes = stripMetadata(await this.readBytes(file))
    return { size: bytes.length, head: bytes.subarray(0, HEAD_BYTES), at: { bytes } }
  }

  /** A photo made fit to be kept. @throws AppError `IMAGE_*` when it is none we can read. */
  async cleaned(file: Spooled): Promise<Uint8Array> {
    return this.cleanPhoto(await this.readBytes(file))
  }

  isPhoto(path: string): boolean {
    return isPhotoPath(path)
  }

  /** The visitor a file was made for; null when unknown, and for no file. */
  async madeFor(path: string): Promise<string | null> {
    const file = await this.files.head(path)
    return file === null || this.isOver(file) ? null : (file.customMetadata?.['madeFor'] ?? null)
  }

  /** When a file is over, in milliseconds since 1970. */
  getExpiry(file: Pick<R2Object, 'key' | 'uploaded' | 'customMetadata'>): number {
    return getExpiry(file)
  }

  /**
   * Stores a visitor's cleaned photo, which is gone after `ttlMs`.
   * @param path null: a fresh one that cannot be guessed, or the one of `key`
   * @param isNamed whether others may give the same name: a path that cannot be guessed needs no row of its own
   * @param key as in {@link PutOptions}
   */
  async putPhoto(jpeg: Uint8Array, { path: wanted, ttlMs, isNamed, ...options }: PhotoOptions): Promise<StoredFile> {
    const given = wanted ?? `${PHOTO_FOLDER}${options.key ?? `${this.clock()}-${newId()}`}.jpg`
    const path = requirePath(correctedPath(given, jpeg))
    const content = { type: 'image/jpeg', size: jpeg.byteLength, body: jpeg }
    const storeIt = () => this.store(path, content, { ...options, expiresAt: this.clock() + ttlMs })
    if (!isNamed) return storeIt()
    return (await this.repeated(path, options.key)) ?? this.storeNamed({ path, given }, options, storeIt)
  }

  /** The path of the file with a given name, if its extension was corrected; else null. */
  async pathGiven(text: string): Promise<string | null> {
    const name = parsePath(text)
    const path = name === null ? null : await this.names.findPath(name)
    return path === name ? null : path
  }

  /** The file, or null; an expired file is not found. Without a body when `onlyIf` does not hold. */
  async get(text: string, options: R2GetOptions = {}): Promise<R2ObjectBody | R2Object | null> {
    const path = parsePath(text)
    const file = path === null ? null : await this.files.get(path, options)
    if (file === null || !this.isOver(file)) return file
    if ('body' in file) await file.body.cancel()
    return null
  }

  /** Returns the metadata of a file, or null. */
  async head(text: string): Promise<R2Object | null> {
    const path = parsePath(text)
    const file = path === null ? null : await this.files.head(path)
    return file === null || this.isOver(file) ? null : file
  }

  /**
   * A whole file in memory, or null.
   *
   * @throws AppError `FILE_TOO_LARGE` above `maxBytes`, or what may be held at once
   */
  async read(text: string, maxBytes: number): Promise<{ bytes: Uint8Array } | null> {
    const path = parsePath(text)
    const file = path === null ? null : await this.files.get(path)
    if (file === null) return null
    if (!this.isOver(file) && file.size <= Math.min(maxBytes, READ_MAX_BYTES))
      return { bytes: new Uint8Array(await file.arrayBuffer()) }
    await file.body.cancel()
    if (this.isOver(file)) return null
    throw new AppError('FILE_TOO_LARGE', CLIENT_FAILURE.fileTooLarge(file.size))
  }

  /**
   * Removes uploaded files, by the names they were given or by their paths.
   * @returns the paths
   */
  async removeNamed(given: readonly string[]): Promise<string[]> {
    const paths = await this.names.findPaths(given)
    await this.remove(paths)
    await this.names.forget(paths)
    return paths
  }

  /** Removes all files of a folder, whose name ends with a slash. */
  async removeFolder(folder: string): Promise<void> {
    for await (const page of this.list(folder)) await this.remove(page.map(({ key }) => key))
    await this.names.forgetBelow(folder)
  }

  /** Removes files by their paths; those that are not there are no failure. */
  async remove(paths: readonly string[]): Promise<void> {
    for (let start = 0; start < paths.length; start += PAGE) await this.files.delete(paths.slice(start, start + PAGE))
  }

  /** One page of the files whose path begins with `prefix`, and how to go on; none past their time. */
  async page(prefix: string, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
    const page = await this.files.list({
      prefix,
      limit: Math.min(limit, PAGE),
      include: ['customMetadata', 'httpMetadata'],
      ...(cursor !== undefined && { cursor }),
    })
    const visible = page.objects.filter((file) => !this.isOver(file) && parsePath(file.key) !== null)
    return { files: visible, cursor: page.truncated ? page.cursor : null }
  }

  /**
   * One page of the files whose path begins with `prefix`, those past their time included.
   *
   * @param after the last path of the page before; null: from the first
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

  /** Every file whose path begins with `prefix`, page by page, those past their time included. */
  async *list(prefix: string): AsyncGenerator<readonly R2Object[]> {
    let after: string | null = null
    do {
      const page: FilesPage = await this.pageAfter(prefix, after)
      yield page.files
      after = page.last
    } while (after !== null)
  }

  /** The public address of a file. @param origin of the request, for when no public URL is configured */
  getUrl(path: string, origin: string): string {
    return this.getBase(origin) + encodePath(path)
  }

  /** The path of a file of ours by its public address, or null: then the address is not one of ours. */
  getPathFromUrl(url: string, origin: string): string | null {
    const base = [this.getBase(origin), `${origin}/storage/${this.projectId}/`].find((start) => url.startsWith(start))
    const path = base === undefined ? null : decode(url.slice(base.length).replace(/[?#].*/s, ''))
    return path === null ? null : parsePath(path)
  }

  private isOver(file: R2Object) {
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
    const before = await this.repeated(path, options.key)
    if (before === null) throw new AppError('FILE_EXISTS')
    return before
  }

  /** A spooled file in memory. */
  private async readBytes({ at, size }: Spooled): Promise<Uint8Array> {
    if ('bytes' in at) return at.bytes
    const whole = createGrowingBytes(size)
    for await (const piece of readPieces(this.files, at.keys)) for await (const chunk of piece) whole.append(chunk)
    return whole.view()
  }

  /** Stores a file whose name is claimed before and given back when nothing comes of it. */
  private async storeNamed(
    { path, given }: { path: string; given: string },
    options: PutOptions,
    storeIt: () => Promise<StoredFile>,
  ): Promise<StoredFile> {
    const claim = await this.names.claim(given, path, options.upsert ?? false)
    try {
      const stored = await storeIt()
      await claim.settle()
      return { ...stored, replaced: claim.replaced }
    } catch (thrown) {
      await claim.undo()
      throw thrown
    }
  }
}
